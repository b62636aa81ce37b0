package idm

import (
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

// TermsOps lists the terms of the service. No operation deletes them.
var TermsOps = Ops[Terms]{of: objecttype.Terms, object: "terms/{id}", list: "terms"}

// TermsWrites creates and changes terms.
var TermsWrites = Writes[Terms, TermsInput]{TermsOps}

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
