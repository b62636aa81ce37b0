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

	units       []idm.Unit
	profiles    []tenant.Profile
	tops, parts map[string]string
	readOnly    map[string]map[string]bool
	// names holds the names of the resources by type and import ID, labels the names of the objects
	// in the tenant by type and external ID.
	names, labels map[string]map[string]string
	people        map[string]idm.User

	resources []*resource
	skipped   map[skip][]string
	// incomplete names the lists that may lack objects. No authoritative resource is written for
	// them.
	incomplete tenant.Incomplete
	// archived lists the users and profiles that are left out because they are archived.
	archived []string
}

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

// indexNames indexes users and collects the names of objects that others refer to.
func (b *builder) indexNames() {
	b.names, b.labels, b.people = map[string]map[string]string{}, map[string]map[string]string{}, map[string]idm.User{}
	for _, user := range b.t.Users {
		b.people[user.ExtID] = user
		put(b.labels, kindUser, user.ExtID, person(user))
	}
	for _, unit := range b.t.Units {
		put(b.labels, kindUnit, unit.ExtID, cmp.Or(unit.Name, unit.ExtID))
	}
	for _, application := range slices.Concat(b.t.AllApplications, b.t.Applications) {
		put(b.labels, kindApplication, application.ExtID, application.Name)
	}
	for _, role := range b.t.Roles {
		put(b.labels, kindRole, role.ExtID, strings.TrimPrefix(b.applicationOf(role)+": "+role.Name, ": "))
	}
	for _, role := range b.t.EnterpriseRoles {
		put(b.labels, kindEnterpriseRole, role.ExtID, role.Name)
	}
}

func (b *builder) applicationOf(r idm.Role) string {
	return cmp.Or(b.labels[kindApplication][r.ApplicationExtID], r.ApplicationName, r.ApplicationExtID)
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

// id returns the import ID of an object of a type.
func (b *builder) id(row *objecttype.Type, extID string) string {
	if row.OfClient() {
		return b.inClient(extID)
	}
	return objecttype.ImportID(extID)
}

func (b *builder) ref(to *objecttype.Type, extID string) ref {
	kind := to.TypeName()
	return ref{kind, b.id(to, extID), extID, b.labels[kind][extID]}
}

func (b *builder) refArg(name string, to *objecttype.Type, extID string) arg {
	return refArg(name, b.ref(to, extID))
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
