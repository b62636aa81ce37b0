package main

import (
	"encoding/json"
	"fmt"
)

const (
	client = "acme"
	token  = "adoption-token"

	applications    = 8
	roles           = 40
	enterpriseRoles = 20
	// opened is the grant that somebody opens by hand.
	opened = "grant-0"
)

type object map[string]any

// shared is what a tenant of any size has: the client, its applications, each assigned, their
// roles, and the enterprise roles, each with members.
const shared = 1 + 2*applications + roles + 2*enterpriseRoles

// smallest is the size from which on each top unit has a profile.
func smallest(tops int) int { return shared + 1 + tops + 10*tops }

// tenant makes a seed of the simulator with so many objects to import: of those that are not shared
// about 15 in 100 are units, 18 profiles, 6 enterprise authorizations, 2 properties of units, and
// the others authorizations.
type tenant struct {
	arrays map[string][]object
	tops   int
}

func (t *tenant) add(array string, o object) {
	o["clientExtId"] = client
	t.arrays[array] = append(t.arrays[array], o)
}

func seed(objects, tops int) ([]byte, error) {
	t := &tenant{arrays: map[string][]object{}, tops: tops}
	t.arrays["clients"] = []object{{"extId": client, "name": "Acme"}}
	t.arrays["callers"] = []object{{"token": token, "clientExtId": client, "userExtId": "user-0", "permissions": []string{"*"},
		"clients": []string{"*"}}}
	t.access()
	left := objects - shared - 1 - tops
	units, profiles, held, described := left*15/100, left*18/100, left*6/100, left*2/100
	t.units(units, described)
	t.profiles(profiles, units)
	for i := range held {
		t.add("enterpriseAuthorizations", object{"profileExtId": name("profile", i%profiles), "extId": name("held", i),
			"enterpriseRoleExtId": name("function", i/profiles)})
	}
	for i := range left - units - profiles - held - described {
		t.add("authorizations", object{"profileExtId": name("profile", i%profiles), "extId": name("grant", i),
			"roleExtId": name("role", (i%profiles+i/profiles)%roles), "unitGlobal": i%3 == 0})
	}
	return json.Marshal(t.arrays)
}

func name(kind string, i int) string { return fmt.Sprintf("%s-%d", kind, i) }

func (t *tenant) access() {
	for i := range applications {
		t.arrays["applications"] = append(t.arrays["applications"], object{"extId": name("app", i), "name": name("App", i), "displayed": true})
		t.add("clientApplications", object{"applicationExtId": name("app", i)})
	}
	for i := range roles {
		t.arrays["roles"] = append(t.arrays["roles"], object{"extId": name("role", i), "name": name("role", i),
			"applicationExtId": name("app", i%applications)})
	}
	for i := range enterpriseRoles {
		t.add("enterpriseRoles", object{"extId": name("function", i), "name": name("Function", i),
			"roleExtIds": []string{name("role", i), name("role", i+1)}})
	}
	t.add("propertyDefinitions", object{"propertyId": 1, "name": "costCenter", "type": "String", "scope": "onUnitGlobal", "encrypted": false,
		"propagated": false, "accessCreate": "READ_WRITE", "accessModify": "READ_WRITE", "guiPrecedence": 1})
}

// units are spread over the top units, each below an earlier one of its own.
func (t *tenant) units(count, described int) {
	t.add("units", object{"extId": "hq", "name": "Headquarters", "profileless": false})
	for i := range t.tops {
		t.add("units", object{"extId": name("top", i), "name": name("Region", i), "parentUnitExtId": "hq", "profileless": false})
	}
	const siblings = 6
	for i := range count {
		top, nth := i%t.tops, i/t.tops
		parent := name("top", top)
		if nth >= siblings {
			parent = name("unit", top+(nth/siblings-1)*t.tops)
		}
		t.add("units", object{"extId": name("unit", i), "name": name("Team", nth), "parentUnitExtId": parent, "profileless": false})
	}
	for i := range described {
		t.add("properties",
			object{"ownerType": "unit", "ownerExtId": name("unit", i), "values": map[string]string{"costCenter": name("cost", i)}})
	}
}

// profiles are one for each person, and a second one for some.
func (t *tenant) profiles(count, units int) {
	people := max(1, count*85/100)
	for i := range people {
		t.add("users", object{"extId": name("user", i), "loginId": name("login", i), "userState": "active",
			"name": map[string]string{"firstName": name("Given", i%50), "familyName": name("Family", i/50)}})
	}
	for i := range count {
		t.add("profiles", object{"extId": name("profile", i), "userExtId": name("user", i%people), "unitExtId": name("unit", i%units),
			"profileState": "active", "isDefaultProfile": i < people})
	}
}
