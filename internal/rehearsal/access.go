package rehearsal

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// The effects of a change of access, as the review names them.
const (
	gain   = string(review.Gain)
	lose   = string(review.Loss)
	change = string(review.Altered)
)

// AccessChange is a grant that is added or removed, gains or loses its effect, or changes its data
// rooms or its validity.
type AccessChange struct {
	// Effect is gain, lose or change.
	Effect  string `json:"effect"`
	Client  string `json:"client_ext_id"`
	User    string `json:"user_ext_id"`
	Name    string `json:"name,omitempty"`
	Profile string `json:"profile_ext_id"`
	Role    string `json:"role_ext_id"`
	// Application is the application of the role, or "" if the copy does not contain it.
	Application string `json:"application_ext_id,omitempty"`
	// Through is the enterprise role that contains the role, or "" for a direct grant.
	Through string `json:"through,omitempty"`
	// Global lists the open data rooms, and Validity is the validity of the grant: after a gain or a
	// change, or before a loss.
	Global   string `json:"global,omitempty"`
	Validity string `json:"validity,omitempty"`
	// Effective reports that a user gains or loses effective access. It is false for a grant of a
	// disabled profile.
	Effective bool `json:"effective"`
	// Reason explains why the grant has no effect, before a loss or after any other change; "" if it
	// has one.
	Reason string `json:"reason,omitempty"`
}

// difference returns the grants that differ between two states of the copy, at a time or later.
func difference(before, after *access.Tenant, now time.Time) []AccessChange {
	var changes []AccessChange
	add := func(effect string, effective bool, g grant, h held, t *access.Tenant) {
		user := t.Get(access.NewID("", g.Client, access.User, g.User))
		changes = append(changes, AccessChange{
			Effect: effect, Client: g.Client, User: g.User, Name: user.Name, Profile: g.Profile, Role: g.Role,
			Application: h.application, Through: g.Through, Global: h.rooms, Validity: h.validity, Effective: effective, Reason: h.reason,
		})
	}
	had, has := holdings(before, now), holdings(after, now)
	for g, is := range has {
		was, existed := had[g]
		switch {
		case !existed, was.reason != "" && is.reason == "":
			add(gain, is.reason == "", g, is, after)
		case was.reason == "" && is.reason != "":
			add(lose, true, g, is, after)
		case was.rooms != is.rooms || was.validity != is.validity:
			add(change, is.reason == "", g, is, after)
		}
	}
	for g, was := range had {
		if _, remains := has[g]; !remains {
			add(lose, was.reason == "", g, was, before)
		}
	}
	slices.SortFunc(changes, func(a, b AccessChange) int {
		return cmp.Or(strings.Compare(a.Client, b.Client), strings.Compare(a.User, b.User), strings.Compare(a.Effect, b.Effect),
			strings.Compare(a.Role, b.Role), strings.Compare(a.Profile, b.Profile), strings.Compare(a.Through, b.Through))
	})
	return changes
}

// clock returns the time at which access is compared: the time of the plan, as in the review.
func clock(planned string) time.Time {
	at, err := time.Parse(time.RFC3339, planned)
	if err != nil {
		return time.Now()
	}
	return at
}

// Disagreement is a change of access that only the rehearsal or only the review of the plan
// reports.
type Disagreement struct {
	Effect  string `json:"effect"`
	User    string `json:"user"`
	Profile string `json:"profile"`
	Role    string `json:"role"`
	// Reviewed reports that only the review has the change; otherwise only the rehearsal has it.
	Reviewed bool `json:"reviewed"`
}

// expectation is a change of access that the review predicts. Unknown values match any value, such
// as an ID that is known after apply, or the owner of a profile.
type expectation struct {
	AccessChange
	user, profile string
	// uncertain reports that the plan does not determine whether the change happens; any matches any
	// grant of the profile.
	uncertain, any bool
}

// against compares the changes of access with the predictions of the review. It compares the most
// specific predictions first, so that a vague one does not use up the match of another.
func (r *Result) against(reviewed *review.Review) {
	expected := predictions(reviewed)
	slices.SortStableFunc(expected, func(a, b expectation) int { return cmp.Compare(b.weight(), a.weight()) })
	remaining := slices.Clone(r.Access)
	for _, e := range expected {
		at := slices.IndexFunc(remaining, e.fits)
		for at >= 0 {
			remaining = slices.Delete(remaining, at, at+1)
			if at = -1; e.any {
				at = slices.IndexFunc(remaining, e.fits)
			}
			e.uncertain = true
		}
		if !e.uncertain {
			r.Review = append(r.Review, Disagreement{e.Effect, e.user, e.profile, e.Role, true})
		}
	}
	for _, a := range remaining {
		// The review contains roles of an enterprise role only if the plan knows its members.
		if a.Through == "" && !slices.ContainsFunc(reviewed.IndirectChanges, a.within) {
			r.Review = append(r.Review, Disagreement{Effect: a.Effect, User: cmp.Or(a.Name, a.User), Profile: a.Profile, Role: a.Role})
		}
	}
}

// within reports whether a change belongs to an indirect change of the review, which may not list
// the affected users.
func (a AccessChange) within(r review.IndirectChange) bool {
	return a.Effect == string(r.Effect) && (r.Client == "" || r.Client == a.Client) && r.Object.ExtID != "" &&
		slices.Contains([]string{a.Role, a.Application, a.Through, a.Client}, r.Object.ExtID)
}

// predictions returns the predicted changes of a review.
func predictions(reviewed *review.Review) []expectation {
	var all []expectation
	for _, person := range reviewed.Access {
		for _, profile := range person.Profiles {
			for _, c := range profile.Changes {
				all = append(all, newExpectation(person, profile, c))
			}
		}
	}
	return all
}

func newExpectation(person review.Person, profile review.ProfileAccess, c review.GrantChange) expectation {
	e := expectation{user: "an unknown user", profile: profile.Profile.Label(), uncertain: c.Uncertain || c.Elsewhere, any: c.Elsewhere}
	e.AccessChange = AccessChange{Effect: string(c.Effect), Client: person.Client, Profile: profile.Profile.ExtID}
	if person.User != nil {
		e.User, e.user = person.User.ExtID, person.User.Label()
	}
	e.uncertain = e.uncertain || c.Effect == review.Altered && sameGrant(c.Before, c.After)
	held := c.After
	if c.Effect == review.Loss && c.Before != nil || held == nil {
		held = c.Before
	}
	if held == nil {
		e.any = true
		return e
	}
	e.Role = held.Role.ExtID
	if held.Through != nil {
		e.Through = held.Through.ExtID
	}
	return e
}

// sameGrant reports whether a change does not alter the grant itself, such as a move of its unit.
func sameGrant(before, after *review.Grant) bool {
	return before != nil && after != nil && slices.Equal(before.Global, after.Global) && before.From == after.From && before.To == after.To
}

// weight returns the number of known values of an expectation.
func (e expectation) weight() int {
	weight := 0
	for _, known := range []bool{!e.any, e.Role != "", e.Profile != "", e.User != "", !e.uncertain} {
		weight *= 2
		if known {
			weight++
		}
	}
	return weight
}

func (e expectation) fits(a AccessChange) bool {
	same := func(expected, found string) bool { return expected == "" || expected == found }
	if !same(e.Client, a.Client) || !same(e.User, a.User) || !same(e.Profile, a.Profile) {
		return false
	}
	if e.any {
		return true
	}
	return (e.Effect == a.Effect || e.uncertain) && e.Through == a.Through && same(e.Role, a.Role)
}
