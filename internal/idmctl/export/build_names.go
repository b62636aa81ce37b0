package export

import (
	"cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// nameUnits names each unit by its own name, preceded by as many parents as needed to be unique.
func (b *builder) nameUnits() {
	byID := map[string]idm.Unit{}
	for _, unit := range b.units {
		byID[unit.ExtID] = unit
	}
	var objects []candidate
	for _, unit := range b.units {
		o := candidate{id: b.inClient(unit.ExtID), key: unit.ExtID}
		var labels []string
		passed := map[string]bool{}
		for at, known := unit, true; known && !passed[at.ExtID]; at, known = byID[at.ParentUnitExtID] {
			passed[at.ExtID] = true
			labels = append([]string{label(b.labels[kindUnit][at.ExtID])}, labels...)
			o.names = append(o.names, labels)
		}
		objects = append(objects, o)
	}
	b.assignNames(kindUnit, objects)
}

// assignNames assigns names to the objects of a type.
func (b *builder) assignNames(kind string, objects []candidate) {
	b.names[kind] = b.namer.name(kind, objects)
}

func (b *builder) namePeople() {
	var objects []candidate
	for _, user := range b.t.Users {
		called := label(cmp.Or(person(user), user.ExtID))
		objects = append(objects, candidate{id: b.inClient(user.ExtID), key: user.ExtID,
			names: [][]string{{called}, {called, label(user.LoginID)}}})
	}
	b.assignNames(kindUser, objects)
}

func (b *builder) nameRoles() {
	var applications, roles, enterpriseRoles []candidate
	for _, a := range b.t.Applications {
		applications = append(applications, b.candidate(objecttype.Application, a.ExtID, a.Name))
	}
	for _, r := range b.t.Roles {
		roles = append(roles, b.candidate(objecttype.Role, r.ExtID, r.Name, label(b.applicationOf(r))))
	}
	for _, r := range b.t.EnterpriseRoles {
		enterpriseRoles = append(enterpriseRoles, b.candidate(objecttype.EnterpriseRole, r.ExtID, r.Name))
	}
	b.assignNames(kindApplication, applications)
	b.assignNames(kindRole, roles)
	b.assignNames(kindEnterpriseRole, enterpriseRoles)
}

// candidate returns an object that is called by its name after the labels of what contains it.
func (b *builder) candidate(row *objecttype.Type, extID, name string, before ...string) candidate {
	return candidate{id: b.id(row, extID), key: extID, names: [][]string{append(before, label(cmp.Or(name, extID)))}}
}

// distinguishing are the attributes that distinguish objects of plain types with the same name.
var distinguishing = map[*objecttype.Type]string{objecttype.Policy: "policy_type", objecttype.Terms: "terms_version"}

func (b *builder) nameSettings() {
	for _, row := range rows {
		var objects []candidate
		for _, o := range b.t.Objects[row] {
			texts := map[string]string{}
			for _, a := range b.args(row, o.Value) {
				content, _ := a.value.(text)
				texts[a.name] = string(content)
			}
			short, own := label(texts["name"]), label(texts[distinguishing[row]])
			objects = append(objects, candidate{id: b.id(row, o.ExtID), key: o.ExtID,
				names: [][]string{{cmp.Or(short, own, label(o.ExtID))}, {short, own}}})
		}
		if len(objects) > 0 {
			b.assignNames(row.TypeName(), objects)
		}
	}
	b.assignNames(kindClient, []candidate{b.candidate(objecttype.Client, b.t.Client.ExtID, b.t.Client.Name)})
}

// nameProfiles names profiles by their user and unit.
func (b *builder) nameProfiles() {
	var objects []candidate
	for _, p := range b.profiles {
		user := b.people[p.UserExtID]
		called := label(cmp.Or(person(user), p.UserExtID))
		short := label(cmp.Or(b.labels[kindUnit][p.UnitExtID], p.UnitExtID))
		unit := cmp.Or(b.names[kindUnit][b.inClient(p.UnitExtID)], short)
		login := label(cmp.Or(user.LoginID, p.UserExtID))
		objects = append(objects, candidate{id: b.inClient(p.ExtID), key: p.ExtID, names: [][]string{
			{called, short}, {called, unit}, {called, login, unit}, {called, login, unit, label(p.Name)},
		}})
	}
	b.assignNames(kindProfile, objects)
}

// nameGrants names grants by their profile and role.
func (b *builder) nameGrants() {
	var authorizations, enterprise []candidate
	for _, p := range b.profiles {
		profile := b.names[kindProfile][b.inClient(p.ExtID)]
		for _, a := range p.Authorizations {
			role := cmp.Or(b.names[kindRole][objecttype.ImportID(a.RoleExtID)], label(a.RoleExtID))
			authorizations = append(authorizations, candidate{id: b.inClient(p.ExtID, a.ExtID), key: a.ExtID,
				names: [][]string{{profile, role}}})
		}
		for _, a := range p.EnterpriseAuthorizations {
			role := cmp.Or(b.names[kindEnterpriseRole][b.inClient(a.EnterpriseRoleExtID)], label(a.EnterpriseRoleExtID))
			enterprise = append(enterprise, candidate{id: b.inClient(p.ExtID, a.ExtID), key: a.ExtID, names: [][]string{{profile, role}}})
		}
	}
	b.assignNames(kindAuthorization, authorizations)
	b.assignNames(kindEnterpriseAuthorization, enterprise)
}
