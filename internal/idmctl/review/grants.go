package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// anyGrant is a role or an enterprise role.
const anyGrant Kind = "grant"

// describe returns a role or an enterprise role before or after the apply, without data rooms and
// period.
func (x *analysis) describe(what access.ID, after bool) Grant {
	grant := Grant{Kind: Kind(what.Kind.String()), Role: x.at(what)}
	if what.Kind == access.EnterpriseRole {
		grant.Members, grant.membersKnown = x.members(what, after)
		return grant
	}
	if application, known := x.side(what, false).Owner.Known(); known && application != "" {
		grant.Application = new(x.at(access.NewID(what.Service, "", access.Application, application)))
	}
	return grant
}

// describePath describes the role or the enterprise role of a path.
func (x *analysis) describePath(h access.Holding, after bool) Grant {
	grant := x.describe(h.What(), after)
	if through, indirect := h.Through(); indirect {
		grant.Through = new(x.at(through))
	}
	return grant
}

// of returns the grant with the data rooms and the validity of an object.
func (g Grant) of(o *access.Object) Grant {
	if g.Kind == Role {
		g.open(openRooms(o))
	}
	return g.valid(factShape{}.valuesOf(o)["validity"])
}

// valid returns the grant with the validity of a resource.
func (g Grant) valid(value any) Grant {
	if undetermined(value) {
		g.From = plan.Text(value)
		return g
	}
	bounds := asMap(value)
	g.From, g.To = plan.Text(bounds["from"]), plan.Text(bounds["to"])
	return g
}

// open sets the data rooms that may be open and those that must be open.
func (g *Grant) open(rooms func(access.Room) (may, must bool)) {
	for i, room := range grants.Rooms {
		switch may, must := rooms(access.Room(i)); {
		case must:
			g.Global = append(g.Global, room.Name)
		case may:
			g.Undecided = append(g.Undecided, room.Name)
		}
	}
}

// openRooms returns a function that reports whether a data room of a grant may be, and must be,
// open.
func openRooms(o *access.Object) func(access.Room) (may, must bool) {
	return func(room access.Room) (may, must bool) { return o.Rooms.May(room), o.Rooms.Must(room) }
}

// propertiesChange returns the change of a grant whose properties change. The meaning of properties
// is not known, so every change of them changes the grant.
func (x *analysis) propertiesChange(e *entry) GrantChange {
	profile, grant := e.profile(e.values()), Grant{Kind: anyGrant}
	if o := x.grantOf(e); o != nil {
		role, _ := o.Target.Known()
		grant = x.describe(access.NewID(o.Service, "", access.Role, role), true).of(o)
	}
	return GrantChange{Effect: Altered, Before: &grant, After: &grant, Rules: []string{rule.Property}, scope: x.scope(profile)}
}

// grantOf returns the authorization that properties belong to, after or before the apply; nil if
// its role is not known.
func (x *analysis) grantOf(e *entry) *access.Object {
	at := e.refers(e.values(), "authorization_ext_id", access.Grant)
	if _, pending := at.Pending(); !pending {
		at = at.Within(e.profile(e.values()).ExtID)
	}
	for _, t := range []*access.Tenant{x.after, x.before} {
		o := t.Get(at)
		if _, known := o.Target.Known(); known && o.Presence != access.Absent {
			return o
		}
	}
	return nil
}

// importedRooms names the imported grants that are global, or may be, first those for all clients;
// "" for none.
func (x *analysis) importedRooms(e *entry) string {
	if e.kind.facts.kind != access.Grant {
		return ""
	}
	values := e.former().values()
	var clients, others []string
	for _, each := range x.elements(e, values) {
		grant := (Grant{Kind: Role}).of(new(x.fact(e, values, each)))
		rooms := slices.Concat(grant.Global, grant.Undecided)
		text := "role " + x.of(e, access.Role, values, each.target).Label() + " for all " + roomNames(rooms)
		switch {
		case slices.Contains(rooms, grants.Rooms[access.ClientRoom].Name):
			clients = append(clients, text)
		case len(rooms) > 0:
			others = append(others, text)
		}
	}
	if len(clients)+len(others) == 0 {
		return ""
	}
	return "; it is, or may be, global: " + firstOf(append(clients, others...))
}
