package plan

import (
	"maps"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// written maps each authoritative resource to the attribute with its grants and to their data
// rooms.
var written = map[string]struct {
	attribute string
	rooms     []grants.Room
}{
	"idm_profile_authorizations":            {"authorizations", grants.Rooms},
	"idm_profile_enterprise_authorizations": {"enterprise_authorizations", nil},
}

// CompleteGrants adds defaults to the grants of a resource in a JSON plan or state: a missing data
// room is false, and a validity without bounds is null. It keeps hidden values and the values of
// other resources.
func CompleteGrants(resource string, values map[string]any) map[string]any {
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

func completeGrant(grant map[string]any, rooms []grants.Room) map[string]any {
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
