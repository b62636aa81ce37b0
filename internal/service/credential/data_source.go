package credential

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
	return &dataSource{resourcebase.DataSource{Noun: "user_credentials"}}
}

type listModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
	Credentials []model      `tfsdk:"credentials"`
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the credentials of a user without their hashed secrets, which the ephemeral resource " +
			"`idm_user_credentials` reads.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"user_ext_id":   attrs.Lookup("External ID of the user."),
			"credentials":   attrs.ComputedList("Credentials.", shown()),
		},
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, user := config.ClientExtID.ValueString(), config.UserExtID.ValueString()
	var err error
	if config.Credentials, err = attrs.Collect(d.API.UserCredentials(ctx, client, user), value); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, user))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
