package export

import (
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// The kinds of grants that deserve a review.
const (
	reachesClient = "grants for the whole client (client_global)"
	hasEnded      = "grants that have ended"
	isTwice       = "grants of a role that the profile already has"
)

// dangers collects the grants that deserve a review, including grants that the export does not
// write.
func dangers(t *tenant.Tenant, now time.Time) []Danger {
	found := map[string][]string{}
	note := func(what string, yes bool, id string) {
		if yes {
			found[what] = append(found[what], id)
		}
	}
	for _, p := range t.Profiles {
		roles, enterpriseRoles := map[string]bool{}, map[string]bool{}
		for _, a := range p.Authorizations {
			id := kindAuthorization + " " + objecttype.ImportID(t.Client.ExtID, p.ExtID, a.ExtID)
			note(reachesClient, a.ClientGlobal != nil && *a.ClientGlobal, id)
			note(hasEnded, ended(a.Validity, now), id)
			note(isTwice, roles[a.RoleExtID], id)
			roles[a.RoleExtID] = true
		}
		for _, a := range p.EnterpriseAuthorizations {
			id := kindEnterpriseAuthorization + " " + objecttype.ImportID(t.Client.ExtID, p.ExtID, a.ExtID)
			note(hasEnded, ended(a.Validity, now), id)
			note(isTwice, enterpriseRoles[a.EnterpriseRoleExtID], id)
			enterpriseRoles[a.EnterpriseRoleExtID] = true
		}
	}
	all := []Danger{}
	for _, what := range []string{reachesClient, hasEnded, isTwice} {
		if len(found[what]) > 0 {
			all = append(all, Danger{what, found[what]})
		}
	}
	return all
}

func ended(v idm.Validity, now time.Time) bool {
	to, err := time.Parse(time.RFC3339, v.To)
	return err == nil && to.Before(now)
}
