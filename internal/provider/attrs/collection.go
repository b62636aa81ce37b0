package attrs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

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
		"sources": schema.MapAttribute{
			Optional: true, WriteOnly: true, ElementType: types.StringType,
			MarkdownDescription: "Write-only: where an element or member (`authorizations.crm-reader`) comes from, such as " +
				"`people.csv line 7`, by its key. Errors begin with it. Without it, none do.",
		},
	}
	maps.Copy(all, own)
	return all
}

// Elements returns an attribute for the objects of a collection, by keys of the configuration. title
// is the name of one object, and single the resource of one, which has the given arguments.
func Elements(description, title, single string, keys map[string]fixedmap.Key, arguments []string) schema.DynamicAttribute {
	of := fixedmap.New(fixedmap.Type{Title: "a " + title, Keys: keys, Words: fixedmap.Words{
		Map: "a map from a key of yours to a " + title, Key: "A key is the default of an external ID",
		Null: func(string) string { return "Remove the key, or write an object." },
	}})
	described := map[string]fixedmap.Key{}
	var shared []string
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		if slices.Contains(arguments, name) {
			shared = append(shared, "`"+name+"`")
		} else {
			described[name] = keys[name]
		}
	}
	return schema.DynamicAttribute{
		Required:   true,
		CustomType: of,
		MarkdownDescription: fmt.Sprintf("%s Each is an object with these arguments of [`idm_%[2]s`](%[2]s.md): %s; and with those below. "+
			"Any other key is an error.\n%s", description, single, strings.Join(shared, ", "), listKeys(described)),
	}
}
