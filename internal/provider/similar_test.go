package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

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
