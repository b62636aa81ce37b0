package clientapplication

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type applicationsDataSource struct{ resourcebase.DataSource }

func newApplicationsDataSource() datasource.DataSource {
	return &applicationsDataSource{resourcebase.DataSource{Noun: "applications", Release: resourcebase.Release{
		Since: "2.71.0", Instead: "Use the external IDs of the applications, or list those of one client.",
	}}}
}

type applicationsModel struct {
	ClientExtID  types.String `tfsdk:"client_ext_id"`
	AllClients   types.Bool   `tfsdk:"all_clients"`
	Applications types.List   `tfsdk:"applications"`
}

func (d *applicationsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the applications that are assigned to a client, or all of the service.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"all_clients": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "`true` lists all applications of the service, assigned to a client or not; then omit " +
					"`client_ext_id`, which is null. `false`, the default, lists those of one client. It requires release 2.71.0 of the " +
					"service or later.",
			},
			"applications": attrs.ComputedList("The applications found, in the order of the service.", attrs.ComputedApplication()),
		},
	}
}

// ValidateConfig refuses a client together with all_clients.
func (d *applicationsDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest,
	resp *datasource.ValidateConfigResponse) {
	var config applicationsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if config.AllClients.ValueBool() && !config.ClientExtID.IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("client_ext_id"), "One client or all",
			"client_ext_id names one client, and all_clients = true lists the applications of the whole service. Set only one of the two.")
	}
}

func (d *applicationsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config applicationsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	found, key := idm.ApplicationOps.List(ctx, d.API, idm.Place{}), []string(nil)
	if !config.AllClients.ValueBool() {
		config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
		found, key = idm.ClientApplicationOps.List(ctx, d.API, idm.In(config.ClientExtID.ValueString())),
			[]string{config.ClientExtID.ValueString()}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	applications, err := idm.Complete(found)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, key...))
		return
	}
	config.Applications = attrs.ListValue(attrs.ComputedApplication(), applications, nil)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
