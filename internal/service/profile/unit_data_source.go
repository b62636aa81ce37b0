package profile

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type unitDataSource struct{ resourcebase.DataSource }

func newUnitDataSource() datasource.DataSource {
	return &unitDataSource{resourcebase.DataSource{Noun: "profile_unit"}}
}

type unitModel struct {
	lookup
	Unit *attrs.Unit `tfsdk:"unit"`
}

func (d *unitDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = lookupSchema("Reads the unit that a profile is in.", attrs.Attributes{
		"unit": attrs.ComputedObject("The unit; null when the profile is in none.", attrs.ComputedUnit()),
	})
}

func (d *unitDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config unitModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.parts()
	var err error
	if config.Unit, err = d.unit(ctx, config.ClientExtID, profile); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

// unit reads the unit of a profile, or returns nil if it has none. The service returns the same
// response for a profile that does not exist, so unit also reads the profile.
func (d *unitDataSource) unit(ctx context.Context, client types.String, profile string) (*attrs.Unit, error) {
	found, err := d.API.ProfileUnit(ctx, client.ValueString(), profile)
	if err == nil {
		unit := attrs.UnitValue(client, found)
		return &unit, nil
	}
	if !errors.Is(err, idm.ErrNoRecord) {
		return nil, err
	}
	holder, profileErr := d.API.Profile(ctx, client.ValueString(), profile)
	if profileErr != nil || holder.UnitExtID != "" {
		return nil, err
	}
	return nil, nil
}
