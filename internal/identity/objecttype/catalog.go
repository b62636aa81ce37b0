package objecttype

import "github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

// The types that define access.
var (
	Application = &Type{
		Name: "application", Title: "application", Plural: "applications", Scope: Global, Key: Key{"ext_id"}, Collection: "applications",
		Versioned: true, Unique: Unique{Attr: "name", Where: "in the service"},
		Since: "2.74.0", Instead: "Until then, manage applications outside Terraform, and refer to them by their external ID.",
		Contains: "its roles with every grant of them, and its assignment to every client",
		Needs: Needs{
			Read: {"ApplicationView"}, Create: {"ApplicationCreate"}, Update: {"ApplicationModify"}, Delete: {"ApplicationDelete"},
		},
		Texts: []string{"name", "description", "url", "display_name.en"},
		Rules: Rules{
			Create: []string{rule.ApplicationCreate}, Delete: []string{rule.ApplicationDelete},
			Attrs: map[string][]string{"name": {rule.ApplicationRename}, "url": {rule.ApplicationURL}},
			Plain: []string{"description", "displayed", "display_name"},
		},
		Export: Export{Order: 50, Word: "applications", File: "applications.tf", Key: "applications"},
		Drift:  Drift{Rank: CarrierRank, Count: 7, Always: true},
		Docs: Docs{
			Subject: "Applications and roles",
			Destroy: "The service deletes its roles, which all users lose, and removes the application from all clients.",
			Warning: "!> **All users at once.** A destroy revokes access from all users, in all clients. " + preventDestroy,
		},
	}
	Role = &Type{
		Name: "role", Title: "role", Plural: "roles", Scope: Global, Key: Key{"ext_id"}, Collection: "roles", Versioned: true,
		Owner: "application", Fixed: []string{"application_ext_id"}, Unique: Unique{Attr: "name", Where: "in its application"},
		Since: "2.74.0", Instead: "Until then, manage roles outside Terraform, and refer to them by their external ID.",
		Refs:     []Ref{{"application_ext_id", "application"}},
		Contains: "every grant of it, and its place in every enterprise role",
		Needs: Needs{
			Read: {"RoleView"}, Create: {"ApplicationView", "RoleCreate"}, Update: {"RoleModify"}, Delete: {"RoleDelete"},
		},
		ListNeeds: []string{"ApplicationView", "RoleView"},
		Texts:     []string{"name", "description"},
		Rules: Rules{
			Create: []string{rule.RoleCreate}, Delete: []string{rule.RoleDelete}, Attrs: map[string][]string{"name": {rule.RoleRename}},
			Plain: []string{"description"},
		},
		Export: Export{Order: 80, Word: "roles", File: "roles.tf", Key: "roles"},
		Drift:  Drift{Rank: CarrierRank, Count: 8, Always: true},
		Docs: Docs{
			Subject: "Applications and roles",
			Destroy: "All users and enterprise roles with the role lose it at once. The application remains.",
			Warning: "!> **All users at once.** A destroy revokes the role from all users, in all clients. " + preventDestroy,
		},
	}
	EnterpriseRole = &Type{
		Name: "enterprise_role", Title: "enterprise role", Plural: "enterprise roles", Key: Key{"client_ext_id", "ext_id"},
		Collection: "eroles", Versioned: true, Unique: Unique{Attr: "name", Where: "in its client"},
		Since: "2.75.2", Instead: "Until then, manage enterprise roles outside Terraform, and refer to them by their external ID.",
		Contains: "every grant of it, its roles and its properties",
		Needs: Needs{
			Read: {"EnterpriseRoleView"}, Create: {"EnterpriseRoleCreate"}, Update: {"EnterpriseRoleModify"},
			Delete: {"EnterpriseRoleDelete"},
		},
		ListNeeds: []string{"ClientView", "EnterpriseRoleView"},
		Texts:     []string{"name", "description", "display_name.de"},
		Rules: Rules{
			Create: []string{rule.RoleCreate}, Delete: []string{rule.RoleDelete}, Attrs: map[string][]string{"name": {rule.RoleRename}},
			Plain: []string{"description", "display_name"},
		},
		Export: Export{Order: 90, Word: "enterprise-roles", File: "enterprise_roles.tf", Key: "enterprise_roles"},
		Drift:  Drift{Rank: CarrierRank, Count: 9, Always: true},
		Docs: Docs{
			Subject: "Applications and roles",
			Destroy: "All holders lose its roles at once. The roles remain.",
			Warning: "!> **All users at once.** A destroy revokes access from all holders of the enterprise role. " + preventDestroy,
		},
	}
	PropertyDefinition = &Type{
		Name: "property_definition", Title: "property definition", Plural: "property definitions", Scope: Global,
		Key: Key{"scope", "name", "application_ext_id", "client_ext_id"}, Collection: "properties",
		Fixed: []string{"all_clients", "type"}, Serial: "property_id",
		Since: "8.2605.0", Instead: "Until then, define properties outside Terraform.",
		Refs: []Ref{{"application_ext_id", "application"}},
		Needs: Needs{
			Read: {"PropertyView"}, Create: {"PropertyCreate"}, Update: {"PropertyModify"}, Delete: {"PropertyDelete"},
		},
		ListNeeds: []string{"PropertyView", "PropertyAllowedValueView"},
		Texts:     []string{"name", "description", "string_regex"},
		Rules: Rules{
			Create: []string{rule.PropertyCreate}, Delete: []string{rule.PropertyDelete, rule.PropertyValues},
			Attrs: map[string][]string{
				"allowed_values": {rule.CosmeticAttribute, rule.PropertyValues}, "encrypted": {rule.Property},
				"propagated":    {rule.Property},
				"access_create": {rule.Property}, "access_modify": {rule.Property},
			},
			Plain: []string{"description", "mandatory_on_gui", "string_max_len", "string_regex", "uniqueness_scope", "display_name"},
		},
		Export: Export{Order: 40, Word: "property-definitions", File: "property_definitions.tf", Key: "property_definitions"},
		Drift:  Drift{Count: 13},
		Docs: Docs{
			Subject: "Properties",
			Destroy: "The service deletes the values of the property on all objects.",
			Warning: "!> **Values of all objects.** A destroy, or a new `type`, `name` or `scope`, permanently deletes the values of the " +
				"property on all objects. " + preventDestroy,
		},
	}
)

const preventDestroy = "Set `lifecycle { prevent_destroy = true }`."

var catalog = []*Type{Application, Role, EnterpriseRole, PropertyDefinition}
