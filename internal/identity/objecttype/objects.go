package objecttype

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// The objects within a client, and the client itself.
var (
	Client = &Type{
		Name: "client", Title: "client", Plural: "clients", Scope: Global, Key: Key{"ext_id"}, Collection: "clients", Versioned: true,
		Unique: Unique{Attr: "name", Where: "in the service"},
		Since:  "8.2605.0",
		Instead: "Until then, and in a service without multi-client mode, its operator creates clients; the data source " +
			"idm_client reads one.",
		Contains: "everything in it",
		Needs:    Needs{Read: {"ClientView"}, Create: {"ClientCreate"}, Update: {"ClientModify"}, Delete: {"ClientDelete"}},
		Texts:    []string{"name", "remarks", "display_name.en"},
		Rules: Rules{
			Create: []string{rule.ClientCreate},
			Delete: []string{rule.ClientDelete, rule.UnitDelete, rule.ProfileDelete, rule.ApplicationUnassign},
			Plain:  []string{"name", "display_name", "remarks", "deletion_protection"},
		},
		Export: Export{Order: 10, Word: "client", File: "client.tf", Key: "clients"},
		Docs: Docs{
			Subject: "Clients and policies",
			Destroy: "The service deletes everything in the client: units, users, profiles, grants. `deletion_protection` must be " +
				"`false` in an apply before.",
			Warning: "!> **A whole tenant.** A destroy deletes everything in the client and cannot be undone. Keep " +
				"`deletion_protection`, and set `lifecycle { prevent_destroy = true }` too.",
		},
	}
	Unit = &Type{
		Name: "unit", Title: "unit", Plural: "units", Key: Key{"client_ext_id", "ext_id"}, Collection: "units", Versioned: true,
		Parent: "parent_unit_ext_id", State: "state", Contains: "its properties",
		Refs: []Ref{{"parent_unit_ext_id", "unit"}},
		Needs: Needs{
			Read: {"UnitView"}, Create: {"UnitCreate"}, CreateRoot: {"UnitCreate", "UnitCreateTopUnit"}, Update: {"UnitModify"},
			Move: {"UnitModify"}, MoveToRoot: {"UnitModify", "UnitCreateTopUnit"}, Delete: {"UnitDelete"},
		},
		Texts: []string{"name", "description", "location", "display_name.en", "display_name.de", "abbreviation.en", "modification_comment"},
		Rules: Rules{
			Create: []string{rule.UnitCreate}, Delete: []string{rule.UnitDelete},
			Attrs: map[string][]string{
				"name": {rule.UnitRename}, "parent_unit_ext_id": {rule.UnitMove}, "state": {rule.UnitEnable, rule.UnitDisable},
				"validity": {rule.UnitExtend, rule.UnitShorten},
			},
			Plain: []string{"profileless", "description", "location", "display_name", "abbreviation", "modification_comment"},
		},
		Export: Export{Order: 140, Word: "units", File: "units.tf", Key: "units"},
		Drift:  Drift{Count: 1, Always: true},
		Docs: Docs{
			Subject: "Units",
			Destroy: "The service refuses it while the unit has subunits or profiles; the error names them. Terraform first " +
				"destroys those in the same configuration that refer to the unit.",
		},
	}
	User = &Type{
		Name: "user", Title: "user", Plural: "users", Key: Key{"client_ext_id", "ext_id"}, Collection: "users", Versioned: true,
		State: "user_state", Fixed: []string{"is_technical_user"},
		Since: "2.71.0", Instead: "Until then, manage users outside Terraform, and refer to them by their external ID.",
		Contains: "its profiles with all that is granted to them, its credentials and its properties",
		Needs: Needs{
			Read: slices.Concat([]string{"UserView"}, viewProperties), Create: {"UserCreate"}, CreateNamed: {"LoginIdOverride"},
			CreateTechnical: {"UserCreateTechUser"}, Update: {"UserModify"}, Delete: {"UserDelete"},
			Archive: {"UserView", "UserArchive", "UserArchiveTechUser"},
		},
		ListNeeds: slices.Concat([]string{"ClientView", "UserView"}, viewProperties),
		Texts: []string{"name.family_name", "name.first_name", "name.title", "contacts.mobile", "contacts.telephone", "address.city",
			"address.street", "remarks", "modification_comment"},
		Rules: Rules{
			Create: []string{rule.UserCreate}, Delete: []string{rule.UserDelete, rule.ProfileDelete},
			Attrs: map[string][]string{
				"login_id": {rule.Login}, "contacts": {rule.Login}, "user_state": {rule.UserEnable, rule.UserDisable},
				"validity": {rule.UserExtend, rule.UserShorten},
			},
			Plain: []string{"language_code", "name", "sex", "gender", "birth_date", "address", "remarks", "modification_comment",
				"on_destroy"},
		},
		Export: Export{Order: 120, Word: "users", File: "users.tf", Key: "users"},
		Drift:  Drift{Rank: LoginRank, Count: 6, Always: true},
		Docs: Docs{
			Subject: "Users",
			Destroy: "The service also deletes the user's profiles, grants and credentials. With `on_destroy = \"archive\"` the " +
				"user and its profiles are archived, and the credentials deleted.",
			Warning: "!> **A destroy permanently deletes the user and all access.** For people, set the provider's `people_on_destroy = \"archive\"`.",
		},
	}
	Profile = &Type{
		Name: "profile", Title: "profile", Plural: "profiles", Key: Key{"client_ext_id", "ext_id"}, Collection: "profiles", Versioned: true,
		Owner: "user", Parent: "unit_ext_id", State: "profile_state", Fixed: []string{"user_ext_id"},
		Similar:  []string{"unit_ext_id", "name"},
		Refs:     []Ref{{"user_ext_id", "user"}, {"unit_ext_id", "unit"}},
		Contains: "its authorizations, its enterprise authorizations and its properties",
		Needs: Needs{
			Read: {"ProfileView"}, Create: {"ProfileCreate", "AuthorizationCreate"}, Update: {"ProfileModify"},
			Move:   {"ProfileModify", "UnitView"},
			Delete: {"ProfileDelete"},
		},
		ListNeeds: []string{"UserView", "ProfileView"},
		Texts:     []string{"name", "remarks", "modification_comment"},
		Rules: Rules{
			Create: []string{rule.ProfileCreate}, Delete: []string{rule.ProfileDelete},
			Attrs: map[string][]string{
				"unit_ext_id": {rule.ProfileMove}, "profile_state": {rule.ProfileEnable, rule.ProfileDisable},
				"is_default_profile": {rule.ProfileDefault}, "validity": {rule.ProfileExtend, rule.ProfileShorten},
			},
			Plain: []string{"name", "remarks", "modification_comment"},
		},
		Export: Export{Order: 160, Word: "profiles", File: "profiles.tf", Key: "profiles"},
		Drift:  Drift{Rank: LoginRank, Count: 2, Always: true},
		Docs: Docs{
			Subject: "Profiles",
			Destroy: "The service deletes its authorizations and enterprise authorizations with it. The user and its other profiles stay.",
		},
	}
	Policy = &Type{
		Name: "policy", Title: "policy", Plural: "policies", Key: Key{"client_ext_id", "ext_id"}, Collection: "policies", Versioned: true,
		Fixed: []string{"policy_type"}, Similar: []string{"policy_type", "name"},
		Since: "2.79.0", Instead: "Until then, manage policies outside Terraform, and refer to them by their external ID.",
		Needs:     Needs{Read: {"PolicyView"}, Create: {"PolicyCreate"}, Update: {"PolicyModify"}, Delete: {"PolicyDelete"}},
		ListNeeds: []string{"ClientView", "PolicyConfigurationView"},
		Texts:     []string{"name", "description"},
		Rules: Rules{
			Create: []string{rule.ClientPolicy}, Delete: []string{rule.ClientPolicy},
			Attrs: map[string][]string{"default_policy": {rule.ClientPolicy}, "parameters": {rule.ClientPolicy}},
			Plain: []string{"name", "description"},
		},
		Export: Export{Order: 20, Word: "policies", File: "policies.tf", Key: "policies"},
		Drift:  Drift{Rank: LoginRank, Count: 11},
		Docs: Docs{
			Subject: "Clients and policies",
			Destroy: "The service refuses it for the default policy of a type, and for one in use.",
		},
	}
	Terms = &Type{
		Name: "terms", Title: "terms", Plural: "terms", Scope: Global, Key: Key{"ext_id"}, Collection: "terms", Versioned: true,
		Fixed: []string{"silent_acceptance"}, Similar: []string{"name"},
		Since: "2.75.1", Instead: "Until then, manage terms outside Terraform.",
		Needs: Needs{Read: {"TermsView"}, Create: {"TermsCreate"}, Update: {"TermsModify"}, Delete: {"TermsModify"}},
		Texts: []string{"name", "urls.EN", "urls.DE"},
		Rules: Rules{
			Create: []string{rule.Terms}, Delete: []string{rule.Terms},
			Attrs: map[string][]string{"active": {rule.Terms}, "terms_version": {rule.Terms}, "urls": {rule.Terms}},
			Plain: []string{"name"},
		},
		Export: Export{Order: 30, Word: "terms", File: "terms.tf", Key: "terms"},
		Drift:  Drift{Count: 12},
		Docs: Docs{
			Subject: "Clients and policies",
			Destroy: "The terms are deactivated, because the service deletes none; consents that people gave stay.",
			Warning: "~> **Never deleted.** The service deletes no terms: a destroy deactivates them.",
		},
	}
)

var objects = []*Type{Client, Unit, User, Profile, Policy, Terms}
