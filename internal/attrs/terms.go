package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// Terms are terms as the data sources show them; they go with ComputedTerms.
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

// ComputedTerms are the attributes of terms that a data source reads.
func ComputedTerms() Attributes {
	terms := WithRecord(Attributes{
		"ext_id":            ComputedText("External ID of the terms."),
		"name":              ComputedText("Name of the terms."),
		"active":            ComputedBool("`true` when the terms are in force."),
		"silent_acceptance": ComputedBool("`true` when a user who continues accepts the terms implicitly."),
		"terms_version":     ComputedText("Version of the terms that users accept."),
		"urls":              ComputedMap("Addresses of the pages with the terms: language, spelled as the service does, to address."),
		"application_ext_ids": schema.ListAttribute{
			Computed: true, ElementType: types.StringType, MarkdownDescription: "External IDs of the applications that demand the terms.",
		},
	})
	terms["version"] = ComputedInt("Version of the record for optimistic locking; null on releases of the service that do not return it.")
	return terms
}

// TermsValue converts terms.
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
