package accessquery

import (
	"fmt"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// person returns a row with the fields of its user.
func (a *Asker) person(h access.Holding) Row {
	p := a.tenant.People[h.User.ID]
	row := Row{ClientExtID: h.Grant.Client, UserExtID: extID(h.User), LoginID: p.Login, Name: p.Name, Technical: p.Technical}
	if row.Name == "" {
		row.Name = row.UserExtID
	}
	if !p.LastLogin.IsZero() {
		row.LastLogin = &p.LastLogin
	}
	return row
}

// NotRead replaces an object that could not be read.
const NotRead = "(not read)"

func extID(o *access.Object) string {
	switch {
	case o == nil:
		return ""
	case o.Any():
		return NotRead
	}
	return o.Own()
}

// label returns the name of an object with its external ID in brackets.
func (a *Asker) label(id access.ID) string {
	name := a.tenant.People[id].Name
	if o := a.tenant.Get(id); name == "" && o != nil {
		name = o.Name
	}
	return Label(name, id.Own())
}

// Label returns a name with an external ID in brackets, or only the external ID.
func Label(name, extID string) string {
	if name == "" || name == extID {
		return extID
	}
	return name + " (" + extID + ")"
}

// labelOf returns the label of an object, which may be one that was not read.
func (a *Asker) labelOf(o *access.Object) string {
	if o == nil || o.Any() {
		return extID(o)
	}
	return a.label(o.ID)
}

// reason returns a reason as a clause.
func (a *Asker) reason(r access.Reason) string {
	if r.Cause == access.NoOverlap {
		return string(r.Cause)
	}
	if r.Object.Any() {
		return fmt.Sprintf("the %s %s", r.Object.Kind, r.Cause)
	}
	return fmt.Sprintf("the %s %s %s", r.Object.Kind, a.label(r.Object), r.Cause)
}

// Row returns a path as a row of an answer.
func (a *Asker) Row(h access.Holding) Row {
	row := a.person(h)
	row.ProfileExtID, row.GrantExtID = extID(h.Profile), extID(h.Grant)
	if unit, known := h.Profile.Target.Known(); known {
		row.UnitExtID = unit
	}
	what := h.EnterpriseRole
	if row.Kind = access.EnterpriseRole.String(); h.Role != nil {
		what, row.Kind = h.Role, access.Role.String()
		row.Through = extID(h.EnterpriseRole)
		if application, known := h.Role.Owner.Known(); known {
			row.ApplicationExtID = application
		}
	}
	row.RoleExtID, row.RoleName = extID(what), what.Name
	row.Rooms = rooms(h)
	row.From, row.Until = a.period(h)
	switch {
	case h.Must().At(a.now):
		row.Effective = Yes
	case h.May().At(a.now):
		row.Effective = Unknown
	default:
		row.Effective = No
	}
	if a.Declared != nil {
		row.Declared = map[access.Presence]string{access.Present: Yes, access.Absent: No, access.Unsure: Unknown}[a.Declared(h.Grant)]
	}
	for _, reason := range a.view.Reasons(h, a.now) {
		row.Reasons = append(row.Reasons, a.reason(reason))
	}
	return row
}

// rooms returns the data rooms that may be open.
func rooms(h access.Holding) []string {
	if h.Grant.Kind != access.Grant {
		return nil
	}
	var open []string
	for i, room := range grants.Rooms {
		if h.Grant.Rooms.May(access.Room(i)) {
			open = append(open, room.Attribute)
		}
	}
	return open
}

// period returns the effective time, or the validity of a grant without effect.
func (a *Asker) period(h access.Holding) (from, until *time.Time) {
	if times := h.May(); !times.Empty() {
		return bound(times[0].From), bound(times[len(times)-1].To)
	}
	first, _ := h.Grant.From.Known()
	last, _ := h.Grant.To.Known()
	return bound(first), bound(last)
}

func bound(m access.Moment) *time.Time {
	if t, limited := m.Time(); limited {
		return &t
	}
	return nil
}

// ends describes the changes that would each end a path. It omits objects that already end it.
func (a *Asker) ends(h access.Holding) []string {
	over := map[access.Kind]bool{}
	for _, reason := range a.view.Reasons(h, a.now) {
		over[reason.Object.Kind] = over[reason.Object.Kind] || reason.Cause != access.NotKnown && reason.Cause != access.NotYetValid
	}
	var all []string
	add := func(of access.Kind, format string, args ...any) {
		if !over[of] {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	if h.Grant.Kind == access.Grant {
		add(access.Grant, "delete the authorization %s, or let its validity end", extID(h.Grant))
	} else {
		add(access.EnterpriseGrant, "delete the enterprise authorization %s, or let its validity end", extID(h.Grant))
	}
	if h.Member != nil {
		add(access.Member, "remove the role from the enterprise role %s: this affects all its holders", a.labelOf(h.EnterpriseRole))
	}
	add(access.Profile, "disable or delete the profile %s, or let its validity end", a.labelOf(h.Profile))
	add(access.User, "disable, archive or delete the user %s", a.labelOf(h.User))
	if unit, known := h.Profile.Target.Known(); known && unit != "" {
		add(access.Unit, "disable the unit %s or one above it: this affects all its profiles",
			a.label(access.NewID(a.tenant.Service, h.Grant.Client, access.Unit, unit)))
	}
	if h.Role != nil {
		if application, known := h.Role.Owner.Known(); known {
			add(access.Application, "unassign the application %s from the client: this affects all its users",
				a.label(access.NewID(a.tenant.Service, "", access.Application, application)))
		}
	}
	return all
}
