package drift

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// AsDeclared returns a change as it would be without ignore_changes on access: with the values of
// the configuration for the attributes in configured. hidden lists those whose configured value the
// plan does not show.
func AsDeclared(change plan.Change) (declared plan.Change, configured, hidden []string) {
	row := objecttype.ByTypeName(change.Type)
	if row == nil || change.Before == nil || change.After == nil || len(change.Ignored) == 0 && !change.MayIgnore {
		return change, nil, nil
	}
	declared = change
	declared.After = maps.Clone(change.After)
	for _, name := range accessAttributes(row) {
		found, exists := change.Before[name]
		value, written := change.Configured[name]
		_, unknown := value.(plan.Unknown)
		switch planned := same(found, change.After[name]); {
		case !exists, !planned, !change.Ignores(name) && !change.MayIgnore, !written && !emptyWithout(name):
			continue
		case unknown && change.Ignores(name):
			hidden = append(hidden, name)
			continue
		case unknown:
			continue
		case !written && isRoom(name):
			value = false
		}
		declared.After[name], configured = value, append(configured, name)
	}
	declared.After = plan.CompleteGrants(change.Type, declared.After)
	if len(configured) > 0 && change.Action == plan.NoOp {
		declared.Action = plan.Update
	}
	return declared, configured, hidden
}

// accessAttributes returns the attributes of a type that determine access: its data rooms and
// validity, what it gives, and those whose change may break the rule access of a review.
func accessAttributes(row *objecttype.Type) []string {
	names := append(grants.RoomAttributes(), "validity", row.Gives.Attr)
	for name, of := range row.Rules.Attrs {
		gives := slices.ContainsFunc(of, func(name string) bool { is, _ := rules.ByName(name); return is.Gives })
		if gives && row.Class != objecttype.Properties {
			names = append(names, name)
		}
	}
	if row.Class == objecttype.Collection {
		names = append(names, row.Elements)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func isRoom(name string) bool { return slices.Contains(grants.RoomAttributes(), name) }

// emptyWithout reports whether an omitted attribute is declared as empty. Other omitted attributes
// are left to the service.
func emptyWithout(name string) bool { return name == "validity" || isRoom(name) }

// sameTime reports whether two texts are the same time.
func sameTime(a, b string) bool {
	order, times := compareTimes(a, b)
	return times && order == 0
}

// keptByIgnore returns the drift of an object with ignore_changes. If the state has adopted a value
// that was changed outside Terraform, the declared value counts as the recorded one.
func keptByIgnore(drift, change plan.Change, drifted bool, configured []string) plan.Change {
	if !drifted {
		drift = plan.Change{Address: change.Address, Type: change.Type, Service: change.Service, Action: plan.Update, Before: change.Before,
			After: change.Before, Recorded: change.Recorded, Refreshed: change.Refreshed}
	}
	drift.Before = maps.Clone(drift.Before)
	for _, name := range configured {
		if same(drift.Before[name], drift.After[name]) {
			drift.Before[name] = change.After[name]
		}
	}
	return drift
}
