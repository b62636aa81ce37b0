package drift

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// otherwise follows the address of an object that the plan does not show as the service has it, and
// masks the address of an object whose values the plan does not show.
const (
	otherwise = ": the plan does not show it as the service has it now. It was made without a refresh, or the object changed since: " +
		"plan again"
	masks = ": the plan masks values of it and has no version of it, so that it cannot be compared with the service: name a saved plan"
)

// shownObject is an object as a plan shows it: its version at the refresh, 0 if the plan has none,
// and its values; nil if the plan masks them.
type shownObject struct {
	address string
	version int64
	values  plan.Values
}

// compare returns why the plan does not show an object as the service has it: it was made without a
// refresh, or before a change. Equal versions prove that it does; without versions, the values on
// which access depends are compared, and a masked value can be any.
func (o shownObject) compare(row *objecttype.Type, record idm.Record, value any) string {
	switch {
	case o.version != 0 && record.Version != 0:
		if o.version == record.Version {
			return ""
		}
		return o.address + otherwise
	case value == nil:
		return ""
	case o.values == nil:
		return o.address + masks
	}
	encoded, err := json.Marshal(value)
	var found map[string]any
	if err != nil || json.Unmarshal(encoded, &found) != nil {
		return o.address + masks
	}
	masked := false
	for _, name := range accessAttributes(row) {
		was, isShown := o.values[name]
		now, returned := found[objecttype.APIName(name)]
		if !returned && row.Class == objecttype.Credential {
			continue // The service returns no secret, and no version of one.
		}
		// Parameters that are not declared are not managed.
		isShown = isShown && (was != nil || name != "parameters") || isRoom(name) && row == objecttype.Authorization
		switch {
		case holdsMasked(was):
			masked = true
		case isShown && !sameFact(name, was, now):
			return o.address + otherwise
		}
	}
	if masked {
		return o.address + masks
	}
	return ""
}

// sameFact reports whether a value of a plan is the one in the service. Nothing is the default,
// except for a data room, which is open unless the service returns that it is not.
func sameFact(name string, was, now any) bool {
	if isRoom(name) {
		shown, _ := was.(bool)
		open, given := now.(bool)
		return given && open == shown
	}
	if shown, found := plan.Object(was), plan.Object(now); shown != nil || found != nil {
		return !slices.ContainsFunc(plan.Keys(shown, found), func(key string) bool { return !sameFact(key, shown[key], found[key]) })
	}
	if isList(was) || isList(now) {
		return maps.EqualFunc(elementsOf(was), elementsOf(now), same)
	}
	plain := func(value any) string {
		text := plan.Text(value)
		if strings.Contains(name, "state") {
			text = strings.ToLower(text)
		}
		if value == nil || value == false || text == "active" {
			return ""
		}
		return text
	}
	a, b := plain(was), plain(now)
	return a == b || sameTime(a, b)
}

// compareProperties records the properties of an object that the plan does not show as the service
// has them. Encrypted values are not read.
func (s *search) compareProperties(of *objecttype.Type, id string, held tenant.Properties) {
	for _, row := range objecttype.OfClass(objecttype.Properties) {
		shown := s.entries.at(key{row.Name, id}).shown
		if row.Owner != of.Name || shown == nil {
			continue
		}
		for name, value := range shown.values.Map("properties") {
			if plan.Text(value) != held.Values[name] && !holdsMasked(value) && !slices.Contains(held.Encrypted, name) {
				s.notSeen(shown.address + otherwise)
			}
		}
	}
}
