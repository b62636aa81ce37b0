package consent

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type pendingTermsDataSource struct{ resourcebase.DataSource }

func newPendingTermsDataSource() datasource.DataSource {
	return &pendingTermsDataSource{resourcebase.DataSource{Noun: "user_pending_terms"}}
}

type pendingTermsModel struct {
	ClientExtID types.String  `tfsdk:"client_ext_id"`
	UserExtID   types.String  `tfsdk:"user_ext_id"`
	Terms       []attrs.Terms `tfsdk:"terms"`
}

func (d *pendingTermsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the terms that a user has yet to accept.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"user_ext_id":   attrs.Lookup("External ID of the user."),
			"terms":         attrs.ComputedList("Terms.", attrs.ComputedTerms()),
		},
	}
}

func (d *pendingTermsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config pendingTermsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, user := config.ClientExtID.ValueString(), config.UserExtID.ValueString()
	var err error
	if config.Terms, err = attrs.Collect(d.API.PendingTerms(ctx, client, user), attrs.TermsValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, user))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
