package snapshot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// element is one object as a seed file holds it.
type element map[string]any

// text is a value of an element, "" without one.
func (e element) text(name string) string {
	text, _ := e[name].(string)
	return text
}

// elementOf is what the service answered of an object, without what is empty. The keys that its
// path carries follow as name and value.
func elementOf(object any, keys ...string) element {
	encoded, err := json.Marshal(object)
	if err != nil {
		panic(err) // the types of the API are structs of plain values
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	read := map[string]any{}
	if err := decoder.Decode(&read); err != nil {
		panic(err)
	}
	e := element(pruned(read))
	for pair := range slices.Chunk(keys, 2) {
		e[pair[0]] = pair[len(pair)-1]
	}
	return e
}

// pruned leaves out what is empty, and versions that the service does not tell.
func pruned(values map[string]any) map[string]any {
	for name, value := range values {
		switch value := value.(type) {
		case nil:
			delete(values, name)
		case string:
			if value == "" {
				delete(values, name)
			}
		case json.Number:
			if name == "version" && value == "0" {
				delete(values, name)
			}
		case map[string]any:
			if len(pruned(value)) == 0 {
				delete(values, name)
			}
		case []any:
			if len(value) == 0 {
				delete(values, name)
			}
		}
	}
	return values
}

func (s *Snapshot) add(array string, e element) { s.arrays[array] = append(s.arrays[array], e) }

// take adds all that was read of a client.
func (s *Snapshot) take(client string, t *tenant.Tenant) {
	of := func(object any, keys ...string) element {
		return elementOf(object, append(keys, "clientExtId", client)...)
	}
	s.add("clients", named(elementOf(t.Client), client))
	s.shared(t)
	for _, a := range t.Applications {
		s.add("clientApplications", element{"clientExtId": client, "applicationExtId": a.ExtID})
	}
	for _, definition := range t.Definitions {
		s.definition(client, t, definition)
	}
	for _, role := range t.EnterpriseRoles {
		e := of(role.EnterpriseRole)
		if members := extIDs(role.Members); len(members) > 0 {
			e["roleExtIds"] = members
		}
		s.add("enterpriseRoles", e)
		s.properties(client, "enterpriseRole", role.ExtID, "", role.Properties)
	}
	for _, unit := range t.Units {
		unit.HierarchicalName = ""
		s.add("units", of(unit))
		s.properties(client, "unit", unit.ExtID, "", t.UnitProperties[unit.ExtID])
	}
	s.people(client, t, of)
	for _, row := range tenant.Plain() {
		for _, object := range t.Objects[row] {
			if row.OfClient() {
				s.add(arrayOf(row), of(object.Value))
			} else {
				s.add(arrayOf(row), elementOf(object.Value))
			}
		}
	}
	for _, credential := range t.Credentials {
		s.add("credentials", of(credential))
	}
}

// arrayOf is the array of a seed that holds the objects of a type, such as enterpriseRoles.
func arrayOf(row *objecttype.Type) string {
	words := strings.Fields(row.Plural)
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// shared adds what belongs to no client.
func (s *Snapshot) shared(t *tenant.Tenant) {
	for _, application := range slices.Concat(t.AllApplications, t.Applications) {
		s.add("applications", elementOf(application))
	}
	roles := slices.Clone(t.Roles)
	for _, role := range t.EnterpriseRoles {
		roles = append(roles, role.Members...)
	}
	for _, role := range roles {
		role.ApplicationName = ""
		if role.ApplicationExtID != "" {
			s.add("roles", elementOf(role))
		}
	}
}

func (s *Snapshot) people(client string, t *tenant.Tenant, of func(any, ...string) element) {
	for _, user := range t.Users {
		user.Properties = t.UserProperties[user.ExtID].Values
		s.withhold(t.UserProperties[user.ExtID])
		s.add("users", of(user))
	}
	for _, profile := range t.Profiles {
		s.add("profiles", of(profile.Profile))
		s.properties(client, "profile", profile.ExtID, "", t.ProfileProperties[profile.ExtID])
		for _, a := range profile.Authorizations {
			s.add("authorizations", of(a.Authorization, "profileExtId", profile.ExtID))
			s.properties(client, "authorization", a.ExtID, profile.ExtID, a.Properties)
		}
		for _, a := range profile.EnterpriseAuthorizations {
			s.add("enterpriseAuthorizations", of(a, "profileExtId", profile.ExtID))
		}
	}
	for _, consent := range t.Consents {
		s.add("consents", of(consent.Consent, "userExtId", consent.UserExtID))
	}
}

// definition adds the definition of a property. Where an older release does not tell the
// application that it belongs to, it is one for each application whose grants have a value.
func (s *Snapshot) definition(client string, t *tenant.Tenant, d idm.PropertyDefinition) {
	e := elementOf(d, "clientExtId", client)
	if s.known(e) {
		return
	}
	if t.DefinitionsOwned[d.PropertyID] && d.ClientExtID == "" {
		delete(e, "clientExtId")
	}
	if _, err := regexp.Compile(d.StringRegex); err != nil {
		delete(e, "stringRegex")
		s.Notes = append(s.Notes,
			fmt.Sprintf("The property %s takes any text, because its expression %s cannot be tried here.", d.Name, d.StringRegex))
	}
	if !strings.HasSuffix(d.Scope, "ForApp") {
		delete(e, "applicationExtId")
		s.add("propertyDefinitions", e)
		return
	}
	applications := []string{d.ApplicationExtID}
	if d.ApplicationExtID == "" {
		applications = using(t, d.Name)
		s.Notes = append(s.Notes,
			fmt.Sprintf("The property %s of grants belongs to the applications %s. Grants show that; the release does "+
				"not.", d.Name, strings.Join(applications, ", ")))
	}
	for i, application := range applications {
		each := maps.Clone(e)
		each["applicationExtId"] = application
		if i > 0 {
			each["propertyId"] = json.Number(fmt.Sprint(d.PropertyID + int64(i)*inventedIDs))
		}
		s.add("propertyDefinitions", each)
	}
}

// inventedIDs is far above the numbers of definitions.
const inventedIDs = 1_000_000_000

// known reports whether another client listed the definition too, which then holds for every
// client.
func (s *Snapshot) known(e element) bool {
	for _, other := range s.arrays["propertyDefinitions"] {
		if other["propertyId"] == e["propertyId"] {
			delete(other, "clientExtId")
			return true
		}
	}
	return false
}

// using are the applications whose grants have a property, sorted.
func using(t *tenant.Tenant, property string) []string {
	applications := map[string]string{}
	for _, role := range t.Roles {
		applications[role.ExtID] = role.ApplicationExtID
	}
	found := map[string]bool{}
	for _, profile := range t.Profiles {
		for _, a := range profile.Authorizations {
			if _, has := a.Properties.Values[property]; has {
				found[cmp.Or(applications[a.RoleExtID], unread)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (s *Snapshot) properties(client, kind, owner, profile string, p tenant.Properties) {
	s.withhold(p)
	if len(p.Values) == 0 {
		return
	}
	values := map[string]any{}
	for name, value := range p.Values {
		values[name] = value
	}
	e := element{"clientExtId": client, "ownerType": kind, "ownerExtId": owner, "values": values}
	if profile != "" {
		e["profileExtId"] = profile
	}
	s.add("properties", e)
}

func (s *Snapshot) withhold(p tenant.Properties) { s.Withheld += len(p.Encrypted) + len(p.Undefined) }

// named gives an element that could not be read what it cannot be without.
func named(e element, extID string) element {
	e["extId"] = extID
	e["name"] = cmp.Or(e.text("name"), extID)
	return e
}

func extIDs(roles []idm.Role) []any {
	var all []any
	for _, role := range roles {
		all = append(all, role.ExtID)
	}
	return all
}
