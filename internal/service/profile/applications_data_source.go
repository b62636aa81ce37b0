package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type applicationsDataSource struct{ resourcebase.DataSource }

func newApplicationsDataSource() datasource.DataSource {
	return &applicationsDataSource{resourcebase.DataSource{Noun: "profile_applications"}}
}

type applicationsModel struct {
	lookup
	Applications []attrs.Application `tfsdk:"applications"`
}

func (d *applicationsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = lookupSchema("Lists the applications that a profile may use: those of its roles that are assigned to the client.",
		attrs.Attributes{
			"applications": attrs.ComputedList("The applications, ordered by external ID.", attrs.ComputedApplication()),
		})
}

func (d *applicationsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config applicationsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.parts()
	var err error
	if config.Applications, err = attrs.Collect(d.API.ProfileApplications(ctx, client, profile), attrs.ApplicationValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
