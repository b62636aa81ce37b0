package export

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// types is the order in which a summary counts.
var types = []string{
	"idm_client", "idm_policy", "idm_terms", "idm_property_definition", "idm_application", "idm_client_application",
	"idm_client_applications", "idm_role", "idm_enterprise_role", "idm_enterprise_role_members", "idm_enterprise_role_properties", "idm_user",
	"idm_user_properties", "idm_unit", "idm_unit_properties",
	"idm_profile", "idm_profile_properties", "idm_authorization", "idm_profile_authorizations", "idm_authorization_properties",
	"idm_enterprise_authorization", "idm_profile_enterprise_authorizations",
}

// Types lists the resource types that an export writes.
func Types() []string { return slices.Sorted(slices.Values(types)) }

// kinds are the words for types on the command line.
var kinds = map[string][]string{
	"client":               {"idm_client"},
	"policies":             {"idm_policy"},
	"terms":                {"idm_terms"},
	"property-definitions": {"idm_property_definition"},
	"applications":         {"idm_application", "idm_client_application", "idm_client_applications"},
	"roles":                {"idm_role"},
	"enterprise-roles":     {"idm_enterprise_role", "idm_enterprise_role_members"},
	"users":                {"idm_user"},
	"units":                {"idm_unit"},
	"profiles":             {"idm_profile"},
	"grants": {"idm_authorization", "idm_profile_authorizations", "idm_enterprise_authorization",
		"idm_profile_enterprise_authorizations"},
	"properties": {"idm_unit_properties", "idm_profile_properties", "idm_authorization_properties", "idm_enterprise_role_properties",
		"idm_user_properties"},
}

// Kinds are the words that KindTypes takes beside the types themselves.
func Kinds() []string {
	return []string{"client", "policies", "terms", "property-definitions", "applications", "roles", "enterprise-roles", "users", "units",
		"profiles", "grants",
		"properties"}
}

// KindTypes returns the types that a word of the command line means: a kind such as units, or one
// type.
func KindTypes(word string) (all []string, known bool) {
	if slices.Contains(types, word) {
		return []string{word}, true
	}
	all = kinds[strings.ReplaceAll(word, "_", "-")]
	return all, all != nil
}

// Parts are those of a tenant that an export reads.
func (o Options) Parts() []tenant.Part {
	var parts []tenant.Part
	for _, need := range []struct {
		part tenant.Part
		of   []string
	}{
		// The names of roles make the names of grants.
		{tenant.Roles, []string{"idm_application", "idm_role", "idm_authorization", "idm_profile_authorizations", "idm_enterprise_role_members"}},
		{tenant.EnterpriseRoles, []string{"idm_enterprise_role", "idm_enterprise_role_members", "idm_enterprise_role_properties",
			"idm_enterprise_authorization", "idm_profile_enterprise_authorizations"}},
		{tenant.UserProperties, []string{"idm_user_properties"}},
		{tenant.ProfileProperties, []string{"idm_profile_properties"}},
		{tenant.DefinitionOwners, []string{"idm_property_definition"}},
		{tenant.Policies, []string{"idm_policy"}}, {tenant.Terms, []string{"idm_terms"}},
	} {
		if slices.ContainsFunc(need.of, o.wants) {
			parts = append(parts, need.part)
		}
	}
	return parts
}
