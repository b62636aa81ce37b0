package rehearsal

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// The effects of a change of access, in the words of the review.
const (
	gain   = string(review.Gain)
	lose   = string(review.Loss)
	change = string(review.Altered)
)

// AccessChange is a grant that comes, goes, gains or loses its effect, or changes its data rooms or
// its validity.
type AccessChange struct {
	// Effect is gain, lose or change.
	Effect  string `json:"effect"`
	Client  string `json:"client_ext_id"`
	User    string `json:"user_ext_id"`
	Name    string `json:"name,omitempty"`
	Profile string `json:"profile_ext_id"`
	Role    string `json:"role_ext_id"`
	// Application is that of the role, "" where the copy does not tell it.
	Application string `json:"application_ext_id,omitempty"`
	// Through is the enterprise role that gives the role, "" for a grant of its own.
	Through string `json:"through,omitempty"`
	// Global are the data rooms that are open, and Validity when the grant is valid: after a gain or a
	// change, before a loss.
	Global   string `json:"global,omitempty"`
	Validity string `json:"validity,omitempty"`
	// Effective reports that somebody has access that was not there, or has it no longer. A grant of a
	// disabled profile that comes or goes is not.
	Effective bool `json:"effective"`
	// Reason is why the grant has no effect, before a loss or after any change; "" when it has.
	Reason string `json:"reason,omitempty"`
}

// difference are the grants that differ between two states of the copy, at a time or later.
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

// clock is the time at which access is compared: that of the plan, as the review takes it.
func clock(planned string) time.Time {
	at, err := time.Parse(time.RFC3339, planned)
	if err != nil {
		return time.Now()
	}
	return at
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

// expectation is a change of access that the review foresees. What it does not know fits anything:
// an id that is known after the apply, or who the owner of a profile is.
type expectation struct {
	AccessChange
	user, profile string
	// uncertain reports that the plan does not say whether it comes to that, and any that it is any
	// grant of the profile.
	uncertain, any bool
}

// against compares the access that changed with what the review of the plan foresees. What is known
// best is compared first, so that a change that only its role is known of does not take the place
// of another one.
func (r *Result) against(reviewed *review.Review) {
	expected := foreseen(reviewed)
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
		// What an enterprise role brings is in the review only as far as the plan knows its members.
		if a.Through == "" && !slices.ContainsFunc(reviewed.IndirectChanges, a.within) {
			r.Review = append(r.Review, Disagreement{Effect: a.Effect, User: cmp.Or(a.Name, a.User), Profile: a.Profile, Role: a.Role})
		}
	}
}

// within reports whether a change is one of those of everybody who has something, of whom the
// review need not know all.
func (a AccessChange) within(r review.IndirectChange) bool {
	return a.Effect == string(r.Effect) && (r.Client == "" || r.Client == a.Client) && r.Object.ExtID != "" &&
		slices.Contains([]string{a.Role, a.Application, a.Through, a.Client}, r.Object.ExtID)
}

// foreseen are the changes of a review.
func foreseen(reviewed *review.Review) []expectation {
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
	e := expectation{user: "somebody", profile: profile.Profile.Label(), uncertain: c.Uncertain || c.Elsewhere, any: c.Elsewhere}
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

// sameGrant reports whether a change leaves the grant as it is, as the move of its unit does.
func sameGrant(before, after *review.Grant) bool {
	return before != nil && after != nil && slices.Equal(before.Global, after.Global) && before.From == after.From && before.To == after.To
}

// weight is how much of an expectation is known.
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
