package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// describe is a grant for people, as it is before or after the apply.
func (c *comparison) describe(key holdingKey, h *holdingEntry, after bool) *Grant {
	grant := grantOf(key.kind, h.values)
	grant.Role, grant.Address = c.name(key, h.thing), h.address()
	service, client := key.holder.service, key.holder.client
	if key.kind == Role {
		c.describeRole(&grant, service, client, key.thing)
	} else {
		grant.Members, grant.membersKnown = c.members(objectKey{service, client, key.thing}, after)
	}
	grant.roles = c.names.aliases(key.kind, service, client, grant.Role)
	if h.key != "" && h.key != grant.Role.ExtID && !grant.Role.KnownAfterApply {
		// The key of a second grant of a role may as well be that of a role which looks like it.
		grant.roles = append(grant.roles, Named{ExtID: h.key})
	}
	return &grant
}

// describeRole adds the application of a role.
func (x *analysis) describeRole(grant *Grant, service string, client, role id) {
	grant.Application, grant.applications = x.applicationNamed(service, client, role)
}

// applicationNamed is the application of a role, with all that it is or was called; nil when it is
// not known which that is.
func (x *analysis) applicationNamed(service string, client, role id) (*Named, []Named) {
	application := x.applicationOf(service, role)
	if application == (id{}) {
		return nil, nil
	}
	named := x.names.named(App, service, client, application.value())
	return &named, x.names.aliases(App, service, client, named)
}

func (x *analysis) name(key holdingKey, thing any) Named {
	return x.names.named(key.kind, key.holder.service, key.holder.client, thing)
}

// grantOf is what a grant lets a user do: the data rooms and the validity.
func grantOf(kind Kind, values plan.Values) Grant {
	grant := Grant{Kind: kind}
	for _, room := range grants.Rooms {
		if kind != Role {
			break
		}
		switch open := values[room.Attribute].(type) {
		case bool:
			if open {
				grant.Global = append(grant.Global, room.Name)
			}
		default:
			grant.Undecided = append(grant.Undecided, room.Name)
		}
	}
	if value := values["validity"]; undetermined(value) {
		grant.From = plan.Text(value)
	} else {
		validity := asMap(value)
		grant.From, grant.To = plan.Text(validity["from"]), plan.Text(validity["to"])
	}
	return grant
}

// propertiesChange is the change of a grant whose properties change. What properties mean is not
// known, so that each of them is a change of the grant.
func (x *analysis) propertiesChange(e *entry) *GrantChange {
	values := e.values()
	profile := objectKey{e.Service, clientOf(values, e.Address), idOf(values["profile_ext_id"], e.Address)}
	grant := Grant{Kind: anyGrant}
	if o := x.grantAt(profile, idOf(values["authorization_ext_id"], e.Address)); o != nil {
		target, _ := o.Target.Known()
		grant = grantOf(Role, valuesOf(o))
		role := idText(access.ID{ExtID: target})
		grant.Role = x.names.named(Role, profile.service, profile.client, role.value())
		grant.roles = x.names.aliases(Role, profile.service, profile.client, grant.Role)
		x.describeRole(&grant, profile.service, profile.client, role)
	}
	change := GrantChange{Effect: Altered, Before: &grant, After: &grant, Rules: []string{ruleProperties}}
	owner := Person{}
	if user, _ := x.userOf(profile, true); user != nil {
		named := x.names.named(User, profile.service, profile.client, user)
		owner.User = &named
	}
	change.scope = x.scope(profile, &owner)
	return &change
}

// grantAt is an authorization before or after the apply; nil if it is not known what it grants.
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
