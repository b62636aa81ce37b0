package export

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// scopes are the scopes of the properties of each type of object.
var scopes = map[*objecttype.Type][]string{
	objecttype.UnitProperties:           {"onUnitGlobal"},
	objecttype.UserProperties:           {"onUserGlobal"},
	objecttype.ProfileProperties:        {"onProfileGlobal"},
	objecttype.AuthorizationProperties:  {"onProfileForApp", "onProfileForAppGlobal"},
	objecttype.EnterpriseRoleProperties: {"onEnterpriseRoleGlobal"},
}

// readOnly returns the properties that the service makes read-only, by scope and name.
func readOnly(definitions []idm.PropertyDefinition) map[string]map[string]bool {
	found := map[string]map[string]bool{}
	for _, d := range definitions {
		if d.AccessModify == "READ_ONLY" || d.AccessModify == "OFF" {
			put(found, d.Scope, d.Name, true)
		}
	}
	return found
}

// properties writes the properties of an object. An import reads all properties of the object, so
// plans ignore the values that are not written: they keep their values until the configuration
// names them. The key names the object below its client.
func (b *builder) properties(row *objecttype.Type, p tenant.Properties, part string, key ...string) {
	r := resource{kind: row.TypeName(), id: b.inClient(key...), part: part}
	if p.Empty() || !b.o.wants(r.kind) {
		return
	}
	r.name = b.names[objecttype.ByName(row.Owner).TypeName()][r.id]
	for i, extID := range key {
		to := b.ref(objecttype.ByName(row.Refs[i].To), extID)
		to.id = b.inClient(key[:i+1]...)
		r.args = append(r.args, refArg(row.Refs[i].Attr, to))
	}
	if withheld := slices.Concat(p.Encrypted, p.Undefined); len(withheld) > 0 {
		b.summary.Withheld = append(b.summary.Withheld, Withheld{Type: r.kind, ID: r.id, Names: withheld})
	}
	values := maps.Clone(p.Values)
	var fixedNames []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if b.isReadOnly(scopes[row], name) {
			fixedNames = append(fixedNames, name)
			delete(values, name)
		}
	}
	if len(values) == 0 {
		b.withheldOnly(p, fixedNames, r)
		return
	}
	r.args = append(r.args, arg{name: "properties", value: texts(values)})
	r.ignored, r.remarks = ignored(p, fixedNames)
	b.add(r)
}

func (b *builder) isReadOnly(scopes []string, name string) bool {
	return slices.ContainsFunc(scopes, func(scope string) bool { return b.readOnly[scope][name] })
}

// withheldOnly adds a comment for an object whose properties are all withheld.
func (b *builder) withheldOnly(p tenant.Properties, readOnly []string, r resource) {
	var why []string
	if secret := slices.Concat(p.Encrypted, p.Undefined); len(secret) > 0 {
		why = append(why, "are or may be secrets, "+quoted(secret))
	}
	if len(readOnly) > 0 {
		why = append(why, "are read-only, "+quoted(readOnly))
	}
	note := fmt.Sprintf("Not exported: %s %q has only properties that %s.", r.kind, r.id, strings.Join(why, ", or that "))
	b.resources = append(b.resources, &resource{kind: r.kind, part: r.part, remarks: []string{note}})
}

// ignored returns the paths for ignore_changes that keep unwritten values, and comments that
// explain how to add them.
func ignored(p tenant.Properties, readOnly []string) (paths []value, lines []string) {
	if len(p.Encrypted) > 0 {
		lines = append(lines, fmt.Sprintf("Encrypted, so without a value here: %s.", quoted(p.Encrypted)),
			"To manage them, set them in sensitive_properties with sensitive variables, and remove that name from "+
				"ignore_changes.")
	}
	if len(p.Undefined) > 0 {
		lines = append(lines, fmt.Sprintf("Without a definition, so possibly secret and without a value here: %s.", quoted(p.Undefined)))
	}
	if len(readOnly) > 0 {
		lines = append(lines, fmt.Sprintf("Read-only, so left to the service: %s.", quoted(readOnly)))
	}
	if len(p.Encrypted)+len(p.Undefined) > 0 {
		paths = append(paths, path{attribute: "sensitive_properties"})
	}
	for _, name := range slices.Concat(p.Undefined, readOnly) {
		paths = append(paths, path{"properties", name})
	}
	return paths, lines
}

func quoted(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(all, ", ")
}

func (b *builder) sortedUsers() []idm.User {
	users := slices.Clone(b.t.Users)
	slices.SortFunc(users, func(x, y idm.User) int {
		return cmp.Or(byName(familyFirst(x), familyFirst(y)), strings.Compare(x.ExtID, y.ExtID))
	})
	return users
}
