package drift

import (
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// leavesAccess reports whether, until a planned change is applied, the service has access that the
// configuration does not declare. A state that a refresh or an import by hand has changed shows
// access by hand only in this way.
func leavesAccess(change plan.Change, differences []Difference) bool {
	row := objecttype.ByTypeName(change.Type)
	if row == nil || change.Imported || change.Before == nil {
		return false
	}
	switch change.Action {
	case plan.Delete, plan.Forget, plan.Replace:
		gives := row.Class == objecttype.Grant || row.Class == objecttype.Credential || row == objecttype.User ||
			row == objecttype.Profile || row.Class == objecttype.Set && len(elements(change.Before[row.Gives.Attr])) > 0
		if gives || change.Action != plan.Replace {
			return gives
		}
	case plan.Update:
	default:
		return false
	}
	return slices.ContainsFunc(differences, func(d Difference) bool {
		if row == objecttype.AuthorizationProperties {
			return d.Declared != nil // It may limit the grant.
		}
		return slices.Contains(accessAttributes(row), d.attribute()) && d.takes(row)
	})
}

// takes reports whether the declared value of an attribute of access gives less than the found one,
// or something else.
func (d Difference) takes(row *objecttype.Type) bool {
	path := strings.TrimSuffix(d.Path, `"]`)
	switch name := path[strings.LastIndexAny(path, `."`)+1:]; {
	case d.Kind == Added:
		return false
	case d.Kind == Removed:
		return true
	case isRoom(name):
		return d.Found != false
	case d.Path == row.State:
		return !strings.EqualFold(plan.Text(d.Declared), "active")
	case name == "to":
		return d.Declared != nil && !before(d.Found, d.Declared)
	case name == "from":
		return d.Declared != nil && !before(d.Declared, d.Found)
	}
	return true
}

// before reports whether a time is certainly before another one.
func before(a, b any) bool {
	order, times := compareTimes(a, b)
	return times && order < 0
}

// compareTimes compares two times, and reports whether both values are times.
func compareTimes(a, b any) (order int, times bool) {
	first, err := time.Parse(time.RFC3339, plan.Text(a))
	second, otherErr := time.Parse(time.RFC3339, plan.Text(b))
	return first.Compare(second), err == nil && otherErr == nil
}
