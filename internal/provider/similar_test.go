package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A new user without IDs is similar to one with the same name, date of birth, email and mobile
// number, and not to one with more of these.
func TestSimilar_users(t *testing.T) {
	t.Parallel()
	eva := acctest.Values{"first_name": "Eva", "family_name": "Meier"}
	for name, test := range map[string]struct {
		config  acctest.Values
		similar bool
	}{
		"the same":            {acctest.Values{"name": eva, "contacts": acctest.Values{"email": "eva@x.example"}}, true},
		"family name alone":   {acctest.Values{"name": acctest.Values{"family_name": "Meier"}}, false},
		"without an email":    {acctest.Values{"name": eva}, false},
		"with a mobile":       {acctest.Values{"name": eva, "contacts": acctest.Values{"email": "eva@x.example", "mobile": "+41"}}, false},
		"with a login ID":     {acctest.Values{"name": eva, "contacts": acctest.Values{"email": "eva@x.example"}, "login_id": "e"}, false},
		"with nothing at all": {acctest.Values{}, false},
	} {
		s := acctest.StartSimulator(t)
		s.Send(t, http.MethodPost, "/core/v1/acme/users",
			`{"name":{"firstName":"Eva","familyName":"Meier"},"contacts":{"email":"eva@x.example"}}`)
		_, diags := s.Protocol(t).Plan(t, "idm_user", test.config)
		if strings.Contains(diags.String(), "A similar object exists") != test.similar || diags.HasError() {
			t.Errorf("%s: %v", name, diags)
		}
	}
}

// A new profile without an external ID is similar to one of its user that a killed run left, although
// the run declares the user as well, and a similar profile that the run refreshes later.
func TestSimilar_declaredOwner(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ managed, left bool }{
		"left by a killed run": {false, true}, "managed": {true, false}, "managed, and left by a killed run": {true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			user, managed := acctest.Instance{Type: "idm_user"}, acctest.Instance{Type: "idm_profile"}
			of := acctest.Values{"ext_id": "u"}
			config := acctest.Values{"user_ext_id": "u", "unit_ext_id": "acme-hq", "name": "N"}
			user.Create(t, s.Protocol(t), of)
			if test.managed {
				managed.Create(t, s.Protocol(t), with(config, "ext_id", "a"))
			}
			if test.left {
				(&acctest.Instance{Type: "idm_profile"}).Create(t, s.Protocol(t), with(config, "ext_id", "b"))
			}
			p := s.Protocol(t)
			user.Refresh(t, p)
			if planned, diags := user.Plan(t, p, of); diags.HasError() || !planned.Empty {
				t.Fatal(diags)
			}
			if test.managed {
				managed.Refresh(t, p)
			}
			_, diags := p.Plan(t, "idm_profile", config)
			if warned := strings.Contains(diags.String(), `The profile "b" already exists`); warned != test.left || diags.HasError() {
				t.Errorf("warned %t: %s", warned, diags)
			}
			if !test.left && strings.Contains(diags.String(), "A similar object exists") {
				t.Error(diags)
			}
		})
	}
}

// An apply plans a second profile again without decoding the first one, which it leaves unchanged: a
// similar object is never an error, so that the apply continues.
func TestSimilar_apply(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "error")
	s := acctest.StartSimulator(t)
	first, second := acctest.Instance{Type: "idm_profile"}, acctest.Instance{Type: "idm_profile"}
	config := acctest.Values{"user_ext_id": "u-ben", "unit_ext_id": "acme-hq", "name": "N"}
	first.Create(t, s.Protocol(t), config)
	if diags := second.ApplyConcurrently(t, s.Protocol(t), config, func() {}); diags.HasError() {
		t.Error(diags)
	}
}

// A plan of many new users compares them with one list, besides the two requests of its connection
// check. It searches for the name of each new root unit.
func TestSimilar_requests(t *testing.T) {
	t.Parallel()
	for resource, config := range map[string]func(n int) acctest.Values{
		"idm_user": func(n int) acctest.Values {
			return acctest.Values{"name": acctest.Values{"family_name": fmt.Sprint("F", n)}}
		},
		"idm_unit": func(n int) acctest.Values { return acctest.Values{"name": fmt.Sprint("U", n), "profileless": true} },
	} {
		s := acctest.StartSimulator(t)
		s.Send(t, http.MethodPost, "/core/v1/acme/users", `{"name":{"familyName":"F19"}}`)
		s.ClearRequests()
		p, similar := s.Protocol(t), 0
		for n := range 20 {
			if _, diags := p.Plan(t, resource, config(n)); len(diags) > 0 {
				similar++
			}
		}
		most := map[string]int{"idm_user": 3, "idm_unit": 22}[resource]
		if requests := s.Requests(); len(requests) > most || (similar == 1) != (resource == "idm_user") {
			t.Errorf("%s: %d similar, %q", resource, similar, requests)
		}
	}
}

// A unit or user that only its values identify is similar to a new one with all these values. It was
// not changed since, and the state does not contain it.
func TestSimilar_unnamed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		resource      string
		config, other acctest.Values
	}{
		"root unit": {"idm_unit", acctest.Values{"profileless": false}, acctest.Values{"profileless": true}},
		"subunit": {"idm_unit",
			acctest.Values{"profileless": false, "parent_unit_ext_id": "acme-hq"},
			acctest.Values{"profileless": false, "parent_unit_ext_id": "acme-hq", "location": "Bern"}},
		"user": {"idm_user", acctest.Values{}, acctest.Values{"remarks": "x"}},
		"technical user": {"idm_user", acctest.Values{"is_technical_user": true, "sex": "female"},
			acctest.Values{"sex": "female"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			left := acctest.Instance{Type: test.resource}
			left.Create(t, s.Protocol(t), test.config)
			warns := func(config acctest.Values, with func(p *acctest.Protocol)) bool {
				p := s.Protocol(t)
				with(p)
				_, diags := p.Plan(t, test.resource, config)
				if diags.HasError() {
					t.Error(diags)
				}
				return strings.Contains(diags.String(), "A similar object exists") &&
					strings.Contains(diags.String(), fmt.Sprintf("id = %q", left.Values["id"]))
			}
			alone := func(*acctest.Protocol) {}
			if !warns(test.config, alone) {
				t.Error("no warning of the object that an earlier run has left")
			}
			if warns(test.other, alone) {
				t.Error("a warning of an object with other values")
			}
			if warns(test.config, func(p *acctest.Protocol) { left.Refresh(t, p) }) {
				t.Error("a warning of an object that the run has refreshed")
			}
			left.ApplyConcurrently(t, s.Protocol(t), with(test.config, "modification_comment", "mine"), func() {})
			if warns(with(test.config, "modification_comment", "mine"), alone) {
				t.Error("a warning of an object that was changed")
			}
		})
	}
}
