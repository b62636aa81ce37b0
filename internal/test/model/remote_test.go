package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// owned lists the attributes that are empty in the service if a configuration omits them.
var owned = map[string][]string{
	"idm_unit": {"parent_unit_ext_id", "description", "location", "display_name", "abbreviation", "validity",
		"modification_comment"},
	"idm_profile":                  {"unit_ext_id", "name", "remarks", "modification_comment", "validity"},
	"idm_authorization":            {"validity"},
	"idm_enterprise_authorization": {"validity"},
	"idm_application":              {"description", "url", "display_name"},
	"idm_role":                     {"description"},
	"idm_enterprise_role":          {"description", "display_name"},
	"idm_user":                     {"language_code", "remarks", "modification_comment", "contacts", "address", "validity"},
	"idm_policy":                   {"name", "description", "parameters"},
}

// tables maps types to the arrays of the simulator's state with their objects.
var tables = map[string]string{
	"idm_unit": "units", "idm_profile": "profiles",
	"idm_authorization": "authorizations", "idm_enterprise_authorization": "enterpriseAuthorizations",
	"idm_application": "applications", "idm_role": "roles", "idm_enterprise_role": "enterpriseRoles", "idm_user": "users",
	"idm_policy": "policies",
}

// global lists the types whose objects do not belong to a client.
var global = []string{"idm_application", "idm_role"}

type record = map[string]any

// records returns the elements of an array of the simulator's state with the given members.
func (n *tenant) records(table string, members record) []record {
	n.t.Helper()
	var state map[string][]record
	if err := json.Unmarshal(n.s.Sim.State(), &state); err != nil {
		n.t.Fatal(err)
	}
	return slices.DeleteFunc(state[table], func(r record) bool {
		for name, value := range members {
			if r[name] != value {
				return true
			}
		}
		return false
	})
}

// holds compares the data in the simulator with the configuration of a resource.
func (n *tenant) holds(d declared, config acctest.Values) error {
	client := record{"clientExtId": "acme"}
	switch d.resource {
	case "idm_unit_properties":
		return n.properties(config, record{"ownerType": "unit", "ownerExtId": config["unit_ext_id"]})
	case "idm_authorization_properties":
		return n.properties(config, record{"ownerType": "authorization", "ownerExtId": config["authorization_ext_id"]})
	case "idm_profile_authorizations":
		return n.grants(config["authorizations"], "authorizations", "roleExtId", config["profile_ext_id"])
	case "idm_profile_enterprise_authorizations":
		return n.grants(config["enterprise_authorizations"], "enterpriseAuthorizations", "enterpriseRoleExtId", config["profile_ext_id"])
	case "idm_client_application":
		client["applicationExtId"] = config["application_ext_id"]
		if found := n.records("clientApplications", client); len(found) != 1 {
			return fmt.Errorf("has %v", found)
		}
		return nil
	case "idm_client_applications":
		var assigned []any
		for _, r := range n.records("clientApplications", record{"clientExtId": config["client_ext_id"]}) {
			assigned = append(assigned, r["applicationExtId"])
		}
		return sameElements(config["application_ext_ids"].([]any), assigned)
	case "idm_enterprise_role_members":
		return sameElements(config["role_ext_ids"].([]any), n.members(config))
	case "idm_enterprise_role_member":
		if !slices.Contains(n.members(config), config["role_ext_id"]) {
			return fmt.Errorf("has no such member: %v", n.members(config))
		}
		return nil
	case "idm_user_properties":
		var values record
		for _, user := range n.records("users", record{"clientExtId": "acme", "extId": config["user_ext_id"]}) {
			values, _ = user["properties"].(record)
		}
		return acctest.Equal(plain(config["properties"].(acctest.Values)), plain(values))
	}
	if slices.Contains(global, d.resource) {
		delete(client, "clientExtId")
	}
	client["extId"] = n.state[d.address].Values["ext_id"]
	found := n.records(tables[d.resource], client)
	if len(found) != 1 {
		return fmt.Errorf("has %d such objects", len(found))
	}
	return matchesRemote(config, found[0], owned[d.resource])
}

// members returns the roles of an enterprise role in the configuration.
func (n *tenant) members(config acctest.Values) []any {
	var members []any
	for _, r := range n.records("enterpriseRoles", record{"clientExtId": "acme", "extId": config["enterprise_role_ext_id"]}) {
		members, _ = r["roleExtIds"].([]any)
	}
	return members
}

// matchesRemote compares the arguments with a record. Owned attributes that are not configured must
// be empty.
func matchesRemote(config acctest.Values, r record, owned []string) error {
	for name, value := range config {
		_, named := r[objecttype.APIName(name)]
		if !named && slices.Contains([]string{"profile_ext_id", "user_ext_id", "client_ext_id", "on_destroy"},
			name) {
			continue
		}
		if err := acctest.Equal(plain(value), plain(r[objecttype.APIName(name)])); err != nil {
			return fmt.Errorf("has another %s: %w", name, err)
		}
	}
	for _, name := range owned {
		if _, given := config[name]; !given && plain(r[objecttype.APIName(name)]) != nil {
			return fmt.Errorf("has a %s that is not in the configuration: %v", name, r[objecttype.APIName(name)])
		}
	}
	return nil
}

func (n *tenant) properties(config acctest.Values, owner record) error {
	want, got := record{}, record{}
	for _, name := range []string{"properties", "sensitive_properties"} {
		if values, ok := config[name].(acctest.Values); ok {
			maps.Copy(want, values)
		}
	}
	for _, set := range n.records("properties", owner) {
		got, _ = set["values"].(record)
	}
	return acctest.Equal(want, got)
}

// grants compares all grants of a profile with a map by role.
func (n *tenant) grants(config any, table, role string, profile any) error {
	want, _ := config.(acctest.Values)
	found := n.records(table, record{"profileExtId": profile})
	if len(found) != len(want) {
		return fmt.Errorf("has %d grants instead of %d: %v", len(found), len(want), found)
	}
	for _, r := range found {
		grant, ok := want[fmt.Sprint(r[role])].(acctest.Values)
		if !ok {
			return fmt.Errorf("grants %v, which is not in the configuration", r[role])
		}
		if err := matchesRemote(grant, r, []string{"validity"}); err != nil {
			return fmt.Errorf("for %v %w", r[role], err)
		}
	}
	return nil
}

func sameElements(want, got []any) error {
	order := func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	return acctest.Equal(slices.SortedFunc(slices.Values(want), order), slices.SortedFunc(slices.Values(got), order))
}

// plain normalizes a value for comparison: keys in lower case, and a single form of absence.
func plain(value any) any {
	switch v := value.(type) {
	case record:
		members := record{}
		for name, member := range v {
			if member = plain(member); member != nil {
				members[strings.ToLower(strings.ReplaceAll(name, "_", ""))] = member
			}
		}
		if len(members) == 0 {
			return nil
		}
		return members
	case string:
		if v == "" {
			return nil
		}
	}
	return value
}
