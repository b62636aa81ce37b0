package enterpriseauthorization

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type enterpriseAuthorizationsDataSource struct{ resourcebase.DataSource }

func newEnterpriseAuthorizationsDataSource() datasource.DataSource {
	return &enterpriseAuthorizationsDataSource{resourcebase.DataSource{Noun: "enterprise_authorizations"}}
}

type enterpriseAuthorizationsModel struct {
	ClientExtID              types.String `tfsdk:"client_ext_id"`
	ProfileExtID             types.String `tfsdk:"profile_ext_id"`
	EnterpriseAuthorizations []dataModel  `tfsdk:"enterprise_authorizations"`
}

func (d *enterpriseAuthorizationsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the enterprise authorizations of a profile: the grants of enterprise roles to it.",
		Attributes: attrs.Attributes{
			"client_ext_id":             attrs.LookupClient(),
			"profile_ext_id":            attrs.Lookup("External ID of the profile."),
			"enterprise_authorizations": attrs.ComputedList("The enterprise authorizations.", dataAttributes()),
		},
	}
}

func (d *enterpriseAuthorizationsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config enterpriseAuthorizationsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.ClientExtID.ValueString(), config.ProfileExtID.ValueString()
	var err error
	if config.EnterpriseAuthorizations, err = attrs.Collect(d.API.EnterpriseAuthorizations(ctx, client, profile),
		newDataModel); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
