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

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// element is one object in a seed file.
type element map[string]any

// text returns a string field of an element; "" without it.
func (e element) text(name string) string {
	text, _ := e[name].(string)
	return text
}

// newElement returns an object as the service returned it, without empty fields, plus the keys of
// its path as names and values.
func newElement(object any, keys ...string) element {
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
	e := element(prune(read))
	for pair := range slices.Chunk(keys, 2) {
		e[pair[0]] = pair[len(pair)-1]
	}
	return e
}

// prune removes empty fields, and a version of 0, which the service did not return.
func prune(values map[string]any) map[string]any {
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
			if len(prune(value)) == 0 {
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

// addTenant adds all objects of a client.
func (s *Snapshot) addTenant(client string, t *tenant.Tenant) {
	s.add("clients", withName(newElement(t.Client), client))
	for _, application := range t.Applications {
		s.add("applications", newElement(application))
	}
	for _, definition := range t.Definitions {
		s.addDefinition(client, t, definition)
	}
	t.Visit(func(item tenant.Item) { s.addItem(client, item) })
	for _, role := range t.EnterpriseRoles {
		for _, member := range role.Members {
			s.addItem(client, tenant.Item{Object: idm.Describe(member), Type: objecttype.Role})
		}
	}
	for _, consent := range t.Consents {
		s.add("consents", newElement(consent.Consent, "userExtId", consent.UserExtID, "clientExtId", client))
	}
	for _, credential := range t.Credentials {
		s.add("credentials", newElement(credential, "clientExtId", client))
	}
}

// addItem adds an object with its properties. A member is a part of its enterprise role.
func (s *Snapshot) addItem(client string, item tenant.Item) {
	row := item.Type
	switch value := item.Value.(type) {
	case idm.Unit:
		value.HierarchicalName = ""
		item.Value = value
	case idm.User:
		value.Properties = item.Properties.Values
		item.Value = value
	case idm.Role:
		value.ApplicationName = ""
		item.Value = value
		if value.ApplicationExtID == "" {
			return
		}
	case nil:
		item.Value = struct{}{}
	}
	switch row {
	case objecttype.Client:
		return
	case objecttype.EnterpriseRoleMember:
		roles := s.arrays[objecttype.EnterpriseRole.SeedArray()]
		of := roles[len(roles)-1]
		members, _ := of["roleExtIds"].([]any)
		of["roleExtIds"] = append(members, item.ExtID)
		return
	case objecttype.User:
		s.countWithheld(item.Properties)
	default:
		s.addProperties(client, objecttype.APIName(row.Name), item.ExtID, item.Owner, item.Properties)
	}
	e := newElement(item.Value)
	for i, name := range row.Key {
		value := item.ExtID
		if name == "client_ext_id" {
			value = client
		} else if i < len(row.Key)-1 {
			value = item.Owner
		}
		if value != "" {
			e[objecttype.APIName(name)] = value
		}
	}
	s.add(row.SeedArray(), e)
}

// addDefinition adds a property definition. If an older release does not return its application, it
// adds one definition for each application whose grants have a value.
func (s *Snapshot) addDefinition(client string, t *tenant.Tenant, d idm.PropertyDefinition) {
	e := newElement(d, "clientExtId", client)
	if s.isDuplicate(e) {
		return
	}
	if t.DefinitionsOwned[d.PropertyID] && d.ClientExtID == "" {
		delete(e, "clientExtId")
	}
	if _, err := regexp.Compile(d.StringRegex); err != nil {
		delete(e, "stringRegex")
		s.Notes = append(s.Notes,
			fmt.Sprintf("The property %s accepts any text, because its expression %s cannot be evaluated here.", d.Name, d.StringRegex))
	}
	if !strings.HasSuffix(d.Scope, "ForApp") {
		delete(e, "applicationExtId")
		s.add("propertyDefinitions", e)
		return
	}
	applications := []string{d.ApplicationExtID}
	if d.ApplicationExtID == "" {
		applications = applicationsUsing(t, d.Name)
		s.Notes = append(s.Notes,
			fmt.Sprintf("The property %s of grants belongs to the applications %s. The grants show this; the release does "+
				"not.", d.Name, strings.Join(applications, ", ")))
	}
	for i, application := range applications {
		each := maps.Clone(e)
		each["applicationExtId"] = application
		if i > 0 {
			each["propertyId"] = json.Number(fmt.Sprint(d.PropertyID + int64(i)*inventedIDOffset))
		}
		s.add("propertyDefinitions", each)
	}
}

// inventedIDOffset is far above the IDs of real definitions.
const inventedIDOffset = 1_000_000_000

// isDuplicate reports whether another client already listed the definition. It is then a definition
// for all clients.
func (s *Snapshot) isDuplicate(e element) bool {
	for _, other := range s.arrays["propertyDefinitions"] {
		if other["propertyId"] == e["propertyId"] {
			delete(other, "clientExtId")
			return true
		}
	}
	return false
}

// applicationsUsing returns the applications whose grants have a property, sorted.
func applicationsUsing(t *tenant.Tenant, property string) []string {
	applications := map[string]string{}
	for _, role := range t.Roles {
		applications[role.ExtID] = role.ApplicationExtID
	}
	found := map[string]bool{}
	for _, profile := range t.Profiles {
		for _, a := range profile.Authorizations {
			if _, has := a.Properties.Values[property]; has {
				found[cmp.Or(applications[a.RoleExtID], unreadApplication)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (s *Snapshot) addProperties(client, kind, owner, profile string, p tenant.Properties) {
	s.countWithheld(p)
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

func (s *Snapshot) countWithheld(p tenant.Properties) {
	s.Withheld += len(p.Encrypted) + len(p.Undefined)
}

// withName sets the mandatory fields of an element that could not be read.
func withName(e element, extID string) element {
	e["extId"] = extID
	e["name"] = cmp.Or(e.text("name"), extID)
	return e
}
