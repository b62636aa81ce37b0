package unit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "unit"}}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attrs.ComputedUnit()
	attributes["client_ext_id"] = attrs.LookupClient()
	attributes["ext_id"] = attrs.Lookup("External ID of the unit.")
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one unit of a client.", Attributes: attributes}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config attrs.Unit
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	unit, err := d.API.Unit(ctx, client.ValueString(), config.ExtID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client.ValueString(), config.ExtID.ValueString()))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, attrs.UnitValue(client, unit))...)
}
