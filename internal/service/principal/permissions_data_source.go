package principal

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type permissionsDataSource struct{ resourcebase.DataSource }

func newPermissionsDataSource() datasource.DataSource {
	return &permissionsDataSource{resourcebase.DataSource{Noun: "permissions"}}
}

type permissionsModel struct {
	Permissions types.List `tfsdk:"permissions"`
}

func (d *permissionsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the elementary permissions of the login that the provider uses.",
		Attributes: attrs.Attributes{
			"permissions": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "Full names of the permissions, such as `AccessControl.UnitView`.",
			},
		},
	}
}

func (d *permissionsDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	permissions, err := d.API.Permissions(ctx)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, permissionsModel{attrs.Strings(permissions)})...)
}
