package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Consent is a user's agreement to a version of terms.
type Consent struct {
	TermsExtID string `json:"termsExtId"`
	// AcceptanceDate is a UTC time.
	AcceptanceDate string `json:"acceptanceDate"`
	TermsVersion   string `json:"termsVersion"`
}

// UserConsents reads the consents of a user: GET /core/v1/{client}/users/{user}/consents/,
// permission ConsentView. The response has no pages.
func (a *API) UserConsents(ctx context.Context, client, user string) iter.Seq2[Consent, error] {
	return rest.Array[Consent](ctx, a.c, a.core(http.MethodGet, "{client}/users/{owner}/consents/", Under(client, user), ""))
}

// PendingTerms lists the terms that a user has yet to accept: GET
// /core/v1/{client}/users/{user}/terms-pending/, permissions ConsentView, TermsView.
func (a *API) PendingTerms(ctx context.Context, client, user string) iter.Seq2[Terms, error] {
	return coreList[Terms](ctx, a, "{client}/users/{owner}/terms-pending/", Under(client, user))
}
