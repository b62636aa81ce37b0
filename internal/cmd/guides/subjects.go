package main

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// A subject is a heading of the navigation. The subject of a resource, and of a data source with
// the plural of its name, is in the row of its type in identity/objecttype. Parts lists the other
// parts of the provider under the heading, without the provider's prefix.
type subject struct {
	Title string
	Parts []string
}

// subjects has the order of the glossary. It contains every part of the provider.
var subjects = []subject{
	{"Units", nil},
	{"Profiles", []string{"profile_unit", "user_profiles", "unit_profiles"}},
	{"Grants", []string{"profile_roles", "profile_enterprise_roles", "profile_applications"}},
	{"Properties", nil},
	{"Applications and roles", nil},
	{"Users", []string{"user_count"}},
	{"Credentials", []string{"user_credentials", "token", "login", "update_login_info"}},
	{"Clients and policies", []string{"user_consents", "user_pending_terms"}},
	{"Service", []string{
		"me", "permissions", "notification_types", "send_notification", "search", "cloud_ping", "import_id", "localized",
		"required_permissions",
	}},
	{"Files of people", []string{"table", "document", "document_lines", "similar", "day_start", "day_end"}},
}

// callouts appear below the descriptions of parts that are not resources.
var callouts = map[string]string{
	"ephemeral.idm_user_credentials": "~> **Secrets.** The result holds hashed secrets. It is in no plan and no state; pass it " +
		"only where it is needed.",
	"ephemeral.idm_token": "~> **A secret.** The token is in no plan and no state; pass it only to arguments that are ephemeral or " +
		"write-only.",
}

// callout returns the callout of a page in the registry's form; "" for none.
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
		text += " Its secret is write-only and in no plan and no state; pass it with an ephemeral variable or from a vault."
	}
	return text
}

// holds reports whether a part belongs under the heading.
func (s subject) holds(name string) bool {
	row := objecttype.ByName(name)
	if row == nil {
		row = pluralOf(name)
	}
	if row == nil {
		return slices.Contains(s.Parts, name)
	}
	return row.Docs.Subject == s.Title
}

// pluralOf returns the type whose plural is name; nil if there is no such type.
func pluralOf(name string) *objecttype.Type {
	for _, row := range objecttype.All() {
		if strings.ReplaceAll(row.Plural, " ", "_") == name {
			return row
		}
	}
	return nil
}

// subjectOf returns the subject of a part; nil for none.
func subjectOf(name string) *subject {
	for i, s := range subjects {
		if s.holds(name) {
			return &subjects[i]
		}
	}
	return nil
}
