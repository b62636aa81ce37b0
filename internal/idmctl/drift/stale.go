package drift

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// shownGrant is a grant as the plan has found it: the version, the role, and the data rooms and
// validity. values are nil if the plan masks them.
type shownGrant struct {
	address string
	version int64
	role    any
	values  plan.Values
}

// otherwise follows the address of an object that the plan does not show as the service has it, and
// masks the address of an object whose values the plan does not show.
const (
	otherwise = ": the plan does not show it as the service has it now. It was made without a refresh, or the object changed since: " +
		"plan again"
	masks = ": the plan masks values of it and has no version of it, so that it cannot be compared with the service: name a saved plan"
)

// compare records that a plan does not show a grant as the service has it. Such a plan was made
// without a refresh, or before a change.
func (s *search) compare(one held, shown shownGrant) {
	switch is, known := shown.isOf(one); {
	case !known:
		s.access.notSearched(shown.address + masks)
	case !is:
		s.access.notSearched(shown.address + otherwise)
	}
}

// isOf reports whether the service holds the grant as the plan shows it, and whether this is known.
// Equal versions prove it; without a version, a masked value can be any.
func (g shownGrant) isOf(one held) (is, known bool) {
	if g.version != 0 && one.record.Version != 0 {
		return g.version == one.record.Version, true
	}
	known = true
	equal := func(value any, same bool) bool {
		_, masked := value.(plan.Masked)
		known = known && !masked
		return masked || same
	}
	if !equal(g.role, g.role == one.gives()) {
		return false, true
	}
	if g.values == nil {
		return false, false
	}
	for i, room := range grants.Rooms {
		value := g.values[room.Attribute]
		open, _ := value.(bool)
		if !equal(value, one.Kind != access.Grant || one.Rooms.May(access.Room(i)) == open) {
			return false, true
		}
	}
	validity := g.values["validity"]
	bounds := mapOf(validity)
	is = equal(validity, equal(bounds["from"], boundOf(plan.Text(bounds["from"])).Equal(one.From)) &&
		equal(bounds["to"], boundOf(plan.Text(bounds["to"])).Equal(one.To)))
	return is, known || !is
}

// managed is an object as a plan shows it: its version at the refresh, 0 if the plan has none.
type managed struct {
	address string
	version int64
	values  plan.Values
}

// managedIn returns the existing objects of a plan, by kind and import ID.
func managedIn(p *plan.Plan, service *Service) (map[string]map[string]managed, error) {
	_, found, err := savedVersions(p)
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]managed{}
	for _, change := range p.Changes {
		row := objecttype.ByTypeName(change.Type)
		if row == nil || change.Before == nil || change.Deposed || !service.holds(p, change.Service) {
			continue
		}
		if all[row.Name] == nil {
			all[row.Name] = map[string]managed{}
		}
		all[row.Name][change.Before.Text("id")] = managed{change.Address, found[change.Address].version, change.Before}
	}
	return all, nil
}

// moved are the attributes of users, profiles and units on which access depends.
var moved = []string{"user_state", "profile_state", "state", "validity", "unit_ext_id", "parent_unit_ext_id", "login_id"}

// compare returns why the plan does not show an object as the service has it, if so. Without
// versions, the values on which access depends are compared.
func (m managed) compare(record idm.Record, value any) []string {
	if m.version != 0 && record.Version != 0 {
		if m.version == record.Version {
			return nil
		}
		return []string{m.address + otherwise}
	}
	encoded, err := json.Marshal(value)
	var found map[string]any
	if err != nil || json.Unmarshal(encoded, &found) != nil {
		return nil
	}
	for _, name := range moved {
		now, exists := found[objecttype.APIName(name)]
		was, shown := m.values[name]
		if _, isMasked := was.(plan.Masked); isMasked && exists {
			return []string{m.address + masks}
		}
		if exists && shown && !sameFact(was, now) {
			return []string{m.address + otherwise}
		}
	}
	return nil
}

// sameFact reports whether a value of a plan is the one in the service. Nothing is the default.
func sameFact(was, now any) bool {
	if bounds, isMap := now.(map[string]any); isMap {
		shown := mapOf(was)
		return sameFact(shown["from"], bounds["from"]) && sameFact(shown["to"], bounds["to"])
	}
	plain := func(value any) string {
		text := plan.Text(value)
		if value == nil || strings.EqualFold(text, "active") {
			return ""
		}
		return text
	}
	a, b := plain(was), plain(now)
	return strings.EqualFold(a, b) || sameTime(a, b)
}

// existing records the objects that the plan creates and that the service has: another state manages
// them, or this one is not the state of the tenant.
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
			object := Drifted{Type: change.Type, values: change.After}
			switch _, err := object.record(ctx, service.api); {
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
