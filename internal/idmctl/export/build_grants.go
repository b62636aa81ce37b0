package export

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// singleGrants writes a resource for each grant. It omits the external ID, because some releases of
// the service do not accept one.
func (b *builder) singleGrants(p tenant.Profile, part string) {
	for _, a := range p.Authorizations {
		id := b.inClient(p.ExtID, a.ExtID)
		args := []arg{refArg("profile_ext_id", b.profileRef(p.ExtID)), refArg("role_ext_id", b.roleRef(a.RoleExtID))}
		b.add(resource{kind: kindAuthorization, id: id, name: b.names[kindAuthorization][id], part: part,
			args: append(append(args, openRooms(a)...), validityArg(a.Validity))})
	}
	for _, a := range p.EnterpriseAuthorizations {
		id := b.inClient(p.ExtID, a.ExtID)
		b.add(resource{kind: kindEnterpriseAuthorization, id: id, name: b.names[kindEnterpriseAuthorization][id], part: part,
			args: []arg{
				refArg("profile_ext_id", b.profileRef(p.ExtID)),
				refArg("enterprise_role_ext_id", b.enterpriseRoleRef(a.EnterpriseRoleExtID)),
				validityArg(a.Validity),
			}})
	}
}

// openRooms returns the global data rooms of an authorization. The others are omitted: their
// default is false.
func openRooms(a tenant.Authorization) []arg {
	var open []arg
	for i, global := range a.Rooms() {
		open = append(open, yesArg(grants.Rooms[i].Attribute, global))
	}
	return open
}

// allGrants writes the two resources that hold all grants of a profile. An empty resource is
// written too, so that the first undeclared grant shows as drift. A list that could not be read
// completely is left out, because it would remove the missing grants.
func (b *builder) allGrants(p tenant.Profile, part string) {
	id := b.inClient(p.ExtID)
	name := b.names[kindProfile][id]
	if p.Authorizations != nil && !b.incomplete.Has(objecttype.Authorization, p.ExtID) {
		b.add(resource{kind: kindProfileAuthorizations, id: id, name: name, part: part, args: []arg{
			refArg("profile_ext_id", b.profileRef(p.ExtID)), {name: "authorizations", value: b.authorizations(p)},
		}})
	}
	if p.EnterpriseAuthorizations != nil && !b.incomplete.Has(objecttype.EnterpriseAuthorization, p.ExtID) {
		b.add(resource{kind: kindProfileEnterpriseAuthorizations, id: id, name: name, part: part, args: []arg{
			refArg("profile_ext_id", b.profileRef(p.ExtID)), {name: "enterprise_authorizations", value: b.enterpriseAuthorizations(p)},
		}})
	}
}

func (b *builder) authorizations(p tenant.Profile) mapping {
	all := mapping{}
	var held []grants.Grant
	for _, a := range p.Authorizations {
		held = append(held, grants.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID})
	}
	for i, key := range grants.Keys(held, noRecord) {
		a := p.Authorizations[i]
		b.heldIDs[b.inClient(p.ExtID)] = append(b.heldIDs[b.inClient(p.ExtID)], heldID{b.inClient(p.ExtID, a.ExtID), a.ExtID})
		all = append(all, grantElement(key, b.roleRef(a.RoleExtID), append(openRooms(a), validityArg(a.Validity))))
	}
	return all
}

func (b *builder) enterpriseAuthorizations(p tenant.Profile) mapping {
	all := mapping{}
	var held []grants.Grant
	for _, a := range p.EnterpriseAuthorizations {
		held = append(held, grants.Grant{ExtID: a.ExtID, RoleExtID: a.EnterpriseRoleExtID})
	}
	for i, key := range grants.Keys(held, noRecord) {
		a := p.EnterpriseAuthorizations[i]
		all = append(all, grantElement(key, b.enterpriseRoleRef(a.EnterpriseRoleExtID), []arg{validityArg(a.Validity)}))
	}
	return all
}

// grantElement refers to the role by its resource; the second grant of a role has its own key.
func grantElement(key string, role ref, args []arg) element {
	content, _ := fixedArg("", args...).value.(fixed)
	if key != role.extID {
		return element{key: text(key), value: content, comment: role.label}
	}
	return element{key: role, value: content}
}

// noRecord is the record of a state that has no grant of the role.
func noRecord(string) string { return "" }
