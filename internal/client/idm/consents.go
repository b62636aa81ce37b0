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
	return rest.Array[Consent](ctx, a.c, a.core(http.MethodGet, client, "users", user, "consents").TrailingSlash())
}

// PendingTerms lists the terms that a user has yet to accept: GET
// /core/v1/{client}/users/{user}/terms-pending/, permissions ConsentView, TermsView.
func (a *API) PendingTerms(ctx context.Context, client, user string) iter.Seq2[Terms, error] {
	return list[Terms](ctx, a, 0, nil, func() *rest.Request {
		return a.core(http.MethodGet, client, "users", user, "terms-pending").TrailingSlash()
	})
}

// CreateConsent accepts the current version of terms for a user, even if the terms are not pending,
// and returns the id of the consent: POST /core/v1/{client}/users/{user}/consents, permission
// ConsentCreate. rest.ErrNoRecord when the terms do not exist. A consent cannot be withdrawn.
func (a *API) CreateConsent(ctx context.Context, client, user, terms string) (string, error) {
	return rest.Create(ctx, a.c, a.core(http.MethodPost, client, "users", user, "consents").Body(map[string]string{"termsExtId": terms}))
}
