package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type rolesDataSource struct{ resourcebase.DataSource }

func newRolesDataSource() datasource.DataSource {
	return &rolesDataSource{resourcebase.DataSource{Noun: "profile_roles"}}
}

type rolesModel struct {
	lookup
	Roles []attrs.Role `tfsdk:"roles"`
}

func (d *rolesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = lookupSchema("Lists the roles of a profile: those that authorizations grant to it, and those of its enterprise roles.",
		attrs.Attributes{
			"roles": attrs.ComputedList("The roles, each once.", attrs.ComputedRole()),
		})
}

func (d *rolesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config rolesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.parts()
	var err error
	if config.Roles, err = attrs.Collect(d.API.ProfileRoles(ctx, client, profile), attrs.RoleValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
