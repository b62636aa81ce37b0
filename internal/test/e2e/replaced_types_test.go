package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// impossible is a replacement whose create cannot succeed: pairs of old and new arguments, and the
// error of its plan.
type impossible struct {
	changes []string
	summary string
}

// missingOwner changes the reference of an object to a missing object.
func missingOwner(attribute, from, title string) impossible {
	return impossible{[]string{attribute + ` = "` + from + `"`, attribute + ` = "nowhere"`}, "No such " + title}
}

// otherPolicy lets a credential follow a policy of another type.
func otherPolicy(user string) impossible {
	return impossible{[]string{`"` + user + `"`, `"` + user + "\"\n  policy_ext_id = \"policy-client\""}, "The policy cannot be used here"}
}

// shortPassword makes a change that replaces a credential, and another that its policy rejects.
func shortPassword(from, to string) impossible {
	return impossible{[]string{from, to, keptPassword, `password_wo = "brief"`}, "The password breaks its policy"}
}

// replacements contains the replacements of the objects in declarable whose create cannot succeed.
// New terms cannot conflict with any value in the service.
var replacements = map[string][]impossible{
	"idm_application": {{[]string{"app-new", "crm"}, "The external ID is taken"},
		{[]string{"app-new", "app-other", `"New"`, `"CRM"`}, "The name is taken"}},
	"idm_authorization": {{[]string{"crm-admin", "crm-reader"}, "The role is taken"}, missingOwner("role_ext_id", "crm-admin", "role"),
		missingOwner("profile_ext_id", "p-anna-hq", "profile")},
	"idm_authorization_properties": {missingOwner("profile_ext_id", "p-anna-hq", "profile")},
	"idm_certificate":              {missingOwner("user_ext_id", "u-carla", "user"), otherPolicy("u-carla")},
	"idm_client": {{[]string{"client-new", "globex"}, "The external ID is taken"},
		{[]string{"client-new", "client-other", `"New"`, `"Globex"`}, "The name is taken"}},
	"idm_client_application": {missingOwner("application_ext_id", "hr", "application"),
		{[]string{`"globex"`, `"nowhere"`}, "Unknown client"}},
	"idm_client_applications": {{[]string{"application_ext_ids", "client_ext_id = \"nowhere\"\n  application_ext_ids"}, "Unknown client"},
		{[]string{"application_ext_ids", "client_ext_id = \"globex\"\n  application_ext_ids"}, "Undeclared elements exist"}},
	"idm_context_password": {{[]string{"u-carla", "u-anna"}, "The user already has this context password"},
		missingOwner("user_ext_id", "u-carla", "user"), shortPassword(`"portal"`, `"elsewhere"`)},
	"idm_device_password": {missingOwner("user_ext_id", "u-dev-bot", "user"), otherPolicy("u-dev-bot"),
		shortPassword("c-device", "c-device-2")},
	"idm_enterprise_authorization": {missingOwner("profile_ext_id", "p-anna-hq", "profile"),
		missingOwner("enterprise_role_ext_id", "er-finance", "enterprise role"),
		{[]string{"er-finance", "er-sales"}, "The enterprise role is taken"}},
	"idm_enterprise_role": {{[]string{"er-new", "er-sales"}, "The external ID is taken"},
		{[]string{"er-new", "er-other", `"New"`, `"Sales"`}, "The name is taken"}},
	"idm_enterprise_role_member": {missingOwner("role_ext_id", "hr-viewer", "role"),
		missingOwner("enterprise_role_ext_id", "er-sales", "enterprise role")},
	"idm_enterprise_role_members": {missingOwner("enterprise_role_ext_id", "er-manager", "enterprise role"),
		{[]string{"er-manager", "er-finance"}, "Undeclared elements exist"}},
	"idm_enterprise_role_properties": {missingOwner("enterprise_role_ext_id", "er-sales", "enterprise role")},
	"idm_generic_credential": {missingOwner("user_ext_id", "u-carla", "user"), otherPolicy("u-carla"),
		{[]string{`"u-carla"`, `"u-anna"` + "\n  properties = { nope = \"1\" }"}, "No such property"}},
	"idm_kerberos_credential": {missingOwner("user_ext_id", "u-carla", "user"),
		{[]string{"c-kerberos", "cred-anna-fido2"}, "Another credential has this external ID"}},
	"idm_password": {{[]string{"u-dev-bot", "u-anna"}, "The user already has this password"},
		missingOwner("user_ext_id", "u-dev-bot", "user"), shortPassword(`"u-dev-bot"`, "\"u-dev-bot\"\n  password_wo_version = 2")},
	"idm_policy":  {{[]string{"po-new", "policy-password"}, "The external ID is taken"}},
	"idm_profile": {missingOwner("user_ext_id", "u-ben", "user"), {[]string{"p-new", "p-anna-hq"}, "The external ID is taken"}},
	"idm_profile_authorizations": {{[]string{"p-ben", "p-anna-hq"}, "Undeclared elements exist"},
		missingOwner("profile_ext_id", "p-ben", "profile")},
	"idm_profile_enterprise_authorizations": {{[]string{"p-ben", "p-anna-hq", "er-sales = {}, ", ""}, "Undeclared elements exist"},
		missingOwner("profile_ext_id", "p-ben", "profile")},
	"idm_profile_properties":  {missingOwner("profile_ext_id", "p-anna-hq", "profile")},
	"idm_property_definition": {{[]string{"shade", "costCenter"}, "The property definition exists"}},
	"idm_role": {{[]string{"role-new", "crm-reader"}, "The external ID is taken"}, missingOwner("application_ext_id", "hr", "application"),
		{[]string{"role-new", "role-other", `"new"`, `"viewer"`}, "The name is taken"}},
	"idm_saml_credential": {missingOwner("user_ext_id", "u-carla", "user"), otherPolicy("u-carla")},
	"idm_terms":           {},
	"idm_unit": {{[]string{"unit-new", "acme-it"}, "The external ID is taken"},
		{[]string{"unit-new", "unit-other", `"New"`, `"IT"` + "\n  parent_unit_ext_id = \"acme-hq\""}, "The name is taken"},
		{[]string{"unit-new", "unit-other", `"New"`, `"New"` + "\n  parent_unit_ext_id = \"nowhere\""}, "No such unit"}},
	"idm_unit_properties": {missingOwner("unit_ext_id", "acme-it", "unit")},
	"idm_user": {{[]string{`"u-new"`, `"u-anna"`}, "The external ID is taken"},
		{[]string{`"u-new"`, `"u-other"`, `"new"`, `"anna"`}, "The login ID is taken"}},
	"idm_user_properties": {missingOwner("user_ext_id", "u-carla", "user")},
}

// For every type, with and without a refresh, the plan of a replacement whose create cannot succeed
// is an error, and nothing is destroyed.
func TestReplaced_everyType(t *testing.T) {
	rings.Campaign(t, "it repeats for each type what tests of provider show without a CLI")
	t.Parallel()
	all, _ := declarableTypes(t)
	e := declaring(t, declares(append(all, "idm_terms"), ""))
	untouched := e.sim.State()
	for round, more := 0, true; more; round++ {
		var configuration strings.Builder
		expected := map[string]string{}
		for _, of := range objecttype.All() {
			name := of.TypeName()
			if _, listed := replacements[name]; !listed {
				t.Errorf("%s has no replacement here", name)
			}
			declared := declares([]string{name}, "")
			if round < len(replacements[name]) {
				one := replacements[name][round]
				declared = strings.NewReplacer(one.changes...).Replace(declared)
				expected[name+".x"] = one.summary
			}
			configuration.WriteString(declared)
		}
		if more = len(expected) > 0; !more {
			break
		}
		e.configures(configuration.String())
		for _, arguments := range []string{"plan -json", "plan -json -refresh=false"} {
			found := errorsByAddress(e.must(1, strings.Fields(arguments)...))
			for address, summary := range expected {
				if !strings.Contains(found[address], summary+":") {
					t.Errorf("%s, round %d: %s: not %q, but %q", arguments, round, address, summary, found[address])
				}
			}
		}
		e.cli("apply", "-auto-approve", "-no-color")
	}
	if !bytes.Equal(untouched, e.sim.State()) {
		t.Error("an apply changed the service")
	}
}

// errorsByAddress returns the errors of a run with -json by address.
func errorsByAddress(out string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(out) {
		var message struct {
			Diagnostic struct{ Severity, Summary, Address, Detail string }
		}
		if d := &message.Diagnostic; json.Unmarshal([]byte(line), &message) == nil && d.Severity == "error" {
			found[d.Address] += fmt.Sprintf("%s: %s\n", d.Summary, d.Detail)
		}
	}
	return found
}
