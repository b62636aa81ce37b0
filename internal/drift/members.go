package drift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Member is a role of a managed enterprise role that no state declares: everybody who has the
// enterprise role has it.
type Member struct {
	// ID is the import ID of idm_enterprise_role_member.
	ID             string `json:"id"`
	Client         string `json:"client"`
	EnterpriseRole Named  `json:"enterprise_role"`
	Role           Named  `json:"role"`
	Application    *Named `json:"application,omitempty"`
	// RemovedBy is the address of the authoritative resource whose next apply removes it; "" when none
	// does.
	RemovedBy string `json:"removed_by,omitempty"`
}

// membersOf are what a search has found, as roles of their enterprise role.
func membersOf(found []Grant) []Member {
	var members []Member
	for _, g := range found {
		members = append(members, Member{ID: g.ID, Client: g.Client, EnterpriseRole: g.Profile, Role: g.Role, RemovedBy: g.RemovedBy})
	}
	return members
}

// elements are the values of a set as the keys of a map.
func elements(set any) plan.Values {
	list, isList := set.([]any)
	if !isList {
		return nil
	}
	found := plan.Values{}
	for _, element := range list {
		if text, isText := element.(string); isText {
			found[text] = map[string]any{}
		}
	}
	return found
}

// ownMembers marks the roles that an authoritative resource declares.
func (o ownership) ownMembers(listed []granted, owned map[string]bool) {
	for _, one := range listed {
		if o.declares(one.RoleExtID) {
			owned[one.ExtID] = true
		}
	}
}

// profiles finds those of the managed users, so that a profile that somebody made by hand is
// searched too.
func (s *search) profiles(ctx context.Context) error {
	if s.service == nil {
		return nil
	}
	users := slices.SortedFunc(maps.Keys(s.users), func(a, b holder) int {
		return cmp.Or(cmp.Compare(a.client, b.client), cmp.Compare(a.profile, b.profile))
	})
	found, failed := make([][]idm.Profile, len(users)), make([]error, len(users))
	var group errgroup.Group
	group.SetLimit(concurrent)
	for i, user := range users {
		group.Go(func() error {
			found[i], failed[i] = s.service.profilesOf(ctx, user)
			return nil
		})
	}
	_ = group.Wait()
	for i, user := range users {
		switch err := failed[i]; {
		case errors.Is(err, rest.ErrUnauthorized):
			return fmt.Errorf("cannot list the profiles of user %s: %w", user.profile, err)
		case err != nil && !errors.Is(err, rest.ErrNoRecord):
			s.miss(tenant.Missing{What: "profiles of user", ExtIDs: []string{user.id()}, Reason: err.Error()}, err,
				objecttype.ViewUserProfiles)
		}
		for _, profile := range found[i] {
			s.profile(user.service, user.client, profile.ExtID, plan.Values{"name": profile.Name, "user_ext_id": user.profile})
		}
	}
	return ctx.Err()
}

// nameMembers names the enterprise roles, roles and applications of undeclared members.
func (d *directory) nameMembers(ctx context.Context, all []Member) {
	var group errgroup.Group
	group.SetLimit(concurrent)
	asked := map[holder]bool{}
	for _, m := range all {
		for _, at := range []holder{{"", enterpriseKind, m.Client, m.EnterpriseRole.ExtID}, {"", grantKind, "", m.Role.ExtID}} {
			if d.service != nil && !asked[at] {
				asked[at] = true
				group.Go(func() error { d.role(ctx, at); return nil })
			}
		}
	}
	_ = group.Wait()
	for i := range all {
		m := &all[i]
		role := holder{"", grantKind, "", m.Role.ExtID}
		m.EnterpriseRole.Name = d.names[holder{"", enterpriseKind, m.Client, m.EnterpriseRole.ExtID}]
		m.Role.Name, m.Application = d.names[role], d.apps[role]
	}
	slices.SortFunc(all, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.EnterpriseRole.label(), b.EnterpriseRole.label()),
			cmp.Compare(a.Role.label(), b.Role.label()), cmp.Compare(a.ID, b.ID))
	})
}
