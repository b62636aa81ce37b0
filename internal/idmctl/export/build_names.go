package export

import (
	"cmp"
	"slices"

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
			labels = append([]string{label(b.unitNames[at.ExtID])}, labels...)
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
		applications = append(applications, candidate{id: objecttype.ImportID(a.ExtID), key: a.ExtID,
			names: [][]string{{label(cmp.Or(a.Name, a.ExtID))}}})
	}
	for _, r := range b.t.Roles {
		of := label(cmp.Or(b.applications[r.ApplicationExtID], r.ApplicationName, r.ApplicationExtID))
		roles = append(roles, candidate{id: objecttype.ImportID(r.ExtID), key: r.ExtID,
			names: [][]string{{of, label(cmp.Or(r.Name, r.ExtID))}}})
	}
	for _, r := range b.t.EnterpriseRoles {
		o := candidate{id: b.inClient(r.ExtID), key: r.ExtID, names: [][]string{{label(cmp.Or(r.Name, r.ExtID))}}}
		enterpriseRoles = append(enterpriseRoles, o)
	}
	b.assignNames(kindApplication, applications)
	b.assignNames(kindRole, roles)
	b.assignNames(kindEnterpriseRole, enterpriseRoles)
}

func (b *builder) nameSettings() {
	for _, t := range plainTypes {
		b.namePlain(t)
	}
	client := b.t.Client
	b.assignNames(kindClient, []candidate{{id: objecttype.ImportID(client.ExtID), key: client.ExtID,
		names: [][]string{{label(cmp.Or(client.Name, client.ExtID))}}}})
}

// nameProfiles names profiles by their user and unit.
func (b *builder) nameProfiles() {
	var objects []candidate
	for _, p := range b.profiles {
		user := b.people[p.UserExtID]
		called := label(cmp.Or(person(user), p.UserExtID))
		short := label(cmp.Or(b.unitNames[p.UnitExtID], p.UnitExtID))
		unit := cmp.Or(b.names[kindUnit][b.inClient(p.UnitExtID)], short)
		login := label(cmp.Or(user.LoginID, p.UserExtID))
		objects = append(objects, candidate{id: b.inClient(p.ExtID), key: p.ExtID, names: [][]string{
			{called, short}, {called, unit}, {called, unit, label(p.Name)}, {called, login, unit}, {called, login, unit, label(p.Name)},
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
			authorizations = append(authorizations, candidate{id: b.inClient(p.ExtID, a.ExtID), key: a.ExtID,
				names: grantNames(profile, b.names[kindRole][objecttype.ImportID(a.RoleExtID)], a.RoleExtID)})
		}
		for _, a := range p.EnterpriseAuthorizations {
			enterprise = append(enterprise, candidate{id: b.inClient(p.ExtID, a.ExtID), key: a.ExtID,
				names: grantNames(profile, b.names[kindEnterpriseRole][b.inClient(a.EnterpriseRoleExtID)], a.EnterpriseRoleExtID)})
		}
	}
	b.assignNames(kindAuthorization, authorizations)
	b.assignNames(kindEnterpriseAuthorization, enterprise)
}

func grantNames(profile, role, roleExtID string) [][]string {
	names := [][]string{{profile, cmp.Or(role, label(roleExtID))}}
	if role != "" && role != label(roleExtID) {
		names = append(names, []string{profile, role, label(roleExtID)})
	}
	return slices.Clip(names)
}
