package plan

import (
	"maps"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// CompleteGrants adds defaults to the grants of a resource in a JSON plan or state: a missing data
// room is false, and a validity without bounds is null. It keeps hidden values and the values of
// other resources.
func CompleteGrants(resource string, values map[string]any) map[string]any {
	row := objecttype.ByTypeName(resource)
	if row == nil || row.Class != objecttype.Set {
		return values
	}
	all, known := values[row.Gives.Attr].(map[string]any)
	if !known {
		return values
	}
	var rooms []grants.Room
	if row == objecttype.ProfileAuthorizations {
		rooms = grants.Rooms
	}
	complete := make(map[string]any, len(all))
	for key, grant := range all {
		complete[key] = grant
		if members, ok := grant.(map[string]any); ok {
			complete[key] = completeGrant(members, rooms)
		}
	}
	values = maps.Clone(values)
	values[row.Gives.Attr] = complete
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
