package authorization

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type authorizationsDataSource struct{ resourcebase.DataSource }

func newAuthorizationsDataSource() datasource.DataSource {
	return &authorizationsDataSource{resourcebase.DataSource{Noun: "authorizations"}}
}

type authorizationsModel struct {
	ClientExtID    types.String `tfsdk:"client_ext_id"`
	ProfileExtID   types.String `tfsdk:"profile_ext_id"`
	Authorizations []dataModel  `tfsdk:"authorizations"`
}

func (d *authorizationsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the authorizations of a profile. The roles that it has through enterprise roles are not among them; " +
			"`idm_profile_roles` lists all its roles.",
		Attributes: attrs.Attributes{
			"client_ext_id":  attrs.LookupClient(),
			"profile_ext_id": attrs.Lookup("External ID of the profile."),
			"authorizations": attrs.ComputedList("The authorizations.", dataAttributes()),
		},
	}
}

func (d *authorizationsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config authorizationsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.ClientExtID.ValueString(), config.ProfileExtID.ValueString()
	var err error
	if config.Authorizations, err = attrs.Collect(d.API.Authorizations(ctx, client, profile), newDataModel); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
