package role

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "role", Release: remedy.ReleaseOf(objecttype.Role)}}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attrs.ComputedRole()
	attributes["ext_id"] = attrs.Lookup("External ID of the role.")
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads one role, with the application that it belongs to.",
		Attributes:          attributes,
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config attrs.Role
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	role, err := d.API.Role(ctx, config.ExtID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, config.ExtID.ValueString()))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, attrs.RoleValue(role))...)
}
