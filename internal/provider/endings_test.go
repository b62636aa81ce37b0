package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

// planChange is a planned change of an object: from the first configuration to the second, nil for
// none.
type planChange struct {
	resource string
	from, to acctest.Values
}

// A plan that ends an object and changes what needs it is an error, in any order of the two: an
// archived user with its profiles, their grants and its credentials, an archived profile with its
// grants, a disabled unit, and a deleted object that another one names by text.
func TestEndings(t *testing.T) {
	t.Parallel()
	const archived, disabled, deleted = "Archived and changed by the same plan", "Disabled and filled by the same plan",
		"Deleted and needed by the same plan"
	ben := acctest.Values{"ext_id": "user", "login_id": "user", "user_state": "active"}
	leaves := planChange{"idm_user", ben, with(ben, "user_state", "archived")}
	profile := acctest.Values{"ext_id": "pr", "user_ext_id": "user"}
	grant := acctest.Values{"profile_ext_id": "pr", "role_ext_id": "crm-reader"}
	credential := acctest.Values{"user_ext_id": "user", "ext_id": "c", "identification": "x"}
	ends := planChange{"idm_profile", with(profile, "profile_state", "active"), with(profile, "profile_state", "archived")}
	unit := acctest.Values{"ext_id": "un", "name": "Un", "profileless": false, "state": "active"}
	closes := planChange{"idm_unit", unit, with(unit, "state", "disabled")}
	role := acctest.Values{"ext_id": "r", "application_ext_id": "crm", "name": "R"}
	member := acctest.Values{"enterprise_role_ext_id": "er-finance", "role_ext_id": "r"}
	held := acctest.Values{"profile_ext_id": "pr", "authorizations": acctest.Values{"r": acctest.Values{}}}
	users, profiles := planChange{"idm_user", ben, ben}, planChange{"idm_profile", profile, profile}
	for name, test := range map[string]struct {
		before []planChange
		plan   [2]planChange
		want   string
	}{
		"user, profile created": {nil, [2]planChange{leaves, {"idm_profile", nil, profile}}, archived},
		"user, profile changed": {nil, [2]planChange{leaves, {"idm_profile", profile, with(profile, "remarks", "x")}}, archived},
		"user, profile archived too": {nil, [2]planChange{leaves, {"idm_profile", profile, with(profile, "profile_state", "archived")}},
			archived},
		"user, grant created":      {[]planChange{profiles}, [2]planChange{leaves, {"idm_authorization", nil, grant}}, archived},
		"user, credential created": {nil, [2]planChange{leaves, {"idm_generic_credential", nil, credential}}, archived},
		"user, credential changed": {nil, [2]planChange{leaves, {"idm_generic_credential", credential,
			with(credential, "state_name", "disabled")}},
			archived},
		"user, property": {nil, [2]planChange{leaves, {"idm_user_properties", nil,
			acctest.Values{"user_ext_id": "user", "properties": acctest.Values{"employeeNumber": "1"}}}}, archived},
		"user, credential kept":    {nil, [2]planChange{leaves, {"idm_generic_credential", credential, credential}}, archived},
		"user, credential removed": {nil, [2]planChange{leaves, {"idm_generic_credential", credential, nil}}, ""},
		"user, profile kept":       {nil, [2]planChange{leaves, profiles}, ""},
		"user, profile kept active": {nil, [2]planChange{leaves, {"idm_profile", with(profile, "profile_state", "active"),
			with(profile, "profile_state", "active")}}, archived},
		"user, profile removed":  {nil, [2]planChange{leaves, {"idm_profile", profile, nil}}, ""},
		"profile, grant created": {[]planChange{users}, [2]planChange{ends, {"idm_authorization", nil, grant}}, archived},
		"profile, grants created": {[]planChange{users}, [2]planChange{ends, {"idm_profile_authorizations", nil, with(held,
			"authorizations",
			acctest.Values{"crm-reader": acctest.Values{}})}}, archived},
		"profile, property": {[]planChange{users}, [2]planChange{ends, {"idm_profile_properties", nil,
			acctest.Values{"profile_ext_id": "pr", "properties": acctest.Values{"badge": "1"}}}}, archived},
		"profile, grant removed": {[]planChange{users}, [2]planChange{ends, {"idm_authorization", grant, nil}}, ""},
		"unit, profile created": {[]planChange{users}, [2]planChange{closes, {"idm_profile", nil, with(profile, "unit_ext_id", "un")}},
			disabled},
		"unit, profile moved": {[]planChange{users}, [2]planChange{closes, {"idm_profile", with(profile, "unit_ext_id", "acme-it"),
			with(profile, "unit_ext_id", "un")}}, disabled},
		"unit, subunit created": {nil, [2]planChange{closes, {"idm_unit", nil, acctest.Values{"ext_id": "below", "profileless": false,
			"parent_unit_ext_id": "un"}}}, disabled},
		"unit, profile changed": {[]planChange{users}, [2]planChange{closes, {"idm_profile", with(profile, "unit_ext_id", "un"),
			with(with(profile, "unit_ext_id", "un"), "remarks", "x")}}, ""},
		"role, member kept":    {nil, [2]planChange{{"idm_role", role, nil}, {"idm_enterprise_role_member", member, member}}, deleted},
		"role, member created": {nil, [2]planChange{{"idm_role", role, nil}, {"idm_enterprise_role_member", nil, member}}, deleted},
		"role, member removed": {nil, [2]planChange{{"idm_role", role, nil}, {"idm_enterprise_role_member", member, nil}}, ""},
		"role, authoritative": {[]planChange{users, profiles}, [2]planChange{{"idm_role", role, nil},
			{"idm_profile_authorizations", nil, held}}, deleted},
	} {
		for _, first := range []int{0, 1} {
			t.Run(fmt.Sprintf("%s %d", name, first), func(t *testing.T) {
				t.Parallel()
				s := acctest.StartSimulator(t, "later-releases")
				var planned [2]*acctest.Instance
				if test.plan[0].resource == "idm_user" {
					planned[0] = instanceOf(t, s, test.plan[0])
				}
				for _, c := range test.before {
					instanceOf(t, s, c)
				}
				for i, c := range test.plan {
					if planned[i] == nil {
						planned[i] = instanceOf(t, s, c)
					}
				}
				p := s.Protocol(t)
				var all acctest.Diagnostics
				for _, i := range []int{first, 1 - first} {
					_, diags := planned[i].Plan(t, p, test.plan[i].to)
					all = append(all, diags...)
				}
				if all.HasError() != (test.want != "") || !strings.Contains(all.String(), test.want) {
					t.Error(all)
				}
			})
		}
	}
}

// instanceOf creates the object that a change starts from.
func instanceOf(t *testing.T, s *acctest.Service, c planChange) *acctest.Instance {
	t.Helper()
	i := &acctest.Instance{Type: c.resource}
	if c.from != nil {
		if diags := i.ApplyConcurrently(t, s.Protocol(t), c.from, func() {}); diags.HasError() {
			t.Fatal(diags)
		}
	}
	return i
}
