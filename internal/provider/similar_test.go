package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
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

// A plan of many new objects sends at most four requests to look for similar ones, besides the two
// of its connection check, and compares later users too.
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
		if requests := s.Requests(); len(requests) > 6 || (similar == 1) != (resource == "idm_user") {
			t.Errorf("%s: %d similar, %q", resource, similar, requests)
		}
	}
}
