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
		MarkdownDescription: "Reads all properties of " + d.of.a + " " + d.of.title() + ", including undeclared ones." +
			d.of.precedence,
		Attributes: d.of.key().And(attrs.WithAllProperties(d.of.title(), attrs.Attributes{})),
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	key := d.KeyValues(ctx, d.of.key(), req.Config, &resp.Diagnostics)
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

// key identifies an owner.
func (o owner) key() resourcebase.Key {
	key, last := resourcebase.InClient(), len(o.of.Key)-1
	for i, part := range o.of.Key[1:] {
		title := o.title()
		if i+1 < last {
			title = o.holder(part)
		}
		key = key.By(part, "External ID of the "+title+".")
	}
	return key
}
