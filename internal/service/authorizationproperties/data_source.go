package authorizationproperties

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
	return &dataSource{resourcebase.DataSource{Noun: "authorization_properties"}}
}

type dataModel struct {
	ClientExtID        types.String `tfsdk:"client_ext_id"`
	ProfileExtID       types.String `tfsdk:"profile_ext_id"`
	AuthorizationExtID types.String `tfsdk:"authorization_ext_id"`
	attrs.AllProperties
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all properties of an authorization, also those that no configuration manages. A value for the application " +
			"of the role wins over one for all applications.",
		Attributes: attrs.WithAllProperties("authorization", attrs.Attributes{
			"client_ext_id":        attrs.LookupClient(),
			"profile_ext_id":       attrs.Lookup("External id of the profile that holds the authorization."),
			"authorization_ext_id": attrs.Lookup("External id of the authorization."),
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
	client, profile, extID := config.ClientExtID.ValueString(), config.ProfileExtID.ValueString(), config.AuthorizationExtID.ValueString()
	properties, err := d.API.AuthorizationProperties(ctx, client, profile, extID)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile, extID))
		return
	}
	config.AllProperties = attrs.AllPropertiesValue(properties, d.Encrypted(ctx, client, scopes...))
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
