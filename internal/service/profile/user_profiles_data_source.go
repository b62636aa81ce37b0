package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type userProfilesDataSource struct{ resourcebase.DataSource }

func newUserProfilesDataSource() datasource.DataSource {
	return &userProfilesDataSource{resourcebase.DataSource{Noun: "user_profiles"}}
}

type userProfilesModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
	Profiles    []dataModel  `tfsdk:"profiles"`
}

func (d *userProfilesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists all profiles of a user, whatever their state.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"user_ext_id":   attrs.Lookup("External ID of the user whose profiles are listed."),
			"profiles":      attrs.ComputedList("The profiles of the user, in the order of the service.", shown()),
		},
	}
}

func (d *userProfilesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config userProfilesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, user := config.ClientExtID.ValueString(), config.UserExtID.ValueString()
	var err error
	config.Profiles, err = attrs.Collect(d.API.UserProfiles(ctx, client, user), func(profile idm.Profile) dataModel {
		m := dataModel{ClientExtID: config.ClientExtID}
		m.read(profile)
		return m
	})
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, user))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
