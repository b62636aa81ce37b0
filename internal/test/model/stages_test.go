package model

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

type values = acctest.Values

// stages returns three configurations of a small tenant with every resource: initial, changed and
// moved, cleared.
func stages() [][]declared {
	from := values{"from": "2026-01-01T00:00:00Z"}
	unit := func(name string, arguments values) declared {
		return declared{"unit." + name, "idm_unit", arguments}
	}
	single := func(validity values, flag bool, properties values, room bool) []declared {
		return []declared{
			{"role", "idm_authorization", values{"profile_ext_id": ref("profile.ben"), "role_ext_id": "crm-reader", "client_global": flag,
				"validity": validity}},
			{"limit", "idm_authorization_properties", values{"profile_ext_id": ref("profile.ben"), "authorization_ext_id": ref("role"),
				"properties": properties}},
			{"enterprise role", "idm_enterprise_authorization",
				values{"profile_ext_id": ref("profile.ben"), "enterprise_role_ext_id": "er-sales", "validity": validity}},
			{"roles", "idm_profile_authorizations", values{"profile_ext_id": ref("profile.carla"), "authorizations": values{
				"crm-reader": values{"unit_global": room, "validity": validity}, "wiki-editor": values{}}}},
			{"enterprise roles", "idm_profile_enterprise_authorizations", values{"profile_ext_id": ref("profile.carla"),
				"enterprise_authorizations": values{"er-sales": values{"validity": validity}}}},
			{"billing", "idm_client_application", values{"application_ext_id": "billing"}},
			{"applications", "idm_client_applications", values{"client_ext_id": "globex", "application_ext_ids": []any{"wiki"}}},
		}
	}
	made := append([]declared{
		unit("head", values{"profileless": true, "name": "Head", "description": "Above all", "validity": from}),
		unit("sales", values{"profileless": false, "name": "Sales", "parent_unit_ext_id": ref("unit.head"), "location": "Bern",
			"display_name": values{"en": "Sales", "de": "Verkauf"}}),
		unit("inside", values{"profileless": false, "name": "Inside", "parent_unit_ext_id": ref("unit.sales"),
			"abbreviation": values{"en": "IN"}}),
		{"properties", "idm_unit_properties",
			values{"unit_ext_id": ref("unit.sales"), "properties": values{"costCenter": "1", "phone": "2"},
				"sensitive_properties": values{"secretNote": "3"}}},
		{"profile.ben", "idm_profile", values{"user_ext_id": "u-ben", "unit_ext_id": ref("unit.sales"), "name": "Ben", "remarks": "new",
			"validity": from}},
		{"profile.carla", "idm_profile", values{"user_ext_id": "u-carla", "unit_ext_id": ref("unit.inside"),
			"modification_comment": "new"}},
	}, single(from, true, values{"region": "EMEA", "limit": "10"}, true)...)
	later := values{"from": "2026-01-01T00:00:00Z", "to": "2031-01-01T00:00:00Z"}
	changed := append([]declared{
		unit("head", values{"profileless": true, "name": "Head", "description": "Above everything", "location": "Chur", "validity": later}),
		unit("sales", values{"profileless": false, "name": "Selling", "parent_unit_ext_id": ref("unit.head"), "location": "Basel",
			"display_name": values{"en": "Selling", "de": "Verkauf", "fr": "Ventes"}}),
		unit("inside", values{"profileless": false, "name": "Inside", "parent_unit_ext_id": ref("unit.head"),
			"abbreviation": values{"en": "INS"}, "description": "Moved"}),
		{"properties", "idm_unit_properties",
			values{"unit_ext_id": ref("unit.sales"), "properties": values{"costCenter": "10", "phone": "2"},
				"sensitive_properties": values{"secretNote": "30"}}},
		{"profile.ben", "idm_profile", values{"user_ext_id": "u-ben", "unit_ext_id": ref("unit.inside"), "name": "Benjamin",
			"remarks": "moved", "validity": later}},
		{"profile.carla", "idm_profile", values{"user_ext_id": "u-carla", "unit_ext_id": ref("unit.sales"),
			"modification_comment": "moved"}},
	}, single(later, false, values{"region": "APAC", "limit": "20"}, false)...)
	cleared := append([]declared{
		unit("head", values{"profileless": true, "name": "Head", "validity": later}),
		unit("sales", values{"profileless": false, "name": "Selling", "parent_unit_ext_id": ref("unit.head"),
			"display_name": values{"en": "Selling"}}),
		unit("inside", values{"profileless": false, "name": "Inside", "parent_unit_ext_id": ref("unit.head")}),
		{"properties", "idm_unit_properties", values{"unit_ext_id": ref("unit.sales"), "properties": values{"costCenter": "10"}}},
		{"profile.ben", "idm_profile", values{"user_ext_id": "u-ben", "unit_ext_id": ref("unit.inside"), "validity": later}},
		{"profile.carla", "idm_profile", values{"user_ext_id": "u-carla", "unit_ext_id": ref("unit.sales")}},
	}, single(later, false, values{"region": "APAC"}, false)...)
	return [][]declared{
		append(others("Trips", "bookings", true, false), made...),
		append(others("Business trips", "all bookings", false, false), changed...),
		append(others("Business trips", "", false, true), cleared...),
	}
}

// others returns an application with its roles, an enterprise role with its members, a person with
// properties, and a policy. cleared removes all values that can be cleared.
func others(name, text string, both, cleared bool) []declared {
	members := []any{ref("reader")}
	if both {
		members = append(members, ref("booker"))
	}
	with := func(arguments values, optional values) values {
		if !cleared {
			maps.Copy(arguments, optional)
		}
		return arguments
	}
	title := values{"en": name, "de": text}
	return []declared{
		{"application", "idm_application", with(values{"name": name, "displayed": both},
			values{"description": text, "url": "https://trips.example.com/" + strings.ReplaceAll(text, " ", "-"), "display_name": title})},
		{"reader", "idm_role", with(values{"application_ext_id": ref("application"), "name": name + " reader"},
			values{"description": text})},
		{"booker", "idm_role", values{"application_ext_id": ref("application"), "name": "booker"}},
		{"buyers", "idm_enterprise_role", with(values{"name": name}, values{"description": text, "display_name": title})},
		{"members", "idm_enterprise_role_members", values{"enterprise_role_ext_id": ref("buyers"), "role_ext_ids": members}},
		{"clerks", "idm_enterprise_role", values{"name": "Clerks"}},
		{"member", "idm_enterprise_role_member", values{"enterprise_role_ext_id": ref("clerks"), "role_ext_id": "crm-reader"}},
		{"dora", "idm_user", with(values{"login_id": "dora", "language_code": "DE",
			"name":       values{"first_name": "Dora", "family_name": name},
			"user_state": map[bool]string{true: "active", false: "disabled"}[both]},
			values{"remarks": text, "contacts": values{"email": "dora@example.com"}, "address": values{"city": text}})},
		{"properties of dora", "idm_user_properties", values{"user_ext_id": ref("dora"), "properties": values{"employeeNumber": name[:5]}}},
		{"policy", "idm_policy", with(values{"policy_type": "PwdPolicy", "parameters": values{"minLength": "8", "maxLength": "64"}},
			values{"name": name, "description": text})},
	}
}

// If the service keeps an attribute instead of clearing it, the error names the attribute, and a
// second apply of the value changes nothing.
func TestKeepOnClear(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "keep-on-clear")
	before := s.Sim.State()
	n, stages := newTenant(t, s), stages()
	n.must(stages[0])
	n.must(stages[1])
	diags := n.apply(stages[2])
	if len(diags) == 0 || slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		return !strings.HasPrefix(d.Summary, "The service kept")
	}) {
		t.Errorf("not each kept value has an error: %s", diags)
	}
	n.must(stages[1])
	n.must(nil)
	if err := acctest.Equal(unversioned(before), unversioned(s.Sim.State())); err != nil {
		t.Error(err)
	}
}

// must applies a configuration and checks that it converges.
func (n *tenant) must(configuration []declared) {
	n.t.Helper()
	if diags := n.apply(configuration); diags.HasError() {
		n.t.Fatal(diags)
	}
	if err := n.converged(configuration); err != nil {
		n.t.Fatal(err)
	}
}

var version = regexp.MustCompile(`"(version|lastModified)": .*`)

// unversioned removes the versions and timestamps from a state of the simulator.
func unversioned(state []byte) string { return string(version.ReplaceAll(state, nil)) }
