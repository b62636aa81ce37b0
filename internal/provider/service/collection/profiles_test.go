package collection_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// granted returns grants of roles.
func granted(roles ...string) acctest.Values {
	grants := acctest.Values{}
	for _, role := range roles {
		grants[role] = acctest.Values{}
	}
	return grants
}

// A map of grants is complete, and its absence leaves the grants to others.
func TestProfiles_grants(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A refused grant leaves the other profiles done, and the state exact.
func TestProfiles_refusedGrant(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs, acctest.AuthorizationExtIDs)
}

// Another person replaces a profile, which counts as a removal.
func TestProfiles_replaced(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// The replacement of a tainted collection, whose delete no plan precedes, counts its removals.
func TestProfiles_tainted(t *testing.T) {
	t.Parallel()
	s, k := acctest.Start(t, acctest.Simulator, acctest.Quirks("server-ext-ids")), kinds["idm_profiles"]
	c := k.of(s, acctest.Values{})
	for i := range 12 {
		c.elements[fmt.Sprint("p", i)] = k.one(fmt.Sprint("p", i))
	}
	if c.apply(t); !c.Tainted {
		t.Fatal("not tainted")
	}
	planned, diags := c.PlanTainted(t, s.Protocol(t), c.config())
	if diags.HasError() {
		t.Fatal(diags)
	}
	s.ClearRequests()
	if diags := c.Apply(t, s.Protocol(t), planned.Destroy()); !strings.Contains(diags.String(), "deletes 12 of 12 profiles") ||
		!strings.Contains(diags.String(), "`terraform untaint`") {
		t.Error(diags)
	}
	if sent := s.Writes(); len(sent) > 0 || len(c.Values["ext_ids"].(acctest.Values)) != 12 {
		t.Error(sent, c.Values["ext_ids"])
	}
}

// A service that assigns external IDs assigns another one to a replaced profile.
func TestProfiles_replacedAssigned(t *testing.T) {
	t.Parallel()
	s, k := acctest.Start(t, acctest.Simulator, acctest.Quirks("server-ext-ids")), kinds["idm_profiles"]
	c := k.of(s, k.elements("a"))
	if diags := c.apply(t); !strings.Contains(diags.String(), "The service assigned another external ID") {
		t.Fatal(diags)
	}
	c.Tainted = false // As with terraform untaint.
	before := fmt.Sprint(c.Values["ext_ids"])
	c.elements["a"] = k.element("a", "user_ext_id", "u-anna")
	if diags := c.apply(t); diags.HasError() || fmt.Sprint(c.Values["ext_ids"]) == before {
		t.Error(diags, c.Values["ext_ids"])
	}
	c.settled(t)
}

// A person leaves both maps: the service deletes or archives the profiles with the user.
func TestProfiles_leaver(t *testing.T) {
	t.Parallel()
	for _, onDestroy := range []string{"delete", "archive"} {
		s, users, profiles := acctest.Start(t, acctest.Simulator, acctest.ExtIDs), kinds["idm_users"], kinds["idm_profiles"]
		staff := users.create(t, s, acctest.Values{"eva": users.element("eva", "on_destroy", onDestroy), "tom": users.element("tom")})
		places := profiles.create(t, s, acctest.Values{
			"eva": profiles.element("eva", "user_ext_id", "eva", "authorizations", granted("crm-admin")),
			"tom": profiles.element("tom", "user_ext_id", "tom"),
		})
		p := s.Protocol(t)
		delete(staff.elements, "eva")
		delete(places.elements, "eva")
		for _, c := range []*collected{staff, places} {
			if diags := c.Refresh(t, p); diags.HasError() {
				t.Fatal(diags)
			}
		}
		var plans []acctest.Planned
		for _, c := range []*collected{staff, places} {
			planned, diags := c.Plan(t, p, c.config())
			if diags.HasError() {
				t.Fatal(diags)
			}
			plans = append(plans, planned)
		}
		for i, c := range []*collected{staff, places} {
			if diags := c.Apply(t, p, plans[i]); diags.HasError() {
				t.Errorf("%s: %v", onDestroy, diags)
			}
		}
		staff.settled(t)
		places.settled(t)
	}
}

// An omitted on_destroy has the default of a single user.
func TestUsers_onDestroy(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// The provider's default applies to an omitted on_destroy, also to one that changes after the create.
func TestUsers_peopleOnDestroy(t *testing.T) {
	s, k := acctest.Start(t, acctest.Simulator, acctest.ExtIDs), kinds["idm_users"]
	c := k.create(t, s, acctest.Values{"a": k.element("a"), "b": k.element("b", "is_technical_user", true), "c": k.element("c")})
	t.Setenv("IDM_PEOPLE_ON_DESTROY", "archive")
	c.settled(t)
	c.elements = k.elements("c")
	if diags := c.apply(t); diags.HasError() {
		t.Fatal(diags)
	}
	for key, want := range map[string]string{"a": "archived", "b": "-"} {
		if got := k.remote(t, s, key, "userState"); got != want {
			t.Errorf("%s is %q", key, got)
		}
	}
}

// The plan names a role that does not exist, with its place in the element. Another resource of the
// plan may create it, so this is a warning in any order of the calls.
func TestProfiles_misspelledRole(t *testing.T) {
	t.Parallel()
	s, k := acctest.Start(t, acctest.Simulator, acctest.ExtIDs), kinds["idm_profiles"]
	for kind, test := range map[string]struct{ has, misspelled string }{
		"authorizations":            {"crm-reader", "crm-raeder"},
		"enterprise_authorizations": {"er-sales", "er-slaes"},
	} {
		all := func(name string) acctest.Values {
			return acctest.Values{kind + "-a": k.element(kind+"-a", kind, granted(name)),
				kind + "-b": k.element(kind+"-b", kind, granted(name))}
		}
		c := k.create(t, s, all(test.has))
		c.elements = all(test.misspelled)
		_, diags := c.Plan(t, s.Protocol(t), c.config())
		if len(diags) != 1 || diags.HasError() || !strings.Contains(diags[0].Detail, kind+`["`+test.misspelled+`"]: The service has no `) ||
			!strings.Contains(diags[0].Detail, `Did you mean "`+test.has+`"`) {
			t.Error(diags)
		}
	}
}

// A login moves from one user to another in one update, whether the first gets another one or leaves.
// An exchange of logins, and the login of a user that stays in the service, are errors of the plan.
func TestUsers_loginsMove(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// The plan of a person with the login of another user names the element and the user to take over.
func TestUsers_takenLogin(t *testing.T) {
	t.Parallel()
	s, k := acctest.Start(t, acctest.Simulator, acctest.ExtIDs), kinds["idm_users"]
	c := k.of(s, acctest.Values{"eva": k.element("eva", "login_id", "ben")})
	_, diags := c.Plan(t, s.Protocol(t), c.config())
	if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, `users["eva"]: login_id: `) ||
		!strings.Contains(diags[0].Detail, `For an element with ext_id = "u-ben", that is`+"\n\n"+`adopt = ["eva"]`) {
		t.Error(diags)
	}
}

// A create of a profile whose grant is refused leaves no tainted collection, which the next plan
// would delete with all its profiles: adopt takes the profiles over.
func TestProfiles_refusedGrantOfCreate(t *testing.T) {
	t.Parallel()
	s, k := acctest.Start(t, acctest.Simulator, acctest.ExtIDs), kinds["idm_profiles"]
	c := k.of(s, acctest.Values{"a": k.element("a", "authorizations", granted("crm-reader")), "b": k.element("b")})
	planned, diags := c.Plan(t, s.Protocol(t), c.config())
	if diags.HasError() {
		t.Fatal(diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: "POST", Path: "*/authorizations/", Status: 403}); err != nil {
		t.Fatal(err)
	}
	if diags := c.Apply(t, s.Protocol(t), planned); c.Tainted || c.Values != nil || !strings.Contains(diags.String(), "Created only part") {
		t.Fatal(c.Tainted, c.Values, diags)
	}
	if err := s.Sim.SetFaults(); err != nil {
		t.Fatal(err)
	}
	c.more = acctest.Values{"adopt": []any{"*"}}
	if diags := c.apply(t); diags.HasError() {
		t.Error(diags)
	}
	c.settled(t)
}
