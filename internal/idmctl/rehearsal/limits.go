package rehearsal

import (
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// limits lists what this rehearsal cannot determine for the plan and the configuration.
func (r *run) limits() []string {
	limits := []string{}
	for _, s := range r.plan.Services {
		if !s.Known {
			limits = append(limits, fmt.Sprintf("The plan does not show the address of %s: the rehearsal assumes that it is the service "+
				"of the copy.",
				s.Configs[0]))
		}
	}
	if r.saved.logins > 1 {
		limits = append(limits, fmt.Sprintf("The provider configurations have %d different logins: in the rehearsal all have the "+
			"permissions of one caller.",
			r.saved.logins))
	}
	if closed := r.closedRooms(); closed > 0 {
		limits = append(limits, fmt.Sprintf("%s in the plan with a data room that is not global: the service does not show which clients, "+
			"units, applications and enterprise roles such a grant covers, so the rehearsal does not show which objects "+
			"its holder can read and change.",
			map[bool]string{true: "1 grant is", false: fmt.Sprint(closed, " grants are")}[closed == 1]))
	}
	return limits
}

// closedRooms returns the number of created or changed grants with a data room that is not global.
// No operation of the service returns the objects that such a data room covers.
func (r *run) closedRooms() int {
	closed := 0
	for _, change := range r.plan.Changes {
		if !change.Action.Changes() || change.After == nil {
			continue
		}
		switch change.Type {
		case objecttype.Authorization.TypeName():
			closed += closedRoom(change.After)
		case objecttype.ProfileAuthorizations.TypeName():
			for _, each := range change.After.Map("authorizations") {
				if values, ok := each.(map[string]any); ok {
					closed += closedRoom(values)
				}
			}
		}
	}
	return closed
}

func closedRoom(values plan.Values) int {
	if slices.ContainsFunc(grants.RoomAttributes(), func(name string) bool { open, known := values[name].(bool); return !known || !open }) {
		return 1
	}
	return 0
}
