package consent

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "user_consents"},
		Description: "Lists the terms that a user has accepted.",
		Key:         resourcebase.InClient().By("user_ext_id", "External ID of the user."),
		Name:        "consents",
		Attribute: attrs.ComputedList("Consents.", attrs.Attributes{
			"terms_ext_id":    attrs.ComputedText("External ID of the terms."),
			"acceptance_date": attrs.ComputedText("Time of the acceptance."),
			"terms_version":   attrs.ComputedText("Accepted version."),
		}),
		List: resourcebase.AllBy((*idm.API).UserConsents),
	}
}

func newPendingTermsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "user_pending_terms"},
		Description: "Lists the terms that a user has yet to accept.",
		Key:         resourcebase.InClient().By("user_ext_id", "External ID of the user."),
		Name:        "terms",
		Attribute:   attrs.ComputedList("Terms.", attrs.ComputedTerms()),
		List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			pending, err := idm.Complete(api.PendingTerms(ctx, key[0], key[1]))
			return attrs.TermsValue(pending), err
		},
	}
}
