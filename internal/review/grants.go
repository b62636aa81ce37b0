package review

import "github.com/identity-iac/terraform-provider-idm/internal/plan"

// describe is a grant for people.
func (x *examination) describe(key holdingKey, h *holdingEntry) *Grant {
	grant := grantOf(key.kind, h.values)
	grant.Role, grant.Address = x.name(key, h.thing), h.address()
	service, client := key.holder.service, key.holder.client
	if key.kind == Role {
		grant.Application = x.names.applicationOf(service, client, grant.Role)
	} else {
		grant.Members, grant.membersKnown = x.names.roles(service, client, grant.Role)
	}
	grant.roles = x.names.aliases(key.kind, service, client, grant.Role)
	if h.key != "" && h.key != grant.Role.ExtID && !grant.Role.KnownAfterApply {
		// The key of a second grant of a role may as well be that of a role which looks like it.
		grant.roles = append(grant.roles, Named{ExtID: h.key})
	}
	return &grant
}

func (x *examination) name(key holdingKey, thing any) Named {
	return x.names.named(key.kind, key.holder.service, key.holder.client, thing)
}

// grantOf is what a grant lets somebody do: the data rooms and the validity.
func grantOf(kind Kind, values plan.Values) Grant {
	grant := Grant{Kind: kind}
	for _, room := range rooms {
		if kind != Role {
			break
		}
		switch open := values[room+"_global"].(type) {
		case bool:
			if open {
				grant.Global = append(grant.Global, room)
			}
		default:
			grant.Undecided = append(grant.Undecided, room)
		}
	}
	if value := values["validity"]; untold(value) {
		grant.From = plan.Text(value)
	} else {
		validity := asMap(value)
		grant.From, grant.To = plan.Text(validity["from"]), plan.Text(validity["to"])
	}
	return grant
}
