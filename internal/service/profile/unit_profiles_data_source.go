package profile

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type unitProfilesDataSource struct{ resourcebase.DataSource }

func newUnitProfilesDataSource() datasource.DataSource {
	return &unitProfilesDataSource{resourcebase.DataSource{Noun: "unit_profiles"}}
}

type unitProfilesModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UnitExtID   types.String `tfsdk:"unit_ext_id"`
	Profiles    []dataModel  `tfsdk:"profiles"`
}

func (d *unitProfilesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the profiles in a unit, without those in its subunits, whatever their state. The service has no such " +
			"list: the search index names the users, and each user's profiles are read from the service. A user who was added moments " +
			"ago may be missing until the index is up to date.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"unit_ext_id":   attrs.Lookup("External ID of the unit whose profiles are listed."),
			"profiles":      attrs.ComputedList("The profiles in the unit, ordered by external ID.", shown()),
		},
	}
}

func (d *unitProfilesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config unitProfilesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, unit := config.ClientExtID.ValueString(), config.UnitExtID.ValueString()
	var err error
	config.Profiles, err = attrs.Collect(d.API.UnitProfiles(ctx, client, unit), func(profile idm.Profile) dataModel {
		m := dataModel{ClientExtID: config.ClientExtID}
		m.read(profile)
		return m
	})
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, unit))
		return
	}
	slices.SortFunc(config.Profiles, func(a, b dataModel) int {
		return cmp.Compare(a.ExtID.ValueString(), b.ExtID.ValueString())
	})
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
