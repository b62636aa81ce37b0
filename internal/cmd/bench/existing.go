package main

import (
	"encoding/json"
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

const (
	existingApplications    = 8
	existingRoles           = 40
	existingEnterpriseRoles = 20
	// openedGrant is an authorization of profile-0 in every existing tenant.
	openedGrant = "grant-0"
)

// sharedObjects is the number of objects that exist in a tenant of any size: the client, its
// assigned applications with their roles, and the enterprise roles with their members.
const sharedObjects = 1 + 2*existingApplications + existingRoles + 2*existingEnterpriseRoles

// smallestExisting returns the smallest size for which each top unit has a profile.
func smallestExisting(tops int) int { return sharedObjects + 1 + tops + 10*tops }

// existing is a tenant to import. Of the objects that are not shared, about 15 % are units, 18 %
// profiles, 6 % enterprise authorizations, 2 % properties of units, and the rest authorizations.
type existing struct {
	seedArrays
	tops int
}

func (t *existing) own(array string, o seedObject) {
	o["clientExtId"] = tenantgen.Client
	t.add(array, o)
}

// existingSeed returns the simulator's seed of a tenant with the given number of objects to import,
// distributed over top units. The token has all permissions.
func existingSeed(objects, tops int, token string) ([]byte, error) {
	if objects < smallestExisting(tops) {
		return nil, fmt.Errorf("a tenant of %d top units has at least %d objects, not %d", tops, smallestExisting(tops), objects)
	}
	t := &existing{seedArrays{}, tops}
	t.add("clients", seedObject{"extId": tenantgen.Client, "name": "Acme"})
	t.own("callers", seedObject{"token": token, "userExtId": "user-0", "permissions": []string{"*"}, "clients": []string{"*"}})
	t.access()
	left := objects - sharedObjects - 1 - tops
	units, profiles, held, described := left*15/100, left*18/100, left*6/100, left*2/100
	t.units(units, described)
	t.profiles(profiles, units)
	for i := range held {
		t.own("enterpriseAuthorizations", seedObject{"profileExtId": numbered("profile", i%profiles), "extId": numbered("held", i),
			"enterpriseRoleExtId": numbered("function", i/profiles)})
	}
	for i := range left - units - profiles - held - described {
		t.own("authorizations", seedObject{"profileExtId": numbered("profile", i%profiles), "extId": numbered("grant", i),
			"roleExtId": numbered("role", (i%profiles+i/profiles)%existingRoles), "unitGlobal": i%3 == 0})
	}
	return json.Marshal(t.seedArrays)
}

func (t *existing) access() {
	for i, app := range names("app", existingApplications) {
		t.add("applications", seedObject{"extId": app, "name": numbered("App", i), "displayed": true})
		t.own("clientApplications", seedObject{"applicationExtId": app})
	}
	for i, role := range names("role", existingRoles) {
		t.add("roles", seedObject{"extId": role, "name": role, "applicationExtId": numbered("app", i%existingApplications)})
	}
	for i, function := range names("function", existingEnterpriseRoles) {
		t.own("enterpriseRoles", seedObject{"extId": function, "name": numbered("Function", i),
			"roleExtIds": []string{numbered("role", i), numbered("role", i+1)}})
	}
	t.own("propertyDefinitions", seedObject{"propertyId": 1, "name": "costCenter", "type": "String", "scope": "onUnitGlobal",
		"encrypted": false, "propagated": false, "accessCreate": "READ_WRITE", "accessModify": "READ_WRITE", "guiPrecedence": 1})
}

// units distributes units over the top units. The parent of a unit is an earlier unit below the
// same top unit.
func (t *existing) units(count, described int) {
	t.own("units", seedObject{"extId": "hq", "name": "Headquarters", "profileless": false})
	for i, top := range names("top", t.tops) {
		t.own("units", seedObject{"extId": top, "name": numbered("Region", i), "parentUnitExtId": "hq", "profileless": false})
	}
	const siblings = 6
	for i, unit := range names("unit", count) {
		top, nth := i%t.tops, i/t.tops
		parent := numbered("top", top)
		if nth >= siblings {
			parent = numbered("unit", top+(nth/siblings-1)*t.tops)
		}
		t.own("units", seedObject{"extId": unit, "name": numbered("Team", nth), "parentUnitExtId": parent, "profileless": false})
	}
	for i := range described {
		t.own("properties", seedObject{"ownerType": "unit", "ownerExtId": numbered("unit", i),
			"values": map[string]string{"costCenter": numbered("cost", i)}})
	}
}

// profiles creates one profile for each user, and a second one for some.
func (t *existing) profiles(count, units int) {
	people := max(1, count*85/100)
	for i, person := range names("user", people) {
		t.own("users", seedObject{"extId": person, "loginId": numbered("login", i), "userState": "active",
			"name": map[string]string{"firstName": numbered("Given", i%50), "familyName": numbered("Family", i/50)}})
	}
	for i, profile := range names("profile", count) {
		t.own("profiles", seedObject{"extId": profile, "userExtId": numbered("user", i%people), "unitExtId": numbered("unit", i%units),
			"profileState": "active", "isDefaultProfile": i < people})
	}
}
