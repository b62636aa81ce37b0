package tenant_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

const file = `{
	"clients": [{"extId": "c"}],
	"applications": [{"extId": "crm"}], "clientApplications": [{"clientExtId": "c", "applicationExtId": "crm"}],
	"roles": [{"extId": "reader", "applicationExtId": "crm"}, {"extId": "admin", "applicationExtId": "crm"}],
	"units": [{"clientExtId": "c", "extId": "top"}, {"clientExtId": "c", "extId": "low", "parentUnitExtId": "top", "state": "active"}],
	"users": [{"clientExtId": "c", "extId": "ann", "name": {"firstName": "Ann", "familyName": "Lee"}},
		{"clientExtId": "c", "extId": "off", "userState": "DISABLED", "loginId": "off@c"}],
	"profiles": [{"clientExtId": "c", "extId": "p", "userExtId": "ann", "unitExtId": "low"},
		{"clientExtId": "c", "extId": "q", "userExtId": "off"}],
	"enterpriseRoles": [{"clientExtId": "c", "extId": "desk", "name": "Desk", "roleExtIds": ["reader"]}],
	"authorizations": [{"clientExtId": "c", "extId": "a", "profileExtId": "p", "roleExtId": "admin", "unitGlobal": true,
		"validity": {"to": "2030-01-01T00:00:00Z"}}, {"clientExtId": "c", "extId": "a", "profileExtId": "q", "roleExtId": "reader"}],
	"enterpriseAuthorizations": [{"clientExtId": "c", "extId": "e", "profileExtId": "p", "enterpriseRoleExtId": "desk"},
		{"clientExtId": "c", "extId": "f", "profileExtId": "q", "enterpriseRoleExtId": "desk"}]
}`

// The external ID of a grant is unique only within its profile.
func TestDecode(t *testing.T) {
	tenant, err := tenant.Decode([]byte(file), "s")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for h := range tenant.View().Holdings() {
		until := "always"
		if times := h.Must(); len(times) == 0 {
			until = "never"
		} else if at, limited := times[0].To.Time(); limited {
			until = at.Format(time.DateOnly)
		}
		got = append(got, fmt.Sprint(h.User.Name, " ", h.What().ExtID, " ", until))
	}
	slices.Sort(got)
	want := "Ann Lee admin 2030-01-01, Ann Lee desk always, Ann Lee reader always, off@c desk never, off@c reader never, off@c reader never"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// Two grants of different profiles may have the same external ID.
func TestDecode_grantsOfProfiles(t *testing.T) {
	tenant, err := tenant.Decode([]byte(`{"profiles": [{"clientExtId": "c", "extId": "p"}, {"clientExtId": "c", "extId": "q"}], "authorizations": [{"clientExtId": "c", "extId": "1", "profileExtId": "p", "roleExtId": "reader"},
		{"clientExtId": "c", "extId": "1", "profileExtId": "q", "roleExtId": "admin"}]}`), "s")
	if err != nil {
		t.Fatal(err)
	}
	for profile, role := range map[string]string{"p": "reader", "q": "admin"} {
		grant := tenant.Get(access.NewID("s", "c", access.Grant, "1").Within(profile))
		if target, known := grant.Target.Known(); grant.Presence != access.Present || !known || target != role {
			t.Errorf("the grant of %s is %+v", profile, grant)
		}
	}
}

func TestDecode_refused(t *testing.T) {
	for _, c := range []string{`{`, `{"users": [{"extId": 1}]}`} {
		if _, err := tenant.Decode([]byte(c), "s"); err == nil {
			t.Errorf("no error for %s", c)
		}
	}
}

// A state or a bound that is not understood may be any, so that a user may have everything that is
// granted.
func TestDecode_notUnderstood(t *testing.T) {
	tenant, err := tenant.Decode([]byte(`{"users": [{"clientExtId": "c", "extId": "a", "userState": "suspended", "validity": {"to": "soon"}}],
		"units": [{"clientExtId": "c", "extId": "a", "state": "paused"}],
		"profiles": [{"clientExtId": "c", "extId": "a", "profileState": "paused", "validity": {"from": "soon"}}]}`), "s")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []access.Kind{access.User, access.Unit, access.Profile} {
		if o := tenant.Get(access.NewID("s", "c", kind, "a")); !o.State.IsAny() || o.Span().May.Empty() || !o.Span().Must.Empty() {
			t.Errorf("%s: %+v", kind, o)
		}
	}
}
