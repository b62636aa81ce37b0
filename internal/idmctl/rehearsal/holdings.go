package rehearsal

import (
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// grant is a role or an enterprise role of a user, through one path.
type grant struct{ Client, User, Profile, Role, Through string }

// held holds the details of a grant: the application of its role, the open data rooms, the
// validity, and the reason why it has no effect, or "".
type held struct{ application, rooms, validity, reason string }

// holdings returns the grants in a state of the copy at a time or later.
func holdings(t *access.Tenant, now time.Time) map[grant]held {
	found := map[grant]held{}
	view := t.View()
	for h := range view.Holdings() {
		through, _ := h.Through()
		g := grant{h.Grant.Client, h.User.ExtID, h.Profile.ExtID, h.What().ExtID, through.ExtID}
		one := held{rooms: rooms(h.Grant.Rooms), validity: validity(h.Grant)}
		if h.Role != nil {
			one.application, _ = h.Role.Owner.Known()
		}
		if h.May().From(now).Empty() {
			one.reason = reason(view.Reasons(h, now))
		}
		found[g] = one
	}
	return found
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

func rooms(open access.Rooms) string {
	var names []string
	for i, room := range grants.Rooms {
		if open.May(access.Room(i)) {
			names = append(names, room.Name)
		}
	}
	return strings.Join(names, ", ")
}

func validity(o *access.Object) string {
	ends := make([]string, 0, 2)
	for _, end := range []access.Value[access.Moment]{o.From, o.To} {
		moment, _ := end.Known()
		text := ""
		if at, limited := moment.Time(); limited {
			text = at.Format(time.RFC3339)
		}
		ends = append(ends, text)
	}
	return strings.Trim(strings.Join(ends, " – "), " –")
}

// reason returns the first reason why a grant has no effect now and later: the application, the
// grant, the user, the profile, or a unit.
func reason(all []access.Reason) string {
	for _, kind := range []access.Kind{access.Application, access.Grant, access.EnterpriseGrant, access.User, access.Profile, access.Unit} {
		for _, r := range all {
			if r.Object.Kind == kind && r.Cause != access.NotYetValid && r.Cause != access.NotKnown {
				return sentence(r)
			}
		}
	}
	return "the times at which the grant, its profile, the user and the units are valid do not overlap"
}

func sentence(r access.Reason) string {
	what, cause := r.Object.Kind.String(), string(r.Cause)
	switch r.Object.Kind {
	case access.Grant, access.EnterpriseGrant:
		what = "grant"
	case access.Application, access.Unit:
		what += " " + r.Object.ExtID
	}
	if r.Cause == access.Expired {
		cause = "is no longer valid"
	}
	return "the " + what + " " + cause
}
