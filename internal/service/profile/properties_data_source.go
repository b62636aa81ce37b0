package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// propertyScope is the scope of the definitions for properties of profiles.
const propertyScope = "onProfileGlobal"

type propertiesDataSource struct{ resourcebase.DataSource }

func newPropertiesDataSource() datasource.DataSource {
	return &propertiesDataSource{resourcebase.DataSource{Noun: "profile_properties"}}
}

type propertiesModel struct {
	lookup
	attrs.AllProperties
}

func (d *propertiesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = lookupSchema("Reads the properties of a profile: the customer-specific attributes that its client defines for profiles.",
		attrs.WithAllProperties("profile", attrs.Attributes{}))
}

func (d *propertiesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config propertiesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.parts()
	properties, err := d.API.ProfileProperties(ctx, client, profile)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	config.AllProperties = attrs.AllPropertiesValue(properties, d.Encrypted(ctx, client, propertyScope))
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
