package attrs

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// ownedNames checks the two maps of a properties resource: at least one property must be owned, no
// value or name may be empty, and no name may be in both. It is attached to `properties` and reads
// both maps, so that it reports each error once.
type ownedNames struct {
	// optional permits an object without properties.
	optional bool
}

func (ownedNames) Description(context.Context) string {
	return "needs a property in one of the two maps, with a value that is not empty"
}
func (v ownedNames) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v ownedNames) ValidateMap(ctx context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	var o OwnedProperties
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(propertiesName), &o.Properties)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(sensitivePropertiesName), &o.SensitiveProperties)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(o.Check()...)
	if o.Properties.IsUnknown() || o.SensitiveProperties.IsUnknown() {
		return
	}
	if len(o.Values()) == 0 && (!v.optional || !o.Imported()) {
		resp.Diagnostics.AddAttributeError(req.Path, "No properties",
			"Give at least one property, in `properties` or in `sensitive_properties`. To manage none, omit the resource.")
	}
}
