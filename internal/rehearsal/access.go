package rehearsal

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// grant is who has which role, as the copy holds it. Roles through enterprise roles are grants of
// their own.
type grant struct{ Client, User, Profile, Role, Through string }

// AccessChange is a grant that has effect after the apply and not before, or the other way round.
type AccessChange struct {
	// Effect is gain or lose.
	Effect  string `json:"effect"`
	Client  string `json:"client_ext_id"`
	User    string `json:"user_ext_id"`
	Name    string `json:"name,omitempty"`
	Profile string `json:"profile_ext_id"`
	Role    string `json:"role_ext_id"`
	// Through is the enterprise role that gives the role, "" for a grant of its own.
	Through string `json:"through,omitempty"`
}

// holdings is what a state of the copy grants, and the names of people.
type holdings struct {
	grants map[grant]bool
	names  map[[2]string]string
}

// object are the fields of the simulator's objects that decide on access.
type object struct {
	ClientExtID, ExtID, UserExtID, ProfileExtID, RoleExtID, EnterpriseRoleExtID string
	UserState, ProfileState, LoginID                                            string
	RoleExtIDs                                                                  []string
	Name                                                                        json.RawMessage
}

// accessOf takes the grants of active profiles of active users out of a state of the copy.
func accessOf(state []byte) holdings {
	var read struct{ Users, Profiles, Authorizations, EnterpriseAuthorizations, EnterpriseRoles []object }
	h := holdings{map[grant]bool{}, map[[2]string]string{}}
	if json.Unmarshal(state, &read) != nil {
		return h
	}
	for _, user := range read.Users {
		if user.UserState == "active" {
			h.names[[2]string{user.ClientExtID, user.ExtID}] = nameOf(user)
		}
	}
	holders := map[[2]string]string{}
	for _, profile := range read.Profiles {
		if _, active := h.names[[2]string{profile.ClientExtID, profile.UserExtID}]; active && profile.ProfileState == "active" {
			holders[[2]string{profile.ClientExtID, profile.ExtID}] = profile.UserExtID
		}
	}
	members := map[[2]string][]string{}
	for _, role := range read.EnterpriseRoles {
		members[[2]string{role.ClientExtID, role.ExtID}] = role.RoleExtIDs
	}
	for _, a := range slices.Concat(read.Authorizations, read.EnterpriseAuthorizations) {
		user, active := holders[[2]string{a.ClientExtID, a.ProfileExtID}]
		if !active {
			continue
		}
		g := grant{a.ClientExtID, user, a.ProfileExtID, cmp.Or(a.RoleExtID, a.EnterpriseRoleExtID), ""}
		h.grants[g] = true
		for _, role := range members[[2]string{a.ClientExtID, a.EnterpriseRoleExtID}] {
			h.grants[grant{a.ClientExtID, user, a.ProfileExtID, role, a.EnterpriseRoleExtID}] = true
		}
	}
	return h
}

func nameOf(user object) string {
	var name struct{ FirstName, FamilyName string }
	_ = json.Unmarshal(user.Name, &name)
	return cmp.Or(strings.TrimSpace(name.FirstName+" "+name.FamilyName), user.LoginID)
}

// difference are the grants that only one of two states has.
func difference(before, after holdings) []AccessChange {
	var changes []AccessChange
	for _, side := range []struct {
		effect string
		in, to holdings
	}{{"gain", after, before}, {"lose", before, after}} {
		for g := range side.in.grants {
			if !side.to.grants[g] {
				changes = append(changes, AccessChange{
					side.effect, g.Client, g.User, side.in.names[[2]string{g.Client, g.User}], g.Profile, g.Role, g.Through,
				})
			}
		}
	}
	slices.SortFunc(changes, func(a, b AccessChange) int {
		return cmp.Or(strings.Compare(a.Client, b.Client), strings.Compare(a.User, b.User), strings.Compare(a.Effect, b.Effect),
			strings.Compare(a.Role, b.Role), strings.Compare(a.Profile, b.Profile), strings.Compare(a.Through, b.Through))
	})
	return changes
}

// Disagreement is where the rehearsal and the review of the plan say different things about access.
type Disagreement struct {
	Effect  string `json:"effect"`
	User    string `json:"user"`
	Profile string `json:"profile"`
	Role    string `json:"role"`
	// Reviewed reports that the review has it and the rehearsal has not; otherwise it is the other way
	// round.
	Reviewed bool `json:"reviewed"`
}

// against compares the access that changed with what the review of the plan foresees. The review
// knows an object that is made by its address where its id is not known, so that such are compared
// by role alone.
func (r *Result) against(reviewed *review.Review) {
	left := slices.Clone(r.Access)
	for _, person := range reviewed.Access {
		for _, profile := range person.Profiles {
			for _, change := range profile.Changes {
				expected, ok := foreseen(person, profile, change)
				if !ok {
					continue
				}
				at := slices.IndexFunc(left, func(a AccessChange) bool { return fits(a, expected) })
				if at >= 0 {
					left = slices.Delete(left, at, at+1)
					continue
				}
				r.Review = append(r.Review, Disagreement{
					Effect: expected.Effect, User: label(person.User), Profile: profile.Profile.Label(), Role: expected.Role, Reviewed: true,
				})
			}
		}
	}
	for _, a := range left {
		// What an enterprise role brings is in the review only as far as the plan knows its members.
		if a.Through == "" {
			r.Review = append(r.Review, Disagreement{Effect: a.Effect, User: cmp.Or(a.Name, a.User), Profile: a.Profile, Role: a.Role})
		}
	}
}

func label(user *review.Named) string {
	if user == nil {
		return "somebody"
	}
	return user.Label()
}

// foreseen is a change of the review in the form of the rehearsal; false for one that is uncertain,
// or that neither gives nor takes.
func foreseen(person review.Person, profile review.ProfileAccess, change review.Change) (AccessChange, bool) {
	held := change.After
	if change.Effect == review.Loss {
		held = change.Before
	}
	if held == nil || change.Uncertain || change.Elsewhere || change.Effect == review.Altered {
		return AccessChange{}, false
	}
	expected := AccessChange{Effect: string(change.Effect), Client: person.Client, Profile: profile.Profile.ExtID, Role: held.Role.ExtID}
	if held.Through != nil {
		expected.Through = held.Through.ExtID
	}
	return expected, true
}

func fits(a, expected AccessChange) bool {
	return a.Effect == expected.Effect && (expected.Client == "" || a.Client == expected.Client) && a.Through == expected.Through &&
		(expected.Profile == "" || a.Profile == expected.Profile) && (expected.Role == "" || a.Role == expected.Role)
}
