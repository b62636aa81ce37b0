package provider_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// change is one change of a run: an instance, by its type and its configuration before and after. A
// configuration is nil where the instance does not exist.
type change struct {
	resource      string
	before, after acctest.Values
}

// Each run creates or confirms an object at one address, and then destroys or shrinks another
// address that held the same object. The service must keep what the configuration declares, and the
// next plan of the first address must be empty.
func TestDeclared_isKept(t *testing.T) {
	t.Parallel()
	application := acctest.Values{"client_ext_id": "globex", "application_ext_id": "billing"}
	applications := func(ids ...any) acctest.Values {
		return acctest.Values{"client_ext_id": "globex", "application_ext_ids": ids}
	}
	grant := acctest.Values{"profile_ext_id": "p", "ext_id": "a", "role_ext_id": "crm-admin"}
	grants := acctest.Values{"profile_ext_id": "p", "authorizations": acctest.Values{"crm-admin": acctest.Values{}}}
	enterprise := acctest.Values{"profile_ext_id": "p", "ext_id": "e", "enterprise_role_ext_id": "er-sales"}
	enterprises := acctest.Values{"profile_ext_id": "p", "enterprise_authorizations": acctest.Values{"er-sales": acctest.Values{}}}
	properties := func(values acctest.Values) acctest.Values {
		return acctest.Values{"unit_ext_id": "acme-it", "properties": values}
	}
	const unit = "/core/v1/acme/units/acme-it/properties/"
	for name, tc := range map[string]struct {
		first, then change
		// path and text locate the value that the service must keep.
		path, text string
	}{
		"application to the set": {change{"idm_client_applications", nil, applications("billing", "crm", "wiki")},
			change{"idm_client_application", application, nil}, "/core/v1/clients/globex/applications", "billing"},
		"grant to the map": {change{"idm_profile_authorizations", nil, grants}, change{"idm_authorization", grant, nil},
			"/core/v1/acme/profiles/p/authorizations/", "crm-admin"},
		"enterprise grant to the map": {change{"idm_profile_enterprise_authorizations", nil, enterprises},
			change{"idm_enterprise_authorization", enterprise, nil}, "/core/v1/acme/profiles/p/eauthorizations/", "er-sales"},
		"property to a new address": {change{"idm_unit_properties", nil, properties(acctest.Values{"costCenter": "1"})},
			change{"idm_unit_properties", properties(acctest.Values{"costCenter": "1"}), nil}, unit, `"costCenter":"1"`},
		"property from a larger map": {change{"idm_unit_properties", nil, properties(acctest.Values{"costCenter": "1"})},
			change{"idm_unit_properties", properties(acctest.Values{"costCenter": "1", "phone": "2"}),
				properties(acctest.Values{"phone": "2"})},
			unit, `"costCenter":"1"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			if status, response := s.Send(t, http.MethodPost, "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`); status != 201 {
				t.Fatal(response)
			}
			then := acctest.Instance{Type: tc.then.resource}
			then.Create(t, s.Protocol(t), tc.then.before)
			first, run := acctest.Instance{Type: tc.first.resource}, s.Protocol(t)
			planned, diags := first.Plan(t, run, tc.first.after)
			shrunk, more := then.Plan(t, s.Protocol(t), tc.then.after)
			if diags = append(diags, more...); diags.HasError() {
				t.Fatal(diags)
			}
			run = s.Protocol(t)
			if diags := first.Apply(t, run, planned); diags.HasError() {
				t.Fatal(diags)
			}
			diags = then.Apply(t, run, shrunk)
			warned := slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool { return strings.HasPrefix(d.Summary, "Kept ") })
			if diags.HasError() || !warned {
				t.Errorf("want a warning: %s", diags)
			}
			if _, response := s.Send(t, http.MethodGet, tc.path, ""); !strings.Contains(response, tc.text) {
				t.Errorf("%q is gone from %s", tc.text, response)
			}
			next := s.Protocol(t)
			diags = first.Refresh(t, next)
			again, more := first.Plan(t, next, tc.first.after)
			if diags = append(diags, more...); diags.HasError() || !again.Empty {
				t.Errorf("the next plan is not empty: %s", diags)
			}
		})
	}
}

// A grant that changes in the plan that replaces its profile is granted again.
func TestDeclared_grantOfAReplacedProfile(t *testing.T) {
	t.Parallel()
	for resource, configs := range map[string][2]acctest.Values{
		"idm_authorization": {{"profile_ext_id": "p", "ext_id": "a", "role_ext_id": "crm-admin"},
			{"profile_ext_id": "p", "ext_id": "a", "role_ext_id": "crm-admin", "client_global": true}},
		"idm_enterprise_authorization": {{"profile_ext_id": "p", "ext_id": "e", "enterprise_role_ext_id": "er-sales"},
			{"profile_ext_id": "p", "ext_id": "e", "enterprise_role_ext_id": "er-sales",
				"validity": acctest.Values{"from": "2026-01-01T00:00:00Z"}}},
		"idm_profile_authorizations": {
			{"profile_ext_id": "p", "authorizations": acctest.Values{"crm-admin": acctest.Values{}, "wiki-editor": acctest.Values{}}},
			{"profile_ext_id": "p", "authorizations": acctest.Values{"crm-admin": acctest.Values{"client_global": true},
				"wiki-editor": acctest.Values{}}}},
		"idm_profile_enterprise_authorizations": {
			{"profile_ext_id": "p", "enterprise_authorizations": acctest.Values{"er-sales": acctest.Values{}}},
			{"profile_ext_id": "p", "enterprise_authorizations": acctest.Values{
				"er-sales": acctest.Values{"validity": acctest.Values{"from": "2026-01-01T00:00:00Z"}}}}},
	} {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			profile, grant, run := acctest.Instance{Type: "idm_profile"}, acctest.Instance{Type: resource}, s.Protocol(t)
			profile.Create(t, run, acctest.Values{"ext_id": "p", "user_ext_id": "u-ben"})
			grant.Create(t, run, configs[0])
			// The plan of a replacement has no call for the destroy.
			destroy, diags := profile.Plan(t, s.Protocol(t), nil)
			run = s.Protocol(t)
			fresh := profile.Recall(t, run, true)
			create, more := fresh.Plan(t, run, acctest.Values{"ext_id": "p", "user_ext_id": "u-anna"})
			change, last := grant.Plan(t, run, configs[1])
			if diags = slices.Concat(diags, more, last); diags.HasError() {
				t.Fatal(diags)
			}
			run = s.Protocol(t)
			diags = slices.Concat(profile.Apply(t, run, destroy), fresh.Apply(t, run, create), grant.Apply(t, run, change))
			if diags.HasError() {
				t.Error(diags)
			}
			next := s.Protocol(t)
			diags = grant.Refresh(t, next)
			again, more := grant.Plan(t, next, configs[1])
			if diags = append(diags, more...); diags.HasError() || !again.Empty {
				t.Errorf("the next plan is not empty: %s", diags)
			}
		})
	}
}

// A property is removed with its definition in the same run.
func TestProperties_withoutTheirDefinition(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]acctest.Values{
		"destroyed": nil,
		"changed":   {"unit_ext_id": "acme-it", "properties": acctest.Values{"costCenter": "2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			definition, properties := acctest.Instance{Type: "idm_property_definition"}, acctest.Instance{Type: "idm_unit_properties"}
			run := s.Protocol(t)
			definition.Create(t, run, acctest.Values{"scope": "UNIT_GLOBAL", "name": "shade", "type": "STRING"})
			properties.Create(t, run, acctest.Values{"unit_ext_id": "acme-it",
				"properties": acctest.Values{"costCenter": "1", "shade": "dark"}})
			run = s.Protocol(t)
			destroy, diags := definition.Plan(t, run, nil)
			change, more := properties.Plan(t, run, after)
			if diags = append(diags, more...); diags.HasError() {
				t.Fatal(diags)
			}
			run = s.Protocol(t)
			if diags = slices.Concat(definition.Apply(t, run, destroy), properties.Apply(t, run, change)); diags.HasError() {
				t.Error(diags)
			}
		})
	}
}
