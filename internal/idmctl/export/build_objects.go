package export

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// object writes an object of a type.
func (b *builder) object(row *objecttype.Type, extID string, of any, part string) {
	kind, id := row.TypeName(), b.id(row, extID)
	r := resource{kind: kind, id: id, name: b.names[kind][id], part: part, args: b.args(row, of)}
	r.leaveRefused()
	b.add(r)
}

// leaveRefused leaves the values of a user that the provider refuses, and that no plan may change, to
// the service.
func (r *resource) leaveRefused() {
	accepted := map[string][]string{"language_code": idm.Languages, "sex": idm.Sexes, "gender": idm.Sexes}
	r.args = slices.DeleteFunc(r.args, func(a arg) bool {
		content, isText := a.value.(text)
		values, limited := accepted[a.name]
		if !isText || !limited || slices.Contains(values, string(content)) {
			return false
		}
		r.ignored = append(r.ignored, path{attribute: a.name})
		r.remarks = append(r.remarks, fmt.Sprintf("The service no longer accepts %s %q: to change it, set another value and remove its "+
			"name from ignore_changes.", a.name, content))
		return true
	})
}

// settings writes the client and the objects of plain types.
func (b *builder) settings() {
	if c := b.t.Client; c.Name != "" {
		b.object(objecttype.Client, c.ExtID, c, partTenant)
	}
	for _, row := range rows {
		for _, o := range b.t.Objects[row] {
			b.object(row, o.ExtID, o.Value, partTenant)
		}
	}
}

// applicationsAndRoles writes the applications of the client, their assignments, and then their
// roles.
func (b *builder) applicationsAndRoles() {
	for _, a := range b.t.Applications {
		if b.t.Roles != nil {
			b.object(objecttype.Application, a.ExtID, a, partTenant)
		}
	}
	b.assignments()
	for _, r := range b.t.Roles {
		if b.names[kindApplication][objecttype.ImportID(r.ApplicationExtID)] != "" {
			b.object(objecttype.Role, r.ExtID, r, partTenant)
		}
	}
}

// assignments writes which applications the client has.
func (b *builder) assignments() {
	if b.o.Grants == Authoritative && b.t.Applications != nil && !b.incomplete.Has(objecttype.ClientApplication, "") {
		all := list{}
		for _, a := range b.t.Applications {
			all = append(all, b.ref(objecttype.Application, a.ExtID))
		}
		b.add(resource{kind: kindClientApplications, id: b.inClient(), name: "all", part: partTenant,
			args: []arg{{name: "application_ext_ids", value: all}}})
		return
	}
	for _, a := range b.t.Applications {
		b.add(resource{kind: kindClientApplication, id: b.inClient(a.ExtID),
			name: b.names[kindApplication][objecttype.ImportID(a.ExtID)],
			part: partTenant, args: []arg{b.refArg("application_ext_id", objecttype.Application, a.ExtID)}})
	}
}

// enterpriseRolesWithMembers writes the members of an enterprise role as one list, which defines
// the role. A list that could not be read completely is left out, because it would remove the
// missing roles.
func (b *builder) enterpriseRolesWithMembers() {
	for _, e := range b.t.EnterpriseRoles {
		b.object(objecttype.EnterpriseRole, e.ExtID, e.EnterpriseRole, partTenant)
		if e.Members != nil && !b.incomplete.Has(objecttype.EnterpriseRoleMember, e.ExtID) {
			members := list{}
			for _, role := range e.Members {
				members = append(members, b.ref(objecttype.Role, role.ExtID))
			}
			b.add(resource{kind: kindEnterpriseRoleMembers, id: b.inClient(e.ExtID), name: b.names[kindEnterpriseRole][b.inClient(e.ExtID)],
				part: partTenant, args: []arg{
					b.refArg("enterprise_role_ext_id", objecttype.EnterpriseRole, e.ExtID), {name: "role_ext_ids", value: members},
				}})
		}
		b.properties(objecttype.EnterpriseRoleProperties, e.Properties, partTenant, e.ExtID)
	}
}

// users writes the users if the options include people.
func (b *builder) users() {
	if !b.o.People {
		return
	}
	for _, u := range b.sortedUsers() {
		if !b.leavesOut(kindUser, u.ExtID, u.UserState) {
			b.object(objecttype.User, u.ExtID, u, partPeople)
			b.properties(objecttype.UserProperties, b.t.UserProperties[u.ExtID], partPeople, u.ExtID)
		}
	}
}

// leavesOut reports whether a user or a profile is left out because it is archived for good and no
// earlier export contains it. It records the object.
func (b *builder) leavesOut(kind, extID, state string) bool {
	id := b.inClient(extID)
	if state != "archived" || b.namer.fixed[kind][id] != "" {
		return false
	}
	if kind != kindUser || b.o.wants(kind) {
		b.archived = append(b.archived, kind+" "+id)
	}
	return true
}

// unit writes a unit and its properties.
func (b *builder) unit(u idm.Unit) {
	b.object(objecttype.Unit, u.ExtID, u, b.tops[u.ExtID])
	b.properties(objecttype.UnitProperties, b.t.UnitProperties[u.ExtID], b.tops[u.ExtID], u.ExtID)
}

// profile writes a profile with its properties and grants. Properties of grants can refer only to
// single authorizations, which are resources.
func (b *builder) profile(p tenant.Profile) {
	part := cmp.Or(b.tops[p.UnitExtID], partTenant)
	b.object(objecttype.Profile, p.ExtID, p.Profile, part)
	b.properties(objecttype.ProfileProperties, b.t.ProfileProperties[p.ExtID], part, p.ExtID)
	b.grants(p, part)
	for _, a := range p.Authorizations {
		b.properties(objecttype.AuthorizationProperties, a.Properties, part, p.ExtID, a.ExtID)
	}
}
