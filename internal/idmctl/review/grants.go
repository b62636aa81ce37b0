package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// anyGrant is a role or an enterprise role.
const anyGrant Kind = "grant"

// describe returns a role or an enterprise role before or after the apply, without data rooms and
// period. value is its reference in the plan.
func (x *analysis) describe(key holdingKey, value any, after bool) Grant {
	service, client := key.holder.service, key.holder.client
	grant := Grant{Kind: key.kind, Role: x.names.named(key.kind, service, client, value)}
	grant.roles = x.names.aliases(key.kind, service, client, grant.Role)
	if key.kind == EnterpriseRole {
		grant.Members, grant.membersKnown = x.members(objectKey{service, client, key.thing}, after)
	} else if application := x.applicationOf(service, key.thing); application != (id{}) {
		grant.Application = new(x.names.named(App, service, client, application.value()))
		grant.applications = x.names.aliases(App, service, client, *grant.Application)
	}
	return grant
}

// describePath describes the role or the enterprise role of a path.
func (x *analysis) describePath(h access.Holding, after bool) Grant {
	key := keyOf(h)
	grant := x.describe(key, key.thing.value(), after)
	if through, indirect := h.Through(); indirect {
		grant.Through = new(x.names.named(EnterpriseRole, key.holder.service, key.holder.client, idText(through).value()))
		grant.through = x.names.aliases(EnterpriseRole, key.holder.service, key.holder.client, *grant.Through)
	}
	return grant
}

// keyOf returns the profile of a path and the role that the path gives.
func keyOf(h access.Holding) holdingKey {
	holder := objectKey{h.Grant.Service, id{text: h.Grant.Client}, idText(h.Profile.ID)}
	return holdingKey{holder, directoryKinds[h.What().Kind], idText(h.What())}
}

// with returns the grant with the data rooms and the validity of a resource.
func (g Grant) with(values plan.Values) Grant {
	g.open(func(room access.Room) (may, must bool) {
		open, known := values[grants.Rooms[room].Attribute].(bool)
		return g.Kind == Role && (open || !known), g.Kind == Role && open
	})
	return g.valid(values["validity"])
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
func (x *analysis) propertiesChange(e *entry) *GrantChange {
	values := e.values()
	profile := e.refers(values, "profile_ext_id")
	grant := Grant{Kind: anyGrant}
	if o := x.grantAt(profile, idOf(values["authorization_ext_id"], e.Address)); o != nil {
		target, _ := o.Target.Known()
		role := idText(access.ID{ExtID: target})
		grant = x.describe(holdingKey{profile, Role, role}, role.value(), true).with(valuesOf(o))
	}
	change := GrantChange{Effect: Altered, Before: &grant, After: &grant, Rules: []string{rule.Property}}
	change.scope = x.scope(profile, &Person{User: x.userNamed(profile, true)})
	return &change
}

// grantAt returns an authorization after or before the apply; nil if its role is not known.
func (x *analysis) grantAt(profile objectKey, of id) *access.Object {
	at := objectKey{profile.service, profile.client, of}.fact(access.Grant)
	if !of.unknown {
		at = at.Within(profile.id.text)
	}
	for _, t := range []*access.Tenant{x.after, x.held.Tenant} {
		o := t.Get(at)
		if _, known := o.Target.Known(); known && o.Presence != access.Absent {
			return o
		}
	}
	return nil
}
