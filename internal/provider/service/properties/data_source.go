package properties

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type dataSource struct {
	resourcebase.DataSource
	of owner
}

func newDataSource(o owner) datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: o.of.Name, Release: diagnostics.ReleaseOf(o.readable())}, o}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all properties of one " + d.of.title() + ", including undeclared ones." +
			d.of.precedence,
		Attributes: resourcebase.KeyOf(d.of.of, d.of.of.Key).And(attrs.WithAllProperties(d.of.title(), attrs.Attributes{})),
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	key := d.KeyValues(ctx, resourcebase.KeyOf(d.of.of, d.of.of.Key), req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.of.read(ctx, d.API, key)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, key...))
		return
	}
	secret, err := d.Checks.Encrypted(ctx, key[0], d.of.scopes...)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, key...))
		return
	}
	all := attrs.AllProperties(found, secret)
	all["client_ext_id"] = types.StringValue(key[0])
	for name, value := range all {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
}
