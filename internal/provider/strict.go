package provider

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
)

// strict is a schema whose nested attributes arrive as they are written: a CLI drops a misspelt key
// of a nested attribute, and then a variable of the environment would count in its place.
func strict(typed schema.Schema) schema.Schema {
	attributes := maps.Clone(typed.Attributes)
	for name, attribute := range attributes {
		nested, ok := attribute.(schema.SingleNestedAttribute)
		if !ok {
			continue
		}
		of, secret := attrs.StrictType{Title: name, Keys: map[string]attrs.StrictKey{}}, false
		for key, inner := range nested.Attributes {
			of.Keys[key] = inner
			secret = secret || inner.IsSensitive()
		}
		attributes[name] = schema.DynamicAttribute{
			Optional: true, Sensitive: secret, CustomType: of,
			MarkdownDescription: nested.MarkdownDescription + " An object with any of these keys, and an error with any other:\n" + of.Markdown(),
		}
	}
	typed.Attributes = attributes
	return typed
}

// meaning is what a configuration means, in the schema with nested attributes.
func meaning(ctx context.Context, config tfsdk.Config) tfsdk.Config {
	typed := typedSchema()
	var written map[string]tftypes.Value
	if config.Raw.IsNull() || config.Raw.As(&written) != nil {
		return config
	}
	values := maps.Clone(written)
	for name, attribute := range strict(typed).Attributes {
		if of, ok := attribute.GetType().(attrs.StrictType); ok {
			values[name] = of.Typed(written[name])
		}
	}
	return tfsdk.Config{Schema: typed, Raw: tftypes.NewValue(typed.Type().TerraformType(ctx), values)}
}
