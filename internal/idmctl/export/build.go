package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// builder turns a tenant into resources.
type builder struct {
	t       *tenant.Tenant
	o       Options
	namer   namer
	summary *Summary

	units           []idm.Unit
	profiles        []tenant.Profile
	tops, parts     map[string]string
	readOnly        map[string]map[string]bool
	names           map[string]map[string]string
	people          map[string]idm.User
	unitNames       map[string]string
	roleNames       map[string]string
	enterpriseRoles map[string]string
	applications    map[string]string

	// heldIDs lists the grants of a profile in the order of the service's list, by the import ID of
	// the profile.
	heldIDs   map[string][]heldID
	resources []*resource
	skipped   map[skip][]string
	// incomplete names the lists that may lack objects. No authoritative resource is written for
	// them.
	incomplete tenant.Incomplete
	// archived lists the users and profiles that are left out because they are archived.
	archived []string
}

// heldID is a grant in a list.
type heldID struct{ id, extID string }

// build names all objects and builds the resources in reading order.
func build(t *tenant.Tenant, o Options, n namer, parts map[string]string, summary *Summary) *builder {
	b := &builder{t: t, o: o, namer: n, summary: summary, readOnly: readOnly(t.Definitions), skipped: map[skip][]string{},
		incomplete: t.Incomplete()}
	b.indexNames()
	b.sortUnits()
	b.nameUnits()
	b.tops, b.parts = b.cut(parts)
	b.namePeople()
	b.nameRoles()
	b.nameSettings()
	b.nameDefinitions()
	b.sortProfiles()
	b.nameProfiles()
	b.nameGrants()

	b.settings()
	b.definitions()
	b.applicationsAndRoles()
	b.enterpriseRolesWithMembers()
	b.users()
	for _, unit := range b.units {
		b.unit(unit)
	}
	for _, profile := range b.profiles {
		b.profile(profile)
	}
	return b
}

// indexNames indexes users and collects the display names of units, applications and roles by
// external ID.
func (b *builder) indexNames() {
	b.names, b.heldIDs = map[string]map[string]string{}, map[string][]heldID{}
	b.people, b.unitNames, b.roleNames = map[string]idm.User{}, map[string]string{}, map[string]string{}
	b.enterpriseRoles, b.applications = map[string]string{}, map[string]string{}
	for _, user := range b.t.Users {
		b.people[user.ExtID] = user
	}
	for _, unit := range b.t.Units {
		b.unitNames[unit.ExtID] = cmp.Or(unit.Name, unit.ExtID)
	}
	for _, application := range slices.Concat(b.t.AllApplications, b.t.Applications) {
		b.applications[application.ExtID] = application.Name
	}
	for _, role := range b.t.Roles {
		of := cmp.Or(b.applications[role.ApplicationExtID], role.ApplicationName, role.ApplicationExtID)
		b.roleNames[role.ExtID] = strings.TrimPrefix(of+": "+role.Name, ": ")
	}
	for _, role := range b.t.EnterpriseRoles {
		b.enterpriseRoles[role.ExtID] = role.Name
	}
}

// person returns the name of a user, or else the login ID without its domain.
func person(u idm.User) string {
	return cmp.Or(strings.TrimSpace(u.Name.FirstName+" "+u.Name.FamilyName), withoutDomain(u.LoginID))
}

// inClient returns the import ID of an object of the client.
func (b *builder) inClient(key ...string) string {
	return objecttype.ImportID(append([]string{b.t.Client.ExtID}, key...)...)
}

// add adds a resource unless its type is excluded or it cannot be imported.
func (b *builder) add(r resource) {
	if !b.o.wants(r.kind) {
		return
	}
	if reason := skipReason(r); reason != "" {
		b.skipped[reason] = append(b.skipped[reason], r.kind+" "+r.id)
		return
	}
	r.args = slices.DeleteFunc(r.args, func(a arg) bool { return a.value == nil })
	b.resources = append(b.resources, &r)
}

func (b *builder) unitRef(extID string) ref {
	return ref{kindUnit, b.inClient(extID), extID, b.unitNames[extID]}
}

func (b *builder) profileRef(extID string) ref {
	return ref{kindProfile, b.inClient(extID), extID, ""}
}

func (b *builder) userRef(extID string) ref {
	return ref{kindUser, b.inClient(extID), extID, person(b.people[extID])}
}

func (b *builder) roleRef(extID string) ref {
	return ref{kindRole, objecttype.ImportID(extID), extID, b.roleNames[extID]}
}

func (b *builder) enterpriseRoleRef(extID string) ref {
	return ref{kindEnterpriseRole, b.inClient(extID), extID, b.enterpriseRoles[extID]}
}

func (b *builder) applicationRef(extID string) ref {
	return ref{kindApplication, objecttype.ImportID(extID), extID, b.applications[extID]}
}

// sortUnits puts parents before their subunits and siblings in the order of their names. Units
// whose parents form a cycle are skipped.
func (b *builder) sortUnits() {
	known, below := map[string]bool{}, map[string][]idm.Unit{}
	for _, unit := range b.t.Units {
		known[unit.ExtID] = true
	}
	for _, unit := range b.t.Units {
		parent := unit.ParentUnitExtID
		if !known[parent] {
			parent = ""
		}
		below[parent] = append(below[parent], unit)
	}
	passed := map[string]bool{}
	var descend func(parent string)
	descend = func(parent string) {
		slices.SortFunc(below[parent], func(a, b idm.Unit) int {
			return cmp.Or(byName(a.Name, b.Name), strings.Compare(a.ExtID, b.ExtID))
		})
		for _, unit := range below[parent] {
			if !passed[unit.ExtID] {
				passed[unit.ExtID] = true
				b.units = append(b.units, unit)
				descend(unit.ExtID)
			}
		}
	}
	descend("")
	for _, unit := range b.t.Units {
		if !passed[unit.ExtID] && b.o.wants(kindUnit) {
			b.skipped[circular] = append(b.skipped[circular], kindUnit+" "+b.inClient(unit.ExtID))
		}
	}
}

// byName compares two names without case and accents.
func byName(one, other string) int { return strings.Compare(label(one), label(other)) }

func (b *builder) sortProfiles() {
	position := map[string]int{}
	for i, unit := range b.units {
		position[unit.ExtID] = i
	}
	for _, p := range b.t.Profiles {
		if !b.leavesOut(kindProfile, p.ExtID, p.ProfileState) {
			b.profiles = append(b.profiles, p)
		}
	}
	key := func(p tenant.Profile) string { return familyFirst(b.people[p.UserExtID]) }
	slices.SortStableFunc(b.profiles, func(x, y tenant.Profile) int {
		return cmp.Or(byName(key(x), key(y)), strings.Compare(x.UserExtID, y.UserExtID),
			cmp.Compare(position[x.UnitExtID], position[y.UnitExtID]), strings.Compare(x.ExtID, y.ExtID))
	})
}

// familyFirst returns the sort key of a user: family name before first name.
func familyFirst(u idm.User) string {
	return cmp.Or(strings.TrimSpace(u.Name.FamilyName+" "+u.Name.FirstName), withoutDomain(u.LoginID), u.ExtID)
}
