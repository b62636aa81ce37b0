package service_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A list contains only the owners with properties; an encrypted property is sensitive.
func TestPropertiesList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	list := func() []acctest.Listed {
		listed, diags := s.Protocol(t).List(t, "idm_unit_properties", acctest.Values{"unit_ext_id": "acme-hq"}, true, 0)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		return listed
	}
	if listed := list(); len(listed) > 0 {
		t.Errorf("found without properties: %v", listed)
	}
	s.Must(t, http.MethodPatch, "/core/v1/acme/units/acme-it/properties/", `{"costCenter":"1","secretNote":"top-secret"}`)
	want := []acctest.Listed{{DisplayName: "IT", Identity: acctest.Values{"client_ext_id": "acme", "unit_ext_id": "acme-it"},
		Resource: acctest.Values{"client_ext_id": "acme", "unit_ext_id": "acme-it", "id": "acme/acme-it",
			"properties": acctest.Values{"costCenter": "1"}, "sensitive_properties": acctest.Values{"secretNote": "top-secret"}}}}
	if err := acctest.Equal(want, list()); err != nil {
		t.Error(err)
	}
}

// The list of users contains their properties. Those of other owners require a request each; a
// limit avoids most of them.
func TestPropertiesList_requests(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	p := s.Protocol(t)
	units := make([]string, 8)
	for n := range units {
		units[n] = fmt.Sprintf("below-%d", n)
		if status, response := s.Send(t, http.MethodPost, "/core/v1/acme/units/",
			fmt.Sprintf(`{"extId":%q,"parentUnitExtId":"acme-hq","profileless":false}`, units[n])); status != http.StatusCreated {
			t.Fatal(response)
		}
	}
	reads := func(resource string, arguments acctest.Values, limit int64) (found, own int) {
		s.ClearRequests()
		listed, diags := p.List(t, resource, arguments, true, limit)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		for _, line := range s.Reads() {
			if strings.Contains(line, "/properties") && !strings.Contains(line, "/clients/") {
				own++
			}
		}
		return len(listed), own
	}
	for _, unit := range units {
		body := `{"costCenter":"7"}`
		if status, response := s.Send(t, http.MethodPatch, "/core/v1/acme/units/"+unit+"/properties/", body); status != http.StatusOK {
			t.Fatal(response)
		}
	}
	if found, own := reads("idm_user_properties", acctest.Values{}, 0); found == 0 || own != 0 {
		t.Errorf("users: %d found with %d separate requests", found, own)
	}
	all := acctest.Values{"unit_ext_id": "acme-hq", "recursive": true}
	found, own := reads("idm_unit_properties", all, 0)
	if found == 0 || own < found {
		t.Errorf("units: %d found with %d separate requests", found, own)
	}
	if one, spared := reads("idm_unit_properties", all, 1); one != 1 || spared >= own {
		t.Errorf("the first unit: %d found with %d separate requests, all take %d", one, spared, own)
	}
}
