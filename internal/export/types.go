package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// rows are the types that an export writes, in the order of the configuration.
var rows = exported()

func exported() []*objecttype.Type {
	all := slices.DeleteFunc(objecttype.All(), func(t *objecttype.Type) bool { return t.Export.Order == 0 })
	slices.SortFunc(all, func(a, b *objecttype.Type) int { return cmp.Compare(a.Export.Order, b.Export.Order) })
	return all
}

// types are the names of the rows.
var types = objecttype.Names(rows)

// Types lists the resource types that an export writes.
func Types() []string { return slices.Sorted(slices.Values(types)) }

// Kinds are the words that KindTypes accepts besides the types themselves.
func Kinds() []string {
	var words []string
	for _, t := range rows {
		if !slices.Contains(words, t.Export.Word) {
			words = append(words, t.Export.Word)
		}
	}
	return words
}

// KindTypes returns the types that a word of the command line means: a kind such as units, or one
// type.
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

// formOf returns the form of grants that writes a type; "" for a type that both write.
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

// Parts are those of a tenant that an export reads.
func (o Options) Parts() []tenant.Part {
	var parts []tenant.Part
	for _, need := range []struct {
		part tenant.Part
		of   []string
	}{
		// The names of roles make the names of grants.
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
