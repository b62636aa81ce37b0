package main

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// A subject is a heading of the navigation. Resources name theirs in internal/objecttype; Parts are
// the other parts of the provider under it, by their names without the provider's prefix, unless
// they share the name of a resource.
type subject struct {
	Title string
	Parts []string
}

// subjects are in the order of the glossary. Every part of the provider has its place in one.
var subjects = []subject{
	{"Units", []string{"units"}},
	{"Profiles", []string{"profile_unit", "user_profiles", "unit_profiles"}},
	{"Grants", []string{
		"authorizations", "enterprise_authorizations", "profile_roles", "profile_enterprise_roles", "profile_applications",
	}},
	{"Properties", []string{"property_definitions"}},
	{"Applications and roles", []string{"applications", "roles", "enterprise_roles"}},
	{"Users", []string{"users", "user_count"}},
	{"Credentials", []string{"user_credentials", "token", "login", "update_login_info"}},
	{"Clients and policies", []string{"clients", "policies", "user_consents", "user_pending_terms"}},
	{"Service", []string{
		"me", "permissions", "notification_types", "send_notification", "search", "cloud_ping", "import_id", "localized",
		"required_permissions",
	}},
}

// callouts appear below the descriptions of parts that are not resources.
var callouts = map[string]string{
	"ephemeral.idm_user_credentials": "~> **Secrets.** The result holds hashed secrets. It is in no plan and no state; pass it " +
		"only where it is needed.",
	"ephemeral.idm_token": "~> **A secret.** The token is in no plan and no state; pass it only to arguments that are ephemeral or " +
		"write-only.",
}

// callout is the callout of a page, in the registry's form; "" for a part that needs none.
func callout(p part) string {
	if p.Kind != "resource" {
		return callouts[p.id()]
	}
	row := objecttype.ByName(p.Name)
	if row.Docs.Warning != "" || row.Class != objecttype.Credential {
		return row.Docs.Warning
	}
	text := "~> **A way to sign in.** A change takes effect at once and may lock out users of the credential."
	if len(p.WriteOnly) > 0 {
		text += " Its secret is write-only and in no plan and no state; give it by an ephemeral variable or from a vault."
	}
	return text
}

// holds reports whether a part belongs under the heading.
func (s subject) holds(name string) bool {
	if row := objecttype.ByName(name); row != nil {
		return row.Docs.Subject == s.Title
	}
	return slices.Contains(s.Parts, name)
}

// subjectOf is the heading of a part; nil when it has none.
func subjectOf(name string) *subject {
	for i, s := range subjects {
		if s.holds(name) {
			return &subjects[i]
		}
	}
	return nil
}
