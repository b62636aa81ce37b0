package properties

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct {
	resourcebase.DataSource
	of owner
}

func newDataSource(o owner) datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: o.of.Name, Release: remedy.ReleaseOf(o.readable())}, o}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attrs.Attributes{"client_ext_id": attrs.LookupClient()}
	for i, part := range d.of.of.Key[1:] {
		title := d.of.title()
		if i < len(d.of.of.Key)-2 {
			title = d.of.holder(part)
		}
		attributes[part] = attrs.Lookup("External ID of the " + title + ".")
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all properties of " + d.of.a + " " + d.of.title() + ", also those that no configuration manages." +
			d.of.precedence,
		Attributes: attrs.WithAllProperties(d.of.title(), attributes),
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	key := d.key(ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.of.read(ctx, d.API, key)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, key...))
		return
	}
	all := attrs.AllPropertiesValue(found, d.Checks.Encrypted(ctx, key[0], d.of.scopes...))
	for name, value := range map[string]attr.Value{
		"client_ext_id": types.StringValue(key[0]), "properties": all.Properties,
		"sensitive_properties": all.SensitiveProperties, "classifications": all.Classifications,
	} {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
}

// key returns the key of the configured owner.
func (d *dataSource) key(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) []string {
	parts := make([]types.String, len(d.of.of.Key))
	for i, part := range d.of.of.Key {
		diags.Append(config.GetAttribute(ctx, path.Root(part), &parts[i])...)
	}
	parts[0] = d.Client(parts[0], diags)
	key := make([]string, len(parts))
	for i, part := range parts {
		key[i] = part.ValueString()
	}
	return key
}
