// Package consent implements the noun consent: a user's agreement to terms. The provider reads the
// terms that a user has accepted, and those that are pending.
package consent

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_user_consents and idm_user_pending_terms.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{DataSources: resourcebase.DataSources{newDataSource, newPendingTermsDataSource}}
}
