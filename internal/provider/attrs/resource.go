package attrs

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// ID returns the computed import ID of an object; form names its parts, such as
// client_ext_id/ext_id.
func ID(form string) schema.StringAttribute {
	return ComputedOnce("Import ID: `" + form + "`.")
}

// ClientExtID returns the attribute for the client (tenant) of the object, by default the
// provider's client.
func ClientExtID() schema.StringAttribute {
	return chosenOnce("External ID of the client (tenant). Defaults to the provider's `client_ext_id`. Changing it replaces the object.",
		element, Typeable)
}

// ExtID returns the attribute for the external ID of an object, which the configuration may choose.
func ExtID(of *objecttype.Type) schema.StringAttribute {
	within := "client"
	if of.Scope == objecttype.Global {
		within = "service"
	}
	return chosenOnce("External ID, unique in the "+within+". Defaults to a UUID. Changing it replaces the "+of.Title+".",
		element, Typeable)
}

// chosenOnce returns an OptionalComputedText that cannot change in place: another value replaces
// the object.
func chosenOnce(description string, validators ...validator.String) schema.StringAttribute {
	attribute := OptionalComputedText(description, validators...)
	attribute.PlanModifiers = append(attribute.PlanModifiers, stringplanmodifier.RequiresReplaceIfConfigured())
	return attribute
}

// AssignedExtID returns the attribute for an external ID that the service chooses.
func AssignedExtID(noun string) schema.StringAttribute {
	return ComputedOnce("External ID of the " + noun + ", which the service assigns.")
}

// RequiredText returns a required string that can change in place.
func RequiredText(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(validators)}
}

// RequiredBool returns a required boolean that can change in place.
func RequiredBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Required: true, MarkdownDescription: description}
}

// FixedText returns a RequiredText with a value that cannot change in place: changing it replaces
// the object.
func FixedText(description string, validators ...validator.String) schema.StringAttribute {
	attribute := RequiredText(description, validators...)
	attribute.PlanModifiers = []planmodifier.String{stringplanmodifier.RequiresReplace()}
	return attribute
}

// OptionalReference returns an optional Reference.
func OptionalReference(description string) schema.StringAttribute {
	attribute := Reference(description)
	attribute.Required, attribute.Optional = false, true
	return attribute
}

// FixedDefaultedBool returns a DefaultedBool that cannot change in place.
func FixedDefaultedBool(otherwise bool, description string) schema.BoolAttribute {
	attribute := DefaultedBool(otherwise, description)
	attribute.PlanModifiers = []planmodifier.Bool{boolplanmodifier.RequiresReplace()}
	return attribute
}

// AssignedInt returns a number that the service chooses on create.
func AssignedInt(description string) schema.Int64Attribute {
	return schema.Int64Attribute{
		Computed: true, MarkdownDescription: description, PlanModifiers: []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
	}
}

// RequiredFixedBool returns a RequiredBool that cannot change in place: changing it replaces the
// object.
func RequiredFixedBool(description string) schema.BoolAttribute {
	attribute := RequiredBool(description)
	attribute.PlanModifiers = []planmodifier.Bool{boolplanmodifier.RequiresReplace()}
	return attribute
}

// Reference returns a required external ID of another object. Changing it replaces the object that
// holds the reference.
func Reference(description string) schema.StringAttribute {
	return FixedText(description, element, Typeable)
}

// ComputedOnce returns a string that the service computes on create and never changes.
func ComputedOnce(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed: true, MarkdownDescription: description,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// OptionalText returns a string that the configuration owns: if it is omitted, the object has no
// value.
func OptionalText(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: clearing(description), Validators: texts(validators)}
}

// clearing describes the effect of omitting an argument, unless its description does.
func clearing(description string) string {
	for _, said := range []string{"Without it", "clear", "Defaults to"} {
		if strings.Contains(description, said) {
			return description
		}
	}
	return description + " Removing it clears the value."
}

// OptionalComputedText returns a string that the service assigns if the configuration omits it. The
// provider never sends or resets an omitted value.
func OptionalComputedText(description string, validators ...validator.String) schema.StringAttribute {
	attribute := PlannedText(description, validators...)
	attribute.PlanModifiers = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	return attribute
}

// OptionalComputedBool returns a boolean that the service assigns if the configuration omits it.
// The provider never sends or resets an omitted value.
func OptionalComputedBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional:            true,
		Computed:            true,
		MarkdownDescription: description,
		PlanModifiers:       []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
	}
}

// OptionalComputedFixedBool returns an OptionalComputedBool that cannot change in place: another
// value replaces the object.
func OptionalComputedFixedBool(description string) schema.BoolAttribute {
	attribute := OptionalComputedBool(description)
	attribute.PlanModifiers = append(attribute.PlanModifiers, boolplanmodifier.RequiresReplaceIfConfigured())
	return attribute
}

// DefaultText returns a string with a default that only the provider uses; the service does not
// store it.
func DefaultText(value, description string, validators ...validator.String) schema.StringAttribute {
	attribute := PlannedText(description, validators...)
	attribute.Default = stringdefault.StaticString(value)
	return attribute
}

// PlannedText returns a string that only the provider uses, whose resource plans the default.
func PlannedText(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: description, Validators: texts(validators)}
}

// DefaultedBool returns a boolean that the configuration owns, with a default.
func DefaultedBool(otherwise bool, description string) schema.BoolAttribute {
	return schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(otherwise),
		MarkdownDescription: description}
}

// DataRoom returns one of the four booleans of an authorization. Its default is false, so that the
// plan shows a data room that was opened manually, and closes it.
func DataRoom(objects string) schema.BoolAttribute {
	return DefaultedBool(false, "`true` applies the role to all "+objects+
		". `false`, the default: only to those in the authorization's own lists.")
}

// LocalizedText returns text by language that the configuration owns.
func LocalizedText(description string) schema.MapAttribute {
	return fixed(localized, description+" by language: `en`, `de`, `fr`, `it`. Omitted languages are cleared.")
}

// Validity returns the validity period of an object, which the configuration owns.
func Validity(noun string) schema.MapAttribute {
	return period(noun, "Some services cannot remove a bound.")
}

// GrantValidity returns the Validity of a grant, which is granted again to remove a bound.
func GrantValidity(noun string) schema.MapAttribute {
	replaces := func(_ context.Context, req planmodifier.MapRequest, resp *mapplanmodifier.RequiresReplaceIfFuncResponse) {
		state, plan := FixedMap{MapValue: req.StateValue, kind: validity}, FixedMap{MapValue: req.PlanValue, kind: validity}
		resp.RequiresReplace = state.LosesBound(plan)
	}
	const effect = "replaces the grant without a bound"
	return period(noun, "Removing a bound revokes the "+noun+" and grants it again.",
		mapplanmodifier.RequiresReplaceIf(replaces, effect, effect))
}

// FixedValidity returns a Validity that cannot change in place: changing it replaces the object.
func FixedValidity(noun string) schema.MapAttribute {
	return period(noun, "Changing it replaces the "+noun+".", mapplanmodifier.RequiresReplace())
}

func period(noun, more string, modifiers ...planmodifier.Map) schema.MapAttribute {
	attribute := fixed(validity, "When the "+noun+" is valid: `from`, `to` or both, such as `2027-01-31T08:00:00Z` (RFC 3339). Without "+
		"it, always. "+more)
	attribute.PlanModifiers = append(attribute.PlanModifiers, modifiers...)
	return attribute
}

func fixed(k kind, description string) schema.MapAttribute {
	return schema.MapAttribute{
		Optional:            true,
		CustomType:          newType(k),
		ElementType:         types.StringType,
		MarkdownDescription: clearing(description),
		Validators:          []validator.Map{fixedKeys{k}},
		PlanModifiers:       []planmodifier.Map{keepMeaning{k}},
	}
}

func texts(more []validator.String) []validator.String {
	return append([]validator.String{notEmpty}, more...)
}

func externalID() []validator.String { return []validator.String{notEmpty, element, Typeable} }
