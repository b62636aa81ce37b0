package rehearsal

import (
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// The effects of a change of access, as the review names them.
const (
	gain   = string(review.Gain)
	lose   = string(review.Loss)
	change = string(review.Altered)
)

// verbs describe the effects.
var verbs = map[string]string{gain: "gains", lose: "loses", change: "keeps"}

// difference returns what people gain and lose between two states of the copy, and the grants without
// an effect that are added or removed.
func difference(before, after *tenant.Facts, now time.Time) []accessquery.Row {
	return accessquery.Diff(before, after, [2]string{}, "", now).Rows
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

// against compares the changes of access in the copy with the predictions of the review.
func (r *Result) against(reviewed *review.Review) {
	expected, done := predictions(reviewed), r.changes()
	for _, e := range expected {
		if e.certain && !slices.ContainsFunc(done, e.fits) {
			r.Review = append(r.Review, Disagreement{e.effect, e.name, e.profile, e.role, true})
		}
	}
	for _, a := range done {
		// The review shows the roles of an enterprise role with the enterprise role.
		if a.direct && !slices.ContainsFunc(expected, func(e netChange) bool { return e.fits(a) }) {
			r.Review = append(r.Review, Disagreement{Effect: a.effect, User: a.name, Profile: a.profile, Role: a.role})
		}
	}
}

// changes returns the changes of access in the copy, without the removal of what has no effect.
func (r *Result) changes() []netChange {
	var all []netChange
	for _, a := range r.Access {
		effect := change
		switch words := strings.Split(a.Change, ", "); {
		case a.Change == accessquery.Revoked, a.Change == accessquery.Granted && a.Through != "":
			continue
		case slices.Contains(words, accessquery.Gained), a.Change == accessquery.Granted:
			effect = gain
		case slices.Contains(words, accessquery.Lost):
			effect = lose
		}
		all = append(all, netChange{effect: effect, client: a.ClientExtID, user: a.UserExtID, role: a.RoleExtID, profile: a.ProfileExtID,
			name: a.Name, direct: a.Through == ""})
	}
	return all
}

// predictions returns the predicted changes of a review. One that may or may not happen, and one
// without an effect of its own, is not certain.
func predictions(reviewed *review.Review) []netChange {
	var all []netChange
	for _, f := range reviewed.Findings {
		c := f.Change
		if c == nil || c.During && c.Effect == review.Loss {
			continue
		}
		e := netChange{effect: string(c.Effect), client: f.Client, profile: c.Profile.Label(), name: "an unknown user",
			certain: !c.Uncertain && c.Effect != review.Altered}
		if c.User != nil {
			e.user, e.name = c.User.ExtID, c.User.Label()
		}
		grant := c.After
		if grant == nil {
			grant = c.Before
		}
		e.role = grant.Role.ExtID
		all = append(all, e)
	}
	return all
}

// fits reports whether a prediction is about a change. Its unknown values match any value.
func (e netChange) fits(a netChange) bool {
	same := func(expected, found string) bool { return expected == "" || expected == found }
	return same(e.client, a.client) && same(e.user, a.user) && same(e.role, a.role) && (e.effect == a.effect || !e.certain)
}

// addUnread copies the clients whose applications the copy lacks, because they could not be read.
func addUnread(to, from *access.Tenant) {
	clients, assigned := map[access.ID]bool{}, map[access.ID]bool{}
	for o := range from.Objects() {
		client := access.NewID(o.Service, o.Client, access.Assignment, "")
		clients[client] = true
		assigned[client] = assigned[client] || o.Kind == access.Assignment
	}
	for client := range clients {
		if client.Client != "" && !assigned[client] {
			to.NotRead(access.Gap{ID: client})
		}
	}
}
