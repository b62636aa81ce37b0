package properties_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// listed returns the arguments that find the owner in the demo tenant.
func (o owner) listed() acctest.Values {
	switch o.kind {
	case "idm_unit_properties":
		return acctest.Values{"unit_ext_id": "acme-hq", "recursive": true}
	case "idm_authorization_properties":
		return acctest.Values{"profile_ext_id": o.key["profile_ext_id"]}
	}
	return acctest.Values{}
}

// A list contains only the owners with properties; an encrypted property is sensitive.
func TestPropertiesList(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		if o.kind == "idm_unit_properties" {
			extID, _ := o.key["unit_ext_id"].(string)
			if err := o.s.API.MoveUnit(t.Context(), o.s.Client, "acme-hq", extID); err != nil {
				t.Fatal(err)
			}
		}
		p := o.s.Protocol(t)
		identity := maps.Clone(o.key)
		identity["client_ext_id"] = o.s.Client
		find := func() *acctest.Listed {
			listed, diags := p.List(t, o.kind, o.listed(), true, 0)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			for _, one := range listed {
				if fmt.Sprint(one.Identity) == fmt.Sprint(identity) {
					return &one
				}
			}
			return nil
		}
		if found := find(); found != nil {
			t.Errorf("found without properties: %v", found)
		}
		o.set(t, map[string]string{o.first: o.one, o.second: "x"})()
		found := find()
		if found == nil || found.DisplayName == "" || found.Resource["id"] != o.id {
			t.Fatalf("not found, or not whole: %v", found)
		}
		if err := acctest.Equal[any](acctest.Values{o.first: o.one, o.second: "x"}, found.Resource["properties"]); err != nil {
			t.Error(err)
		}
	})
}

func TestPropertiesList_encrypted(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	if status, response := s.Send(t, http.MethodPatch, "/core/v1/acme/units/acme-it/properties/",
		`{"secretNote":"top-secret"}`); status != http.StatusOK {
		t.Fatal(response)
	}
	listed, diags := s.Protocol(t).List(t, "idm_unit_properties", acctest.Values{"unit_ext_id": "acme-hq"}, true, 0)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, one := range listed {
		if strings.Contains(fmt.Sprint(one.Resource["properties"]), "top-secret") {
			t.Errorf("in plaintext: %v", one)
		}
	}
	if !strings.Contains(fmt.Sprint(listed), "top-secret") {
		t.Errorf("not found: %v", listed)
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
