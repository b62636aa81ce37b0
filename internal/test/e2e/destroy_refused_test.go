package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// refusedPlans maps the summaries of errors to changes that a plan rejects: the configuration of an
// existing object, "" for a new one, and the rejected one.
var refusedPlans = map[string][2]string{
	"A unit below itself":            {unitLoop(""), unitLoop(`parent_unit_ext_id = "loop"`)},
	"A profile cannot lose its unit": {refusedProfile("placed", `unit_ext_id = "acme-it"`), refusedProfile("placed", "")},
	"Replacing the user would archive it permanently": {refusedUser("leaver", "on_destroy = \"archive\"\n  is_technical_user = false"),
		refusedUser("leaver", "on_destroy = \"archive\"\n  is_technical_user = true")},
	"Replacing the user would delete it": {refusedUser("later", "is_technical_user = false"),
		refusedUser("later", "on_destroy = \"archive\"\n  is_technical_user = true")},
	"Contradictory policy": {refusedPolicy(`maxLength = "12"`), refusedPolicy(`maxLength = "8"`)},
	"Missing password_wo": {"", `resource "idm_device_password" "secret" {
  user_ext_id = "u-dev-bot"
}`},
	"Read-only property": {"", `resource "idm_unit_properties" "code" {
  unit_ext_id = "acme-it"
  properties  = { readOnlyCode = "1" }
}`},
	"Encrypted property in plaintext": {"", `resource "idm_unit_properties" "note" {
  unit_ext_id = "acme-hq"
  properties  = { secretNote = "1" }
}`},
	"The external ID is taken":  {refusedApplications("before"), refusedApplications("after")},
	"Undeclared elements exist": {refusedMembers("er-manager"), refusedMembers("er-sales")},
	"No such user":              {refusedProfile("replaced", ""), strings.Replace(refusedProfile("replaced", ""), "u-ben", "nobody", 1)},
	"The service does not support idm_terms": {"", `resource "idm_terms" "unsupported" {
  name              = "Cookies"
  active            = true
  silent_acceptance = false
  terms_version     = "1"
}`},
}

func unitLoop(more string) string {
	return fmt.Sprintf("resource \"idm_unit\" \"loop\" {\n  ext_id = \"loop\"\n  profileless = false\n  %s\n}", more)
}

func refusedProfile(extID, more string) string {
	return fmt.Sprintf("resource \"idm_profile\" %q {\n  ext_id = %[1]q\n  user_ext_id = \"u-ben\"\n  %s\n}", extID, more)
}

func refusedUser(extID, more string) string {
	return fmt.Sprintf("resource \"idm_user\" %q {\n  ext_id = %[1]q\n  login_id = %[1]q\n  %s\n}", extID, more)
}

func refusedPolicy(parameter string) string {
	return "resource \"idm_policy\" \"length\" {\n  ext_id = \"length\"\n  policy_type = \"PwdPolicy\"\n" +
		"  parameters = { minLength = \"9\", " + parameter + " }\n}"
}

func refusedApplications(key string) string {
	return fmt.Sprintf("resource \"idm_application\" \"each\" {\n  for_each = toset([%q])\n  ext_id = \"renamed\"\n  name = \"Renamed\"\n"+
		"  displayed = true\n}", key)
}

func refusedMembers(role string) string {
	return fmt.Sprintf("resource \"idm_enterprise_role_members\" \"all\" {\n  enterprise_role_ext_id = %q\n"+
		"  role_ext_ids = [\"crm-admin\", \"billing-admin\"]\n}", role)
}

// An error of a plan also prevents a destroy, because a CLI plans the configuration first. Without a
// refresh, it does not.
func TestDestroy_refused(t *testing.T) {
	t.Parallel()
	e := exportingFrom(t, sim.Options{Seed: sim.DemoSeed(), Quirks: []string{"later-releases", "without=terms"}}, "acme")
	e.environment = append(e.environment, asAdmin)
	var before, after string
	for _, change := range refusedPlans {
		before += change[0] + "\n"
		after += change[1] + "\n"
	}
	e.configures(before)
	e.must(0, "init", "-no-color")
	e.must(0, "apply", "-auto-approve", "-no-color")

	e.configures(after)
	refused := diagnosedErrors(t, e.must(1, "destroy", "-auto-approve", "-json"))
	for summary := range refusedPlans {
		if refused[summary] == "" {
			t.Errorf("not reported: %s", summary)
		}
	}
	e.must(0, "destroy", "-auto-approve", "-refresh=false", "-no-color")
	if held := e.recordedIDs(); len(held) > 0 {
		t.Errorf("the state has %v", held)
	}
}

// diagnosedErrors returns the details of the errors of a run with -json by their summaries.
func diagnosedErrors(t *testing.T, out string) map[string]string {
	t.Helper()
	details := map[string]string{}
	for line := range strings.Lines(out) {
		var message struct {
			Diagnostic struct{ Severity, Summary, Detail string }
		}
		if json.Unmarshal([]byte(line), &message) == nil && message.Diagnostic.Severity == "error" {
			details[message.Diagnostic.Summary] += message.Diagnostic.Detail
		}
	}
	return details
}
