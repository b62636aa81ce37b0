package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type enterpriseRolesDataSource struct{ resourcebase.DataSource }

func newEnterpriseRolesDataSource() datasource.DataSource {
	return &enterpriseRolesDataSource{resourcebase.DataSource{Noun: "profile_enterprise_roles"}}
}

type enterpriseRolesModel struct {
	lookup
	EnterpriseRoles []attrs.EnterpriseRole `tfsdk:"enterprise_roles"`
}

func (d *enterpriseRolesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = lookupSchema("Lists the enterprise roles of a profile, those that enterprise authorizations grant to it.",
		attrs.Attributes{
			"enterprise_roles": attrs.ComputedList("The enterprise roles, each once.", attrs.ComputedEnterpriseRole()),
		})
}

func (d *enterpriseRolesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config enterpriseRolesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.parts()
	var err error
	if config.EnterpriseRoles, err = attrs.Collect(d.API.ProfileEnterpriseRoles(ctx, client, profile),
		attrs.EnterpriseRoleValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
