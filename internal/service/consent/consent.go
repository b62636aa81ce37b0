// Package consent is the noun consent: a user's agreement to terms. The provider reads what a user
// has accepted, and what is yet to be accepted.
package consent

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_user_consents and idm_user_pending_terms.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{DataSources: []func() datasource.DataSource{newDataSource, newPendingTermsDataSource}}
}
