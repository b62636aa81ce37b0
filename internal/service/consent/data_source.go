package consent

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "user_consents"}}
}

type listModel struct {
	ClientExtID types.String   `tfsdk:"client_ext_id"`
	UserExtID   types.String   `tfsdk:"user_ext_id"`
	Consents    []consentModel `tfsdk:"consents"`
}

type consentModel struct {
	TermsExtID     types.String `tfsdk:"terms_ext_id"`
	AcceptanceDate types.String `tfsdk:"acceptance_date"`
	TermsVersion   types.String `tfsdk:"terms_version"`
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the terms that a user has accepted.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"user_ext_id":   attrs.Lookup("External ID of the user."),
			"consents": attrs.ComputedList("Consents.", attrs.Attributes{
				"terms_ext_id":    attrs.ComputedText("External ID of the terms."),
				"acceptance_date": attrs.ComputedText("Time of the acceptance."),
				"terms_version":   attrs.ComputedText("Accepted version."),
			}),
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
	config.Consents, err = attrs.Collect(d.API.UserConsents(ctx, client, user), func(consent idm.Consent) consentModel {
		return consentModel{
			TermsExtID:     attrs.Text(consent.TermsExtID),
			AcceptanceDate: attrs.Text(consent.AcceptanceDate),
			TermsVersion:   attrs.Text(consent.TermsVersion),
		}
	})
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, user))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
