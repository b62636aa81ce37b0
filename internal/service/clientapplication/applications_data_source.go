package clientapplication

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type applicationsDataSource struct{ resourcebase.DataSource }

func newApplicationsDataSource() datasource.DataSource {
	return &applicationsDataSource{resourcebase.DataSource{Noun: "applications"}}
}

type applicationsModel struct {
	ClientExtID  types.String        `tfsdk:"client_ext_id"`
	Applications []attrs.Application `tfsdk:"applications"`
}

func (d *applicationsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the applications that are assigned to a client.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"applications":  attrs.ComputedList("The applications of the client, in the order of the service.", attrs.ComputedApplication()),
		},
	}
}

func (d *applicationsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config applicationsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var err error
	config.Applications, err = attrs.Collect(d.API.ClientApplications(ctx, config.ClientExtID.ValueString()), attrs.ApplicationValue)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, config.ClientExtID.ValueString()))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
