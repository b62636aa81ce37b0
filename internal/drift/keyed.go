package drift

import (
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
)

// keyed finds the grant of each key of an authoritative resource among those that the service
// lists, by the external ID that the records hold. Without records, which the JSON of a plan does
// not hold, a key of a second grant names it; the plain key of a role is then the one grant that no
// other key names. A key whose grant cannot be determined is left out, and so is one that is gone.
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
