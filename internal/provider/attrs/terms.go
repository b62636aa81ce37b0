package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

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

// TermsValue returns what a data source reads of terms.
func TermsValue(all []idm.Terms) types.List {
	return Rows(ComputedTerms(), all, func(t idm.Terms) map[string]attr.Value {
		if t.Version == 0 {
			return map[string]attr.Value{"version": types.Int64Null()}
		}
		return nil
	})
}
