package unit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

var newDataSource = resourcebase.One(idm.UnitOps, "Reads one unit of a client.", attrs.ComputedUnit())

type unitsDataSource struct{ resourcebase.DataSource }

func newUnitsDataSource() datasource.DataSource {
	return &unitsDataSource{resourcebase.DataSource{Noun: "units"}}
}

type unitsModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UnitExtID   types.String `tfsdk:"unit_ext_id"`
	Recursive   types.Bool   `tfsdk:"recursive"`
	Units       types.List   `tfsdk:"units"`
}

func (d *unitsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the units below a unit. The service has no list of all units or of the root units of a client.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"unit_ext_id":   attrs.Lookup("External ID of the unit whose subunits are listed."),
			"recursive": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "`true` lists everything below the unit, parents before their children; `false`, the default, only " +
					"the units " +
					"directly below it. " +
					"It takes one request for each unit of the subtree.",
			},
			"units": attrs.ComputedList("The units found.", attrs.ComputedUnit()),
		},
	}
}

func (d *unitsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config unitsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, unitExtID := config.ClientExtID.ValueString(), config.UnitExtID.ValueString()
	units, err := idm.Complete(d.API.UnitsBelow(ctx, client, unitExtID, config.Recursive.ValueBool()))
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, unitExtID))
		return
	}
	config.Units = attrs.ListValue(attrs.ComputedUnit(), units, map[string]attr.Value{"client_ext_id": config.ClientExtID})
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
