package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Terms are conditions of use. They do not belong to a client. Version is 0 in releases without
// this field.
type Terms struct {
	ExtID            string `json:"extId"`
	Name             string `json:"name"`
	Active           *bool  `json:"active"`
	SilentAcceptance *bool  `json:"silentAcceptance"`
	TermsVersion     string `json:"termsVersion"`
	// URLs maps a language to the address of a page.
	URLs              map[string]string `json:"urls"`
	ApplicationExtIDs []string          `json:"applicationExtIds"`
	Record
}

func (t Terms) object() Object {
	return Object{ExtID: t.ExtID, Name: t.Name, Record: t.Record}
}

// TermsOps lists the terms of the service.
var TermsOps = Ops[Terms]{of: objecttype.Terms, get: inService((*API).Terms), list: ofService((*API).AllTerms)}

// TermsInput contains the values of terms to send: all values of new ones, the changes of existing
// ones. New ones need everything except URLs, and get their external ID from the service. A change
// must omit SilentAcceptance. With a Version, the service refuses the change of an object that has
// a different one.
type TermsInput struct {
	Name             Field[string] `json:"name,omitzero"`
	Active           Field[bool]   `json:"active,omitzero"`
	SilentAcceptance Field[bool]   `json:"silentAcceptance,omitzero"`
	TermsVersion     Field[string] `json:"termsVersion,omitzero"`
	// URLs replaces all addresses of the terms; an empty map removes them. If the service merges
	// addresses by language, it removes languages with the value "".
	URLs Field[map[string]string] `json:"urls,omitzero"`
	Versioned
}

// AllTerms lists the terms of the service: GET /core/v1/terms, permission TermsView.
func (a *API) AllTerms(ctx context.Context) iter.Seq2[Terms, error] {
	return coreList[Terms](ctx, a, "terms")
}

// Terms reads terms: GET /core/v1/terms/{extID}, permission TermsView.
func (a *API) Terms(ctx context.Context, extID string) (Terms, error) {
	return one[Terms](ctx, a, extID, a.core(http.MethodGet, "terms", extID))
}

// CreateTerms creates terms and returns their external ID: POST /core/v1/terms, permission
// TermsCreate. No operation deletes them.
func (a *API) CreateTerms(ctx context.Context, terms TermsInput) (string, error) {
	return rest.Create(ctx, a.c, a.core(http.MethodPost, "terms").Body(terms))
}

// UpdateTerms changes terms and returns them: PATCH /core/v1/terms/{extID}, permissions TermsView,
// TermsModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateTerms(ctx context.Context, extID string, patch TermsInput) (Terms, error) {
	return one[Terms](ctx, a, extID, a.core(http.MethodPatch, "terms", extID).Body(patch))
}
