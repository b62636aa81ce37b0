package attrs

import (
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
)

// ID is the computed import ID of an object; form names its parts, such as client_ext_id/ext_id.
func ID(form string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: "Import ID: `" + form + "`.",
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// ClientExtID is the client (tenant) that holds the object: the provider's unless it is given.
func ClientExtID() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true,
		Computed: true,
		MarkdownDescription: "External ID of the client (tenant). Defaults to the provider's `client_ext_id`. Changing it replaces " +
			"the object.",
		Validators: externalID(),
		PlanModifiers: []planmodifier.String{
			stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplaceIfConfigured(),
		},
	}
}

// ExtID is the external ID of an object that the configuration may choose.
func ExtID(noun string) schema.StringAttribute {
	return schema.StringAttribute{
		Optional:            true,
		Computed:            true,
		MarkdownDescription: "External ID, unique in the client. Defaults to a UUID. Changing it replaces the " + noun + ".",
		Validators:          externalID(),
		PlanModifiers: []planmodifier.String{
			stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplaceIfConfigured(),
		},
	}
}

// ServiceExtID is the external ID of an object that belongs to no client, and that the
// configuration may choose.
func ServiceExtID(noun string) schema.StringAttribute {
	attribute := ExtID(noun)
	attribute.MarkdownDescription = "External ID, unique in the service. Defaults to a UUID. Changing it replaces the " + noun + "."
	return attribute
}

// AssignedExtID is the external ID of an object whose id the service chooses.
func AssignedExtID(noun string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: "External ID of the " + noun + ", which the service assigns.",
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// RequiredText is a text that must be given and can be changed.
func RequiredText(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(validators)}
}

// RequiredBool is a boolean that must be given and can be changed.
func RequiredBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Required: true, MarkdownDescription: description}
}

// FixedText is a RequiredText that the object keeps for its life: Changing it replaces the
// object.
func FixedText(description string, validators ...validator.String) schema.StringAttribute {
	attribute := RequiredText(description, validators...)
	attribute.PlanModifiers = []planmodifier.String{stringplanmodifier.RequiresReplace()}
	return attribute
}

// OptionalReference is a Reference that may be left out.
func OptionalReference(description string) schema.StringAttribute {
	attribute := Reference(description)
	attribute.Required, attribute.Optional = false, true
	return attribute
}

// FixedDefaultedBool is a DefaultedBool that the object keeps for its life.
func FixedDefaultedBool(otherwise bool, description string) schema.BoolAttribute {
	attribute := DefaultedBool(otherwise, description)
	attribute.PlanModifiers = []planmodifier.Bool{boolplanmodifier.RequiresReplace()}
	return attribute
}

// AssignedInt is a number that the service chooses when the object is made.
func AssignedInt(description string) schema.Int64Attribute {
	return schema.Int64Attribute{
		Computed: true, MarkdownDescription: description, PlanModifiers: []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
	}
}

// RequiredFixedBool is a RequiredBool that the object keeps for its life: Changing it replaces
// the object.
func RequiredFixedBool(description string) schema.BoolAttribute {
	attribute := RequiredBool(description)
	attribute.PlanModifiers = []planmodifier.Bool{boolplanmodifier.RequiresReplace()}
	return attribute
}

// Reference is a required external ID of another object. Changing it replaces the object that
// refers to it.
func Reference(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: description,
		Validators:          externalID(),
		PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
	}
}

// RequiredFixedText is a text that must be given. Changing it replaces the object.
func RequiredFixedText(description string, validators ...validator.String) schema.StringAttribute {
	attribute := RequiredText(description, validators...)
	attribute.PlanModifiers = []planmodifier.String{stringplanmodifier.RequiresReplace()}
	return attribute
}

// ComputedOnce is a text that the service computes when the object is made, and keeps.
func ComputedOnce(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed: true, MarkdownDescription: description,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// OptionalText is a text that the configuration owns: left out means that there is none.
func OptionalText(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: clearing(description), Validators: texts(validators)}
}

// clearing says what happens to an argument that is left out, where its description does not.
func clearing(description string) string {
	for _, said := range []string{"Without it", "Left out", "clear", "Defaults to", "Needed by"} {
		if strings.Contains(description, said) {
			return description
		}
	}
	return description + " Removing it clears the value."
}

// OptionalComputedText is a text that the service assigns when the configuration leaves it out.
// Left out, it is never sent and never reset.
func OptionalComputedText(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{
		Optional:            true,
		Computed:            true,
		MarkdownDescription: description,
		Validators:          texts(validators),
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// OptionalComputedBool is a boolean that the service assigns when the configuration leaves it out.
// Left out, it is never sent and never reset.
func OptionalComputedBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional:            true,
		Computed:            true,
		MarkdownDescription: description,
		PlanModifiers:       []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
	}
}

// OptionalComputedFixedBool is an OptionalComputedBool that the object keeps for its life: another
// value replaces the object.
func OptionalComputedFixedBool(description string) schema.BoolAttribute {
	attribute := OptionalComputedBool(description)
	attribute.PlanModifiers = append(attribute.PlanModifiers, boolplanmodifier.RequiresReplaceIfConfigured())
	return attribute
}

// DefaultText is a text with a default, which the provider itself reads: the service does not know
// it.
func DefaultText(value, description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, Computed: true, Default: stringdefault.StaticString(value),
		MarkdownDescription: description, Validators: texts(validators),
	}
}

// KeptText is a text that only the provider reads, with a default for a new object. Without a value
// in the configuration, an existing object keeps the one that it has.
func KeptText(otherwise, description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, Computed: true, PlanModifiers: []planmodifier.String{keptText{otherwise}},
		MarkdownDescription: description, Validators: texts(validators),
	}
}

// DefaultedBool is a boolean that the configuration owns, and that has a value of its own when it
// is left out.
func DefaultedBool(otherwise bool, description string) schema.BoolAttribute {
	return schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(otherwise),
		MarkdownDescription: description}
}

// DataRoom is one of the four booleans of an authorization: left out, it is false, so that a data
// room opened by hand shows in the plan and is closed again.
func DataRoom(objects string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional: true,
		Computed: true,
		Default:  booldefault.StaticBool(false),
		MarkdownDescription: "`true` applies the role to all " + objects +
			". Defaults to `false`: only those that the service lists for the authorization.",
	}
}

// LocalizedText is text by language that the configuration owns.
func LocalizedText(description string) schema.MapAttribute {
	return fixed(localized, description+" by language: `en`, `de`, `fr`, `it`. A language that is left out is cleared.")
}

// Validity is the time in which an object counts; the configuration owns it.
func Validity(noun string) schema.MapAttribute {
	return fixed(validity, "When the "+noun+" is valid: `from`, `to` or both, such as `2027-01-31T08:00:00Z` (RFC 3339). Without "+
		"it, always. "+
		"The service can change a bound but not remove it.")
}

// FixedValidity is a Validity that no operation changes: Changing it replaces the object.
func FixedValidity(noun string) schema.MapAttribute {
	attribute := fixed(validity, "When the "+noun+
		" is valid: `from`, `to` or both, such as `2027-01-31T08:00:00Z` (RFC 3339). Without it, always. Changing it replaces the "+noun+".")
	attribute.PlanModifiers = append(attribute.PlanModifiers, mapplanmodifier.RequiresReplace())
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
	return append([]validator.String{notEmpty{}}, more...)
}

func externalID() []validator.String { return []validator.String{notEmpty{}, element{}} }
