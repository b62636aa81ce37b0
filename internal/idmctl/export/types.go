package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// rows are the object types that an export writes, in the order of the configuration.
var rows = exported()

func exported() []*objecttype.Type {
	all := slices.DeleteFunc(objecttype.All(), func(t *objecttype.Type) bool { return t.Export.Order == 0 })
	slices.SortFunc(all, func(a, b *objecttype.Type) int { return cmp.Compare(a.Export.Order, b.Export.Order) })
	return all
}

// types are the resource type names of rows.
var types = objecttype.Names(rows)

// Types returns the resource types that an export writes.
func Types() []string { return slices.Sorted(slices.Values(types)) }

// Kinds returns the words that KindTypes accepts in addition to type names.
func Kinds() []string {
	var words []string
	for _, t := range rows {
		if !slices.Contains(words, t.Export.Word) {
			words = append(words, t.Export.Word)
		}
	}
	return words
}

// KindTypes returns the types that a command-line word selects: a kind such as units, or one type.
func KindTypes(word string) (all []string, known bool) {
	if slices.Contains(types, word) {
		return []string{word}, true
	}
	word = strings.ReplaceAll(word, "_", "-")
	for _, t := range rows {
		if t.Export.Word == word {
			all = append(all, t.TypeName())
		}
	}
	return all, all != nil
}

// formOf returns the form of grants that contains a type; "" for a type in both forms.
func formOf(t *objecttype.Type) Grants {
	isForm := func(set *objecttype.Type) bool {
		return set.Class == objecttype.Set && set.Single() != nil && set.Single().Export.Order > 0
	}
	switch {
	case isForm(t):
		return Authoritative
	case slices.ContainsFunc(rows, func(set *objecttype.Type) bool { return isForm(set) && set.Single() == t }):
		return Single
	}
	return ""
}

// Parts returns the parts of a tenant that the export has to read.
func (o Options) Parts() []tenant.Part {
	var parts []tenant.Part
	for _, need := range []struct {
		part tenant.Part
		of   []string
	}{
		// The names of grants contain the names of roles.
		{tenant.Roles, []string{kindApplication, kindRole, kindAuthorization, kindProfileAuthorizations,
			kindEnterpriseRoleMembers}},
		{tenant.EnterpriseRoles, []string{kindEnterpriseRole, kindEnterpriseRoleMembers, kindEnterpriseRoleProperties,
			kindEnterpriseAuthorization, kindProfileEnterpriseAuthorizations}},
		{tenant.UserProperties, []string{kindUserProperties}},
		{tenant.ProfileProperties, []string{kindProfileProperties}},
		{tenant.DefinitionOwners, []string{kindDefinition}},
	} {
		if slices.ContainsFunc(need.of, o.wants) {
			parts = append(parts, need.part)
		}
	}
	for _, row := range tenant.Plain() {
		if o.wants(row.TypeName()) {
			parts = append(parts, tenant.Objects(row))
		}
	}
	return parts
}
