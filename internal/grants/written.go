package grants

import "maps"

// written says of each authoritative resource where its grants stand, and whether they have data
// rooms.
var written = map[string]struct {
	attribute string
	rooms     []Room
}{
	"idm_profile_authorizations":            {"authorizations", Rooms},
	"idm_profile_enterprise_authorizations": {"enterprise_authorizations", nil},
}

// Complete writes out what the grants in the values of a resource leave out, as a plan or a state
// has them in JSON: a missing data room is closed, and a validity without a bound is null. What is
// hidden stays hidden. Values of other resources stay as they are.
func Complete(resource string, values map[string]any) map[string]any {
	of, authoritative := written[resource]
	all, known := values[of.attribute].(map[string]any)
	if !authoritative || !known {
		return values
	}
	complete := make(map[string]any, len(all))
	for key, grant := range all {
		complete[key] = grant
		if members, ok := grant.(map[string]any); ok {
			complete[key] = completeGrant(members, of.rooms)
		}
	}
	values = maps.Clone(values)
	values[of.attribute] = complete
	return values
}

func completeGrant(grant map[string]any, rooms []Room) map[string]any {
	grant = maps.Clone(grant)
	for _, room := range rooms {
		switch grant[room.Attribute] {
		case nil, "false", "0":
			grant[room.Attribute] = false
		case "true", "1":
			grant[room.Attribute] = true
		}
	}
	bounds, _ := grant["validity"].(map[string]any)
	bounds = maps.Clone(bounds)
	maps.DeleteFunc(bounds, func(_ string, bound any) bool { return bound == nil })
	switch {
	case len(bounds) > 0:
		grant["validity"] = bounds
	case grant["validity"] == nil, bounds != nil:
		grant["validity"] = nil
	}
	return grant
}
