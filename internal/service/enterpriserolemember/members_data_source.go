package enterpriserolemember

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type membersDataSource struct{ resourcebase.DataSource }

func newMembersDataSource() datasource.DataSource {
	return &membersDataSource{resourcebase.DataSource{
		Noun: "enterprise_role_members", Release: remedy.ReleaseOf(objecttype.EnterpriseRoleMember),
	}}
}

type membersModel struct {
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	EnterpriseRoleExtID types.String `tfsdk:"enterprise_role_ext_id"`
	Members             []attrs.Role `tfsdk:"members"`
}

func (d *membersDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the roles that an enterprise role consists of.",
		Attributes: attrs.Attributes{
			"client_ext_id":          attrs.LookupClient(),
			"enterprise_role_ext_id": attrs.Lookup("External ID of the enterprise role."),
			"members":                attrs.ComputedList("The roles, in the order of the service.", attrs.ComputedRole()),
		},
	}
}

func (d *membersDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config membersModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, enterpriseRole := config.ClientExtID.ValueString(), config.EnterpriseRoleExtID.ValueString()
	var err error
	if config.Members, err = attrs.Collect(d.API.EnterpriseRoleMembers(ctx, client, enterpriseRole), attrs.RoleValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, enterpriseRole))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
