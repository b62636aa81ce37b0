package export

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// grant is a grant of a role or an enterprise role, with its data rooms and its validity.
type grant struct {
	extID string
	to    ref
	args  []arg
}

// grants writes the grants of a profile. The data rooms that are not global are omitted: their
// default is false.
func (b *builder) grants(p tenant.Profile, part string) {
	var roles, enterpriseRoles []grant
	for _, a := range p.Authorizations {
		var args []arg
		for i, global := range a.Rooms() {
			if global != nil && *global {
				args = append(args, arg{name: grants.Rooms[i].Attribute, value: flag(true)})
			}
		}
		roles = append(roles, grant{a.ExtID, b.ref(objecttype.Role, a.RoleExtID), append(args, validityArg(a.Validity))})
	}
	for _, a := range p.EnterpriseAuthorizations {
		enterpriseRoles = append(enterpriseRoles, grant{a.ExtID, b.ref(objecttype.EnterpriseRole, a.EnterpriseRoleExtID),
			[]arg{validityArg(a.Validity)}})
	}
	b.grantsOf(objecttype.ProfileAuthorizations, p.ExtID, part, roles, p.Authorizations != nil)
	b.grantsOf(objecttype.ProfileEnterpriseAuthorizations, p.ExtID, part, enterpriseRoles, p.EnterpriseAuthorizations != nil)
}

// grantsOf writes a resource for each grant, without an external ID, because some releases of the
// service do not accept one. The authoritative form is the one resource of a set. An empty one is
// written too, so that the first undeclared grant shows as drift. A list that could not be read
// completely is left out, because it would remove the missing grants.
func (b *builder) grantsOf(set *objecttype.Type, profile, part string, all []grant, read bool) {
	single := set.Single()
	of := b.refArg("profile_ext_id", objecttype.Profile, profile)
	if b.o.Grants != Authoritative {
		for _, g := range all {
			kind, id := single.TypeName(), b.inClient(profile, g.extID)
			args := append([]arg{of, refArg(single.Gives.Attr, g.to)}, g.args...)
			b.add(resource{kind: kind, id: id, name: b.names[kind][id], part: part, args: args})
		}
		return
	}
	if !read || b.incomplete.Has(single, profile) {
		return
	}
	held := make([]grants.Grant, len(all))
	for i, g := range all {
		held[i] = grants.Grant{ExtID: g.extID, RoleExtID: g.to.extID}
	}
	elements := mapping{}
	for i, key := range grants.Keys(held, noRecord) {
		content, _ := fixedArg("", all[i].args...).value.(fixed)
		one := element{key: all[i].to, value: content}
		if key != all[i].to.extID {
			// The second grant of a role has its own key.
			one = element{key: text(key), value: content, comment: all[i].to.label}
		}
		elements = append(elements, one)
	}
	id := b.inClient(profile)
	b.add(resource{kind: set.TypeName(), id: id, name: b.names[kindProfile][id], part: part,
		args: []arg{of, {name: set.Gives.Attr, value: elements}}})
}

// noRecord is the record of a state that has no grant of the role.
func noRecord(string) string { return "" }
