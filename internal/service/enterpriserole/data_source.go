package enterpriserole

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
	return &dataSource{resourcebase.DataSource{Noun: "enterprise_role", Release: remedy.ReleaseOf(objecttype.EnterpriseRole)}}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attrs.ComputedEnterpriseRole()
	attributes["client_ext_id"] = attrs.LookupClient()
	attributes["ext_id"] = attrs.Lookup("External ID of the enterprise role.")
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one enterprise role of a client.", Attributes: attributes}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config attrs.EnterpriseRole
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	role, err := d.API.EnterpriseRole(ctx, client.ValueString(), config.ExtID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client.ValueString(), config.ExtID.ValueString()))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, attrs.EnterpriseRoleOf(client)(role))...)
}
