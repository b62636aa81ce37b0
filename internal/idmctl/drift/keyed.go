package drift

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// keyed finds the grant of each key of an authoritative resource in the list of the service, by the
// external ID in the records. The JSON of a plan contains no records. Then the key of a second
// grant contains the external ID, and the key of a first grant is its role: the grant is the only
// one of this role that no other key identifies. Keys without exactly one grant are omitted.
func keyed(keys []string, records grants.Records, listed []held) map[string]held {
	isKey := map[string]bool{}
	for _, key := range keys {
		isKey[key] = true
	}
	byID, byRole, named := map[string]held{}, map[string][]held{}, map[string]bool{}
	for _, one := range listed {
		byID[one.ownID] = one
		byRole[one.gives()] = append(byRole[one.gives()], one)
	}
	extIDs, roles := map[string]string{}, map[string]string{}
	for _, key := range keys {
		role, extID := grants.SplitKey(key, func(key string) bool { return isKey[key] })
		if record, recorded := records[key]; recorded {
			extID = record.ExtID
		}
		extIDs[key], roles[key] = extID, role
		named[extID] = extID != ""
	}
	found := map[string]held{}
	for _, key := range keys {
		if extID := extIDs[key]; extID != "" {
			if one, there := byID[extID]; there {
				found[key] = one
			}
			continue
		}
		var left []held
		for _, one := range byRole[roles[key]] {
			if !named[one.ownID] {
				left = append(left, one)
			}
		}
		if len(left) == 1 {
			found[key] = left[0]
		}
	}
	return found
}
