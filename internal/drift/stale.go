package drift

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// shownGrant is a grant as the plan has found it: the role, and the data rooms and validity.
type shownGrant struct {
	address string
	role    any
	values  plan.Values
}

// compare records that a plan does not show a grant as the service has it. Such a plan was made
// without a refresh, or before a change.
func (s *search) compare(one held, shown shownGrant) {
	if shown.isOf(one) {
		return
	}
	s.access.NotSearched = append(s.access.NotSearched, shown.address+": the plan does not show the grant as the service has it now. It "+
		"was made without a refresh, or the grant changed since: plan again")
}

// isOf reports whether the service holds the grant as the plan shows it. Values that the plan masks
// count as equal.
func (g shownGrant) isOf(one held) bool {
	equal := func(value any, same bool) bool { _, masked := value.(plan.Masked); return masked || same }
	if !equal(g.role, g.role == one.gives()) {
		return false
	}
	for i, room := range grants.Rooms {
		value := g.values[room.Attribute]
		open, _ := value.(bool)
		if !equal(value, one.Kind != access.Grant || one.Rooms.May(access.Room(i)) == open) {
			return false
		}
	}
	validity := g.values["validity"]
	bounds := mapOf(validity)
	return equal(validity, equal(bounds["from"], boundOf(plan.Text(bounds["from"])).Equal(one.From)) &&
		equal(bounds["to"], boundOf(plan.Text(bounds["to"])).Equal(one.To)))
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
