package review

import (
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
func (c *comparison) describeRole(grant *Grant, service string, client, role id) {
	grant.Application, grant.applications = c.applicationNamed(service, client, role)
}

// applicationNamed is the application of a role, with all that it is or was called; nil when it is
// not known which that is.
func (c *comparison) applicationNamed(service string, client, role id) (*Named, []Named) {
	application := c.applicationOf(service, role)
	if application == (id{}) {
		return nil, nil
	}
	named := c.names.named(App, service, client, application.value())
	return &named, c.names.aliases(App, service, client, named)
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
