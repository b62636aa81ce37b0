package authorization

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "authorization"}}
}

type lookupModel struct {
	ClientExtID  types.String `tfsdk:"client_ext_id"`
	ProfileExtID types.String `tfsdk:"profile_ext_id"`
	dataModel
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := dataAttributes()
	attributes["client_ext_id"] = attrs.LookupClient()
	attributes["profile_ext_id"] = attrs.Lookup("External ID of the profile that has the role.")
	attributes["ext_id"] = attrs.Lookup("External ID of the authorization.")
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one authorization of a profile.", Attributes: attributes}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config lookupModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile, extID := config.ClientExtID.ValueString(), config.ProfileExtID.ValueString(), config.ExtID.ValueString()
	authorization, err := d.API.Authorization(ctx, client, profile, extID)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile, extID))
		return
	}
	config.dataModel = newDataModel(authorization)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
