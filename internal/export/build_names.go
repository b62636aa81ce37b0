package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// nameUnits names units by their path: by their own name and as many of those above as it takes.
func (b *builder) nameUnits() {
	byID := map[string]idm.Unit{}
	for _, unit := range b.units {
		byID[unit.ExtID] = unit
	}
	var objects []candidate
	for _, unit := range b.units {
		o := candidate{id: b.inClient(unit.ExtID), key: unit.ExtID, created: unit.Created}
		var labels []string
		passed := map[string]bool{}
		for at, known := unit, true; known && !passed[at.ExtID]; at, known = byID[at.ParentUnitExtID] {
			passed[at.ExtID] = true
			labels = append([]string{label(b.unitNames[at.ExtID])}, labels...)
			o.names = append(o.names, labels)
		}
		objects = append(objects, o)
	}
	b.give("idm_unit", objects)
}

// give names the objects of a type.
func (b *builder) give(kind string, objects []candidate) { b.names[kind] = b.namer.name(kind, objects) }

func (b *builder) namePeople() {
	var objects []candidate
	for _, user := range b.t.Users {
		called := label(cmp.Or(person(user), user.ExtID))
		objects = append(objects, candidate{id: b.inClient(user.ExtID), key: user.ExtID, created: user.Created,
			names: [][]string{{called}, {called, label(user.LoginID)}}})
	}
	b.give("idm_user", objects)
}

func (b *builder) nameRoles() {
	var applications, roles, enterpriseRoles []candidate
	for _, a := range b.t.Applications {
		applications = append(applications, candidate{id: objecttype.ImportID(a.ExtID), key: a.ExtID, created: a.Created,
			names: [][]string{{label(cmp.Or(a.Name, a.ExtID))}}})
	}
	for _, r := range b.t.Roles {
		of := label(cmp.Or(b.applications[r.ApplicationExtID], r.ApplicationName, r.ApplicationExtID))
		roles = append(roles, candidate{id: objecttype.ImportID(r.ExtID), key: r.ExtID, created: r.Created,
			names: [][]string{{of, label(cmp.Or(r.Name, r.ExtID))}}})
	}
	for _, r := range b.t.EnterpriseRoles {
		o := candidate{id: b.inClient(r.ExtID), key: r.ExtID, created: r.Created, names: [][]string{{label(cmp.Or(r.Name, r.ExtID))}}}
		enterpriseRoles = append(enterpriseRoles, o)
	}
	b.give("idm_application", applications)
	b.give("idm_role", roles)
	b.give("idm_enterprise_role", enterpriseRoles)
}

func (b *builder) nameSettings() {
	for _, t := range plainTypes {
		b.namePlain(t)
	}
	client := b.t.Client
	b.give("idm_client", []candidate{{id: objecttype.ImportID(client.ExtID), key: client.ExtID,
		names: [][]string{{label(cmp.Or(client.Name, client.ExtID))}}}})
}

// nameProfiles names profiles by the person and the unit.
func (b *builder) nameProfiles() {
	var objects []candidate
	for _, p := range b.profiles {
		user := b.people[p.UserExtID]
		called := label(cmp.Or(person(user), p.UserExtID))
		short := label(cmp.Or(b.unitNames[p.UnitExtID], p.UnitExtID))
		unit := cmp.Or(b.names["idm_unit"][b.inClient(p.UnitExtID)], short)
		login := label(cmp.Or(user.LoginID, p.UserExtID))
		objects = append(objects, candidate{id: b.inClient(p.ExtID), key: p.ExtID, created: p.Created, names: [][]string{
			{called, short}, {called, unit}, {called, unit, label(p.Name)}, {called, login, unit}, {called, login, unit, label(p.Name)},
		}})
	}
	b.give("idm_profile", objects)
}

// nameGrants names grants by the profile and the role.
func (b *builder) nameGrants() {
	var authorizations, enterprise []candidate
	for _, p := range b.profiles {
		profile := b.names["idm_profile"][b.inClient(p.ExtID)]
		for _, a := range p.Authorizations {
			authorizations = append(authorizations, candidate{id: b.inClient(p.ExtID, a.ExtID), key: a.ExtID, created: a.Created,
				names: grantNames(profile, b.names["idm_role"][objecttype.ImportID(a.RoleExtID)], a.RoleExtID)})
		}
		for _, a := range p.EnterpriseAuthorizations {
			enterprise = append(enterprise, candidate{id: b.inClient(p.ExtID, a.ExtID), key: a.ExtID, created: a.Created,
				names: grantNames(profile, b.names["idm_enterprise_role"][b.inClient(a.EnterpriseRoleExtID)], a.EnterpriseRoleExtID)})
		}
	}
	b.give("idm_authorization", authorizations)
	b.give("idm_enterprise_authorization", enterprise)
	if b.o.Layout == Data {
		b.nestGrants()
	}
}

// nestGrants names grants as the layout data does: by the key of the profile and one below it.
func (b *builder) nestGrants() {
	for _, p := range b.profiles {
		profile := b.names["idm_profile"][b.inClient(p.ExtID)]
		for _, a := range p.Authorizations {
			nest(b.names["idm_authorization"], b.inClient(p.ExtID, a.ExtID), profile)
		}
		for _, a := range p.EnterpriseAuthorizations {
			nest(b.names["idm_enterprise_authorization"], b.inClient(p.ExtID, a.ExtID), profile)
		}
	}
}

func nest(names map[string]string, id, profile string) {
	if names[id] == "" {
		return
	}
	if _, below, nested := strings.Cut(names[id], "/"); nested {
		names[id] = profile + "/" + below
		return
	}
	names[id] = profile + "/" + strings.TrimPrefix(names[id], profile+"_")
}

func grantNames(profile, role, roleExtID string) [][]string {
	names := [][]string{{profile, cmp.Or(role, label(roleExtID))}}
	if role != "" && role != label(roleExtID) {
		names = append(names, []string{profile, role, label(roleExtID)})
	}
	return slices.Clip(names)
}
