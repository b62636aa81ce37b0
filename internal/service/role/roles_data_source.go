package role

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

type rolesDataSource struct{ resourcebase.DataSource }

func newRolesDataSource() datasource.DataSource {
	return &rolesDataSource{resourcebase.DataSource{Noun: "roles", Release: remedy.ReleaseOf(objecttype.Role)}}
}

type rolesModel struct {
	ApplicationExtID types.String `tfsdk:"application_ext_id"`
	Roles            []attrs.Role `tfsdk:"roles"`
}

func (d *rolesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the roles of an application.",
		Attributes: attrs.Attributes{
			"application_ext_id": attrs.Lookup("External ID of the application."),
			"roles":              attrs.ComputedList("The roles of the application, in the order of the service.", attrs.ComputedRole()),
		},
	}
}

func (d *rolesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config rolesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	application := config.ApplicationExtID.ValueString()
	var err error
	if config.Roles, err = attrs.Collect(d.API.ApplicationRoles(ctx, application), attrs.RoleValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, application))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
