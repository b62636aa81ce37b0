package main

import "slices"

// A subject is a heading of the navigation with the parts of the provider that belong to it, by
// their names without the provider's prefix, and the guides that say more.
type subject struct {
	Title  string
	Parts  []string
	Guides []string
}

// subjects are in the order of the glossary. Every part of the provider has its place in one.
var subjects = []subject{
	{"Units", []string{"unit", "units"}, []string{"recipes", "reviewing", "drift"}},
	{"Profiles", []string{"profile", "profile_unit", "user_profiles"}, []string{"recipes", "reviewing"}},
	{"Grants", []string{
		"authorization", "authorizations", "enterprise_authorization", "enterprise_authorizations", "profile_authorizations",
		"profile_enterprise_authorizations", "profile_roles", "profile_enterprise_roles", "profile_applications",
	}, []string{"recipes", "reviewing", "drift"}},
	{"Properties", []string{
		"authorization_properties", "enterprise_role_properties", "profile_properties", "unit_properties", "user_properties",
		"property_definition", "property_definitions",
	}, []string{"adopting", "drift"}},
	{"Applications and roles", []string{
		"application", "applications", "client_application", "client_applications", "role", "roles", "enterprise_role", "enterprise_roles",
		"enterprise_role_member", "enterprise_role_members",
	}, []string{"recipes", "reviewing"}},
	{"Users", []string{"user", "users", "user_count"}, []string{"recipes", "reviewing"}},
	{"Credentials", []string{
		"password", "device_password", "context_password", "certificate", "generic_credential", "kerberos_credential", "saml_credential",
		"user_credentials", "token", "login", "update_login_info",
	}, []string{"signing-in"}},
	{"Clients and policies", []string{
		"client", "clients", "policy", "policies", "terms", "user_consents", "user_pending_terms",
	}, []string{"recipes"}},
	{"Service", []string{
		"me", "permissions", "notification_types", "send_notification", "search", "cloud_ping", "import_id", "localized", "required_permissions",
	}, []string{"checks-and-drift"}},
}

// destroyed says of every resource what goes with the object when it is destroyed, and what stays.
var destroyed = map[string]string{
	"application": "The service deletes its roles with it, takes them from everybody who has them, and takes the application from every " +
		"client.",
	"authorization": "The profile loses the role at once, and the authorization's properties go with it. The role and the profile stay; " +
		"roles " +
		"that come through an enterprise role stay too.",
	"authorization_properties": "Only the properties that the configuration names are removed; the authorization and its other properties " +
		"stay.",
	"certificate": "The user can no longer sign in with it. The user and its other credentials stay.",
	"client": "The service deletes everything in the client: units, users, profiles, grants. `deletion_protection` must be `false` in an " +
		"apply " +
		"before.",
	"client_application": "All users of the client lose access to the application at once. The application, its roles and their grants stay.",
	"client_applications": "Every application that it holds is taken from the client, and all users lose access at once. The applications " +
		"stay.",
	"context_password": "The user can no longer sign in with it in its context. The user and its other credentials stay.",
	"device_password":  "What signs in with it is locked out at once. The user and its other credentials stay.",
	"enterprise_authorization": "The profile loses the enterprise role and all roles that it had through it at once. The enterprise role " +
		"and the " +
		"profile stay.",
	"enterprise_role":        "Everybody who holds it loses its roles at once. The roles themselves stay.",
	"enterprise_role_member": "Everybody who holds the enterprise role loses the role at once. The role and the enterprise role stay.",
	"enterprise_role_members": "All roles that it holds are taken out, and everybody who holds the enterprise role loses them at once. The " +
		"roles " +
		"and the enterprise role stay.",
	"enterprise_role_properties": "Only the properties that the configuration names are removed; the enterprise role and its other " +
		"properties stay.",
	"generic_credential":  "The user can no longer sign in with it. The user and its other credentials stay.",
	"kerberos_credential": "The user can no longer sign in with it. The user and its other credentials stay.",
	"password":            "The user has no password any more. The user and its other credentials stay.",
	"policy":              "The service refuses it for the default policy of a type, and for one that credentials follow.",
	"profile": "The service deletes its authorizations and enterprise authorizations with it. The user and its other " +
		"profiles stay.",
	"profile_authorizations": "Every authorization that it holds is revoked at once. The profile and the roles stay.",
	"profile_enterprise_authorizations": "Every enterprise authorization that it holds is revoked at once. The profile and the enterprise " +
		"roles " +
		"stay.",
	"profile_properties":  "Only the properties that the configuration names are removed; the profile and its other properties stay.",
	"property_definition": "The service deletes the values of the property on every object with it.",
	"role": "Everybody who has the role loses it at once, and it is taken out of every enterprise role. The application " +
		"stays.",
	"saml_credential": "The user can no longer sign in with it. The user and its other credentials stay.",
	"terms":           "The terms are deactivated, because the service deletes none; consents that people gave stay.",
	"unit": "The service refuses it while the unit has subunits or profiles; the error names them. Those that the same configuration " +
		"destroys " +
		"go first when they refer to the unit.",
	"unit_properties": "Only the properties that the configuration names are removed; the unit and its other properties stay.",
	"user": "The service deletes its profiles, their grants and its credentials with it. With `on_destroy = \"archive\"` the user and its " +
		"profiles " +
		"are archived, and the credentials deleted.",
	"user_properties": "Only the properties that the configuration names are removed; the user and its other properties stay.",
}

// A warning stands below the description of a page, in the form of the registry's callouts.
var warnings = map[string]string{
	"resource.client_applications": authoritative("applications of the client", "client_application", "for the same client"),
	"resource.enterprise_role_members": authoritative("roles of the enterprise role", "enterprise_role_member",
		"for the same enterprise role"),
	"resource.profile_authorizations": authoritative("authorizations of the profile", "authorization", "on the same profile"),
	"resource.profile_enterprise_authorizations": authoritative("enterprise authorizations of the profile", "enterprise_authorization",
		"on the same profile"),
	"resource.application": "!> **Many people at once.** A destroy takes access from everybody, in every client. Set " +
		"`lifecycle { prevent_destroy = true }` on what is in use.",
	"resource.role": "!> **Many people at once.** A destroy takes access from everybody who has the role, in every client. Set " +
		"`lifecycle { prevent_destroy = true }` on what is in use.",
	"resource.enterprise_role": "!> **Many people at once.** A destroy takes access from everybody who holds the enterprise role. Set " +
		"`lifecycle { prevent_destroy = true }` on what is in use.",
	"resource.client": "!> **A whole tenant.** A destroy deletes everything in the client and cannot be undone. Keep " +
		"`deletion_protection`, and " +
		"set `lifecycle { prevent_destroy = true }` too.",
	"resource.user": "!> **A person and all their access.** A destroy cannot be undone. Use `on_destroy = \"archive\"` for people, and " +
		"keep the " +
		"state where personal data may be kept.",
	"resource.property_definition": "!> **Values of many objects.** A destroy, or another `type`, `name` or `scope`, deletes the values of " +
		"the " +
		"property everywhere and cannot be undone. Set `lifecycle { prevent_destroy = true }` on what is in use.",
	"resource.terms": "~> **Never deleted.** The service deletes no terms: a destroy deactivates them.",
	"ephemeral.user_credentials": "~> **Secrets.** The result holds hashed secrets. It is in no plan and no state; pass it only where it is " +
		"needed.",
	"ephemeral.token": "~> **A secret.** The token is in no plan and no state; pass it only to arguments that are ephemeral or write-only.",
}

func authoritative(all, single, where string) string {
	return "!> **Authoritative.** It holds all " + all +
		": the next apply removes what the configuration does not name. Do not use it " +
		"together with `idm_" + single + "` " + where + "."
}

// warning is the callout of a part, "" when it needs none.
func warning(p part) string {
	text := warnings[p.Kind+"."+p.Name]
	if text != "" || p.Kind != "resource" || subjectOf(p.Name).Title != "Credentials" {
		return text
	}
	text = "~> **A way to sign in.** A change takes effect at once: whoever uses the credential may be locked out."
	if len(p.WriteOnly) > 0 {
		text += " Its secret is write-only and in no plan and no state; give it by an ephemeral variable or from a vault."
	}
	return text
}

// subjectOf is the heading of a part, nil when nobody has given it one.
func subjectOf(name string) *subject {
	for i, s := range subjects {
		if slices.Contains(s.Parts, name) {
			return &subjects[i]
		}
	}
	return nil
}
