package enterpriserole

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

type enterpriseRolesDataSource struct{ resourcebase.DataSource }

func newEnterpriseRolesDataSource() datasource.DataSource {
	return &enterpriseRolesDataSource{resourcebase.DataSource{Noun: "enterprise_roles",
		Release: remedy.ReleaseOf(objecttype.EnterpriseRole)}}
}

type enterpriseRolesModel struct {
	ClientExtID     types.String           `tfsdk:"client_ext_id"`
	EnterpriseRoles []attrs.EnterpriseRole `tfsdk:"enterprise_roles"`
}

func (d *enterpriseRolesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the enterprise roles of a client.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"enterprise_roles": attrs.ComputedList("The enterprise roles of the client, in the order of the service.",
				attrs.ComputedEnterpriseRole()),
		},
	}
}

func (d *enterpriseRolesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config enterpriseRolesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client := config.ClientExtID.ValueString()
	var err error
	config.EnterpriseRoles, err = attrs.Collect(d.API.EnterpriseRoles(ctx, client), attrs.EnterpriseRoleOf(config.ClientExtID))
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
