package drift

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// keyed finds the grant of each key of an authoritative resource in the list of the service, by the
// external ID in the records. The JSON of a plan contains no records. Then the key of a second
// grant contains the external ID, and the key of a first grant is its role: the grant is the only
// one of this role that no other key identifies. twice has the keys with several such grants.
func keyed(l list, keys []string, records grants.Records, listed []held) (found map[string]held, twice map[string]bool) {
	plain, unnamed := grants.Records{}, map[string]int{}
	maps.Copy(plain, records)
	for _, one := range listed {
		role := one.gives()
		_, recorded := records[role]
		if !recorded && !slices.Contains(keys, grants.SecondKey(grants.Grant{ExtID: one.ownID, RoleExtID: role})) {
			plain[role] = grants.Record{ExtID: one.ownID}
			unnamed[role]++
		}
	}
	found, twice = map[string]held{}, map[string]bool{}
	for i, key := range keysOf(l, listed, plain) {
		record, recorded := records[key]
		switch twice[key] = unnamed[key] > 1; {
		case twice[key], recorded && record.ExtID != listed[i].ownID:
		default:
			found[key] = listed[i]
		}
	}
	return found, twice
}
