package drift

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
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
func (c *census) compareProperties(of *objecttype.Type, id string, held tenant.Properties) {
	for _, row := range objecttype.OfClass(objecttype.Properties) {
		shown, is := c.shown[key{kind: row.Name, id: id}]
		if row.Owner != of.Name || !is {
			continue
		}
		for name, value := range shown.values.Map("properties") {
			if plan.Text(value) != held.Values[name] && !holdsMasked(value) && !slices.Contains(held.Encrypted, name) {
				c.notSeen(shown.address + otherwise)
			}
		}
	}
}

// existing records the objects that the plan creates and that the service has: another state
// manages them, or this one is not the state of the tenant.
func (r *Report) existing(ctx context.Context, service *Service) error {
	if service == nil || unsearchable(r.plan) != "" {
		return nil
	}
	var created []plan.Change
	for _, change := range r.plan.Changes {
		row := objecttype.ByTypeName(change.Type)
		_, known := change.After.Known("ext_id")
		if change.Action == plan.Create && !change.Imported && known && row != nil && row.Versioned &&
			(row.Class == objecttype.Object || row.Class == objecttype.Grant) && service.holds(r.plan, change.Service) {
			created = append(created, change)
		}
	}
	found := make([]string, len(created))
	var group errgroup.Group
	group.SetLimit(concurrent)
	for i, change := range created {
		group.Go(func() error {
			switch _, err := recordOf(ctx, service.api, objecttype.ByTypeName(change.Type), change.After); {
			case err == nil:
				found[i] = change.Address + ": the plan creates it, and the service has it already: another state manages it, this is " +
					"another workspace, or it is to be imported"
			case errors.Is(err, rest.ErrNoRecord):
			default:
				found[i] = fmt.Sprintf("%s: the plan creates it, and whether the service has it is not known: %v", change.Address, err)
			}
			return nil
		})
	}
	_ = group.Wait()
	r.NotSeen = append(r.NotSeen, slices.DeleteFunc(found, func(text string) bool { return text == "" })...)
	return ctx.Err()
}
