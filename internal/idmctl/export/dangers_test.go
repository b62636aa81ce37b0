package export

import (
	"slices"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

func TestDangers(t *testing.T) {
	past, future := idm.Validity{To: "2024-12-31T23:00:00+01:00"}, idm.Validity{To: "2025-01-02T00:00:00Z"}
	of := &tenant.Tenant{Client: idm.Client{ExtID: "acme"}, Profiles: []tenant.Profile{{
		Profile: idm.Profile{ExtID: "p"},
		Authorizations: []tenant.Authorization{
			{Authorization: idm.Authorization{ExtID: "1", RoleExtID: "r", ClientGlobal: new(true), Validity: future}},
			{Authorization: idm.Authorization{ExtID: "2", RoleExtID: "r", ClientGlobal: new(false), Validity: past}},
		},
		EnterpriseAuthorizations: []idm.EnterpriseAuthorization{{ExtID: "3", EnterpriseRoleExtID: "r"},
			{ExtID: "4", EnterpriseRoleExtID: "r",
				Validity: past}},
	}}}
	got := dangers(of, time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC))
	want := []Danger{
		{reachesClient, []string{"idm_authorization acme/p/1"}},
		{hasEnded, []string{"idm_authorization acme/p/2", "idm_enterprise_authorization acme/p/4"}},
		{isTwice, []string{"idm_authorization acme/p/2", "idm_enterprise_authorization acme/p/4"}},
	}
	if !slices.EqualFunc(got, want, func(a, b Danger) bool { return a.What == b.What && slices.Equal(a.IDs, b.IDs) }) {
		t.Errorf("found %+v", got)
	}
}
