package attrs

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Grants are all grants of one kind by the external id of what is granted; the configuration owns
// the whole map.
func Grants(description string, attributes map[string]schema.Attribute) schema.MapNestedAttribute {
	return schema.MapNestedAttribute{
		Required:            true,
		MarkdownDescription: description,
		Validators:          []validator.Map{grantKeys{}},
		NestedObject:        schema.NestedAttributeObject{Attributes: attributes},
	}
}

// ExtIDs is a set of external ids; the configuration owns the whole set.
func ExtIDs(description string) schema.SetAttribute {
	return schema.SetAttribute{
		Required:            true,
		ElementType:         types.StringType,
		MarkdownDescription: description,
		Validators:          []validator.Set{setvalidator.NoNullValues(), setvalidator.ValueStringsAre(notEmpty{})},
	}
}

// grantKeys refuses an empty key, and an element that is null: a grant without arguments is an
// empty object.
type grantKeys struct{}

func (grantKeys) Description(context.Context) string {
	return "takes external ids as keys, and no null"
}
func (v grantKeys) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (grantKeys) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	for key, element := range req.ConfigValue.Elements() {
		if key == "" {
			resp.Diagnostics.AddAttributeError(req.Path, "Empty string", "A key is the external id of what is granted, and never empty.")
		}
		if element.IsNull() {
			resp.Diagnostics.AddAttributeError(req.Path.AtMapKey(key), "Null grant",
				fmt.Sprintf("Write %q = {} to grant it without a global data room, or leave the key out to take it away.", key))
		}
	}
}
