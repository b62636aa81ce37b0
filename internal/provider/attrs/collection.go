package attrs

import (
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// Collection returns the attributes of a collection: those given, and those of every collection.
func Collection(own map[string]schema.Attribute) map[string]schema.Attribute {
	all := map[string]schema.Attribute{
		"id": ComputedOnce("External ID of the client, with `/` as `%2F` and `%` as `%25`."),
		"client_ext_id": schema.StringAttribute{
			Optional: true, Computed: true, Validators: externalID(),
			MarkdownDescription: "External ID of the client (tenant). Defaults to the provider's `client_ext_id`. It cannot be " +
				"changed: a collection does not move to another client.",
		},
		"ext_ids": schema.MapAttribute{
			Computed: true, ElementType: types.StringType,
			MarkdownDescription: "External IDs by key, for references. Plans show the keys, even of a sensitive map.",
		},
		"sensitive_properties": schema.MapAttribute{
			Optional: true, Sensitive: true, ElementType: types.MapType{ElemType: types.StringType},
			MarkdownDescription: "Encrypted properties by key. Plans do not show them.",
		},
		"max_removals": schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.AtLeast(0)},
			MarkdownDescription: "How many objects one plan may delete or archive. Defaults to 10 or 5 % of the " +
				"elements, whichever is more. A destroy uses the number in the state.",
		},
		"on_destroy": OptionalText("`keep`: objects that leave the map, or all in a destroy, stay in the service, so that another "+
			"resource can adopt them. Without it, they are deleted or archived.",
			stringvalidator.OneOf("keep")),
		"adopt": schema.SetAttribute{
			Optional: true, ElementType: types.StringType, Validators: []validator.Set{setvalidator.ValueStringsAre(notEmpty)},
			MarkdownDescription: "Keys whose objects may exist, or `[\"*\"]` for all. They are taken over and changed to the declared " +
				"values, with a warning. Without it, an existing object is an error. Remove it after the apply.",
		},
	}
	maps.Copy(all, own)
	return all
}

// ElementExtID returns the key for the external ID of an element.
func ElementExtID(of *objecttype.Type) fixedmap.Key {
	key := ExtID(of)
	key.MarkdownDescription = "External ID, unique in the client. Defaults to the key; changing it deletes the " + of.Title +
		" and creates another one."
	return key
}

// ElementParent returns the key for the element above, in place of the argument above.
func ElementParent(above string) fixedmap.Key {
	return OptionalText("Key of the unit above this one. Without it, the unit is directly below `" + above + "`. If a unit was moved " +
		"elsewhere by hand, the state has a slash and the external ID of the unit above it.")
}

// Elements returns an attribute for the objects of a collection, by keys of the configuration. single
// are the keys that the resource of one object also has.
func Elements(of *objecttype.Type, description string, keys, single map[string]fixedmap.Key) schema.DynamicAttribute {
	own := maps.Clone(keys)
	maps.DeleteFunc(own, func(name string, _ fixedmap.Key) bool { return single[name] != nil })
	return schema.DynamicAttribute{
		Required: true,
		CustomType: fixedmap.New(fixedmap.Type{Title: "a " + of.Title, Keys: keys, Words: fixedmap.Words{
			Map: "a map from a key of yours to a " + of.Title, Key: "A key is the default of an external ID",
			Null: func(string) string { return "Remove the key, or write an object." },
		}}),
		MarkdownDescription: fmt.Sprintf("%s Each is an object with the arguments of [`idm_%[2]s`](%[2]s.md), except `client_ext_id` "+
			"and those that the following replace. Any other key is an error.\n%s", description, of.Name, listKeys(own)),
	}
}
