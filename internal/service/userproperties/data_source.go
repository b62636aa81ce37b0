package userproperties

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
	return &dataSource{resourcebase.DataSource{Noun: "user_properties", Release: release}}
}

type dataModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
	attrs.AllProperties
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all properties of a user, also those that no configuration manages.",
		Attributes: attrs.WithAllProperties("user", attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"user_ext_id":   attrs.Lookup("External id of the user."),
		}),
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config dataModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, extID := config.ClientExtID.ValueString(), config.UserExtID.ValueString()
	properties, err := d.API.UserProperties(ctx, client, extID)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, extID))
		return
	}
	config.AllProperties = attrs.AllPropertiesValue(properties, d.Encrypted(ctx, client, scope))
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
