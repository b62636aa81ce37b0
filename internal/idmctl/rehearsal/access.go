package rehearsal

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
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

// netChange is a change of access of a user over all paths to a role. Unknown values match any value,
// such as an ID that is known after apply.
type netChange struct {
	effect, client, user, role string
	profile, name              string
	// certain reports that the review predicts the change for all values that the plan does not
	// show; direct that a grant of the profile gives the role.
	certain, direct bool
}

// against compares the changes of access in the copy with the predictions of the review. It compares
// the most specific predictions first, so that a vague one does not use up the match of another.
func (r *Result) against(reviewed *review.Review, before, after *access.Tenant, at time.Time) {
	expected, remaining := predictions(reviewed), append(changes(before, after, at), r.dormant()...)
	slices.SortStableFunc(expected, func(a, b netChange) int { return cmp.Compare(b.weight(), a.weight()) })
	for _, e := range expected {
		if at := slices.IndexFunc(remaining, e.fits); at >= 0 {
			remaining = slices.Delete(remaining, at, at+1)
		} else if e.certain {
			r.Review = append(r.Review, Disagreement{e.effect, e.name, e.profile, e.role, true})
		}
	}
	for _, a := range remaining {
		// The review shows the roles of an enterprise role with the enterprise role.
		if a.direct {
			r.Review = append(r.Review, Disagreement{Effect: a.effect, User: a.name, Profile: a.profile, Role: a.role})
		}
	}
}

// changes returns the changes of access in the copy.
func changes(before, after *access.Tenant, at time.Time) []netChange {
	var all []netChange
	for _, d := range access.Compare(before, after, at) {
		effect, paths := change, slices.Concat(d.New, d.Old)
		switch {
		case d.Gain():
			effect = gain
		case d.Loss():
			effect = lose
		}
		name := after.Get(d.User).Name
		if before.Get(d.User).Presence == access.Present {
			name = before.Get(d.User).Name
		}
		all = append(all, netChange{effect: effect, client: d.User.Client, user: d.User.ExtID, role: d.What.ExtID,
			profile: paths[0].Profile.ExtID, name: cmp.Or(name, d.User.ExtID), direct: slices.ContainsFunc(paths,
				func(h access.Holding) bool { return h.Member == nil })})
	}
	return all
}

// dormant returns the grants that the apply adds without an effect today.
func (r *Result) dormant() []netChange {
	var all []netChange
	for _, a := range r.Access {
		if a.Effect == gain && !a.Effective && a.Through == "" {
			all = append(all, netChange{effect: gain, client: a.Client, user: a.User, role: a.Role, profile: a.Profile,
				name: cmp.Or(a.Name, a.User), direct: true})
		}
	}
	return all
}

// predictions returns the predicted changes of a review. One that may or may not happen, and one
// without an effect of its own, is not certain.
func predictions(reviewed *review.Review) []netChange {
	var all []netChange
	for _, person := range reviewed.Access {
		for _, profile := range person.Profiles {
			for _, c := range profile.Changes {
				e := netChange{effect: string(c.Effect), client: person.Client, profile: profile.Profile.Label(), name: "an unknown user",
					certain: !c.Uncertain && c.Effect != review.Altered}
				if person.User != nil {
					e.user, e.name = person.User.ExtID, person.User.Label()
				}
				grant := c.After
				if grant == nil {
					grant = c.Before
				}
				e.role = grant.Role.ExtID
				all = append(all, e)
			}
		}
	}
	return all
}

// weight returns the number of known values.
func (e netChange) weight() int {
	weight := 0
	for _, known := range []bool{e.role != "", e.user != "", e.certain} {
		weight *= 2
		if known {
			weight++
		}
	}
	return weight
}

func (e netChange) fits(a netChange) bool {
	same := func(expected, found string) bool { return expected == "" || expected == found }
	return same(e.client, a.client) && same(e.user, a.user) && same(e.role, a.role) && (e.effect == a.effect || !e.certain)
}
