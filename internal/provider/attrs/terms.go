package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Terms is the model of ComputedTerms.
type Terms struct {
	ExtID             types.String `tfsdk:"ext_id"`
	Name              types.String `tfsdk:"name"`
	Active            types.Bool   `tfsdk:"active"`
	SilentAcceptance  types.Bool   `tfsdk:"silent_acceptance"`
	TermsVersion      types.String `tfsdk:"terms_version"`
	URLs              types.Map    `tfsdk:"urls"`
	ApplicationExtIDs types.List   `tfsdk:"application_ext_ids"`
	Record
}

// ComputedTerms returns the attributes of terms in a data source.
func ComputedTerms() Attributes {
	terms := WithRecord(Attributes{
		"ext_id":              ComputedText("External ID."),
		"name":                ComputedText("Name."),
		"active":              ComputedBool("`true` if in force."),
		"silent_acceptance":   ComputedBool("`true` if continuing accepts the terms."),
		"terms_version":       ComputedText("Version that users accept."),
		"urls":                ComputedMap("URLs of the terms by language."),
		"application_ext_ids": ComputedTexts("Applications that demand the terms."),
	})
	terms["version"] = ComputedInt("Version for optimistic locking; null in older releases.")
	return terms
}

// TermsValue converts terms of the service.
func TermsValue(t idm.Terms) Terms {
	terms := Terms{
		ExtID:             Text(t.ExtID),
		Name:              Text(t.Name),
		Active:            Flag(t.Active),
		SilentAcceptance:  Flag(t.SilentAcceptance),
		TermsVersion:      Text(t.TermsVersion),
		URLs:              StringMap(t.URLs),
		ApplicationExtIDs: Strings(t.ApplicationExtIDs),
		Record:            RecordValue(t.Record),
	}
	if t.Version == 0 {
		terms.Version = types.Int64Null()
	}
	return terms
}
