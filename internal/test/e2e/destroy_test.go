package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// laterTenant returns the demo tenant in a service with a later release, with a configuration.
func laterTenant(t *testing.T, configuration string) *exporting {
	t.Helper()
	e := exportingFrom(t, sim.Options{Seed: sim.DemoSeed(), Quirks: []string{"later-releases"}}, "acme")
	e.environment = append(e.environment, asAdmin)
	e.configures(configuration)
	e.must(0, "init", "-no-color")
	return e
}

// configures replaces the configuration.
func (e *exporting) configures(configuration string) {
	e.write("main.tf", onlyProvider+configuration)
}

const protectedModule = `
variable "made" {
  type    = number
  default = 1
}
variable "protection" {
  type    = bool
  default = null
}
resource "idm_client" "a" {
  count               = var.made
  ext_id              = "new"
  name                = "New"
  deletion_protection = var.protection
}
`

// A protected client survives every kind of destroy, even if the protection is removed in the same
// apply. Forgetting the client leaves it in the service.
func TestDestroy_protectedClient(t *testing.T) {
	t.Parallel()
	const module = "module \"m\" {\n  source = \"./m\"\n%s}\n"
	with := func(arguments string) string { return strings.Replace(module, "%s", arguments, 1) }
	e := laterTenant(t, "")
	e.write("m/main.tf", onlyProvider+protectedModule)
	e.configures(with(""))
	e.must(0, "init", "-no-color")
	e.must(0, "apply", "-auto-approve", "-no-color")
	const removed = "removed {\n  from = module.m.idm_client.a\n  lifecycle {\n    destroy = "
	for name, attempt := range map[string]struct {
		configuration string
		arguments     []string
	}{
		"terraform destroy":            {with(""), []string{"destroy", "-auto-approve"}},
		"count to 0 and no protection": {with("  made = 0\n  protection = false\n"), []string{"apply", "-auto-approve"}},
		"-replace and no protection": {with("  protection = false\n"),
			[]string{"apply", "-auto-approve", "-replace=module.m.idm_client.a[0]"}},
		"removed, and destroyed": {removed + "true\n  }\n}\n", []string{"apply", "-auto-approve"}},
	} {
		e.configures(attempt.configuration)
		out := e.must(1, append(attempt.arguments, "-no-color")...)
		if !strings.Contains(out, "set deletion_protection = false and apply") && !strings.Contains(out, "deletion_protection is true") {
			t.Errorf("%s does not name the protection:\n%s", name, out)
		}
		e.call(http.MethodGet, "clients/new", "")
	}
	e.configures(with(""))
	e.must(0, "plan", "-no-color", "-detailed-exitcode")

	e.must(0, "taint", "module.m.idm_client.a[0]")
	if out := e.must(1, "apply", "-auto-approve", "-no-color"); !strings.Contains(out, "deletion_protection is true") {
		t.Errorf("a tainted client: %s", out)
	}
	e.call(http.MethodGet, "clients/new", "")
	e.configures(removed + "false\n  }\n}\n")
	e.must(0, "apply", "-auto-approve", "-no-color")
	e.call(http.MethodGet, "clients/new", "")
}

const lasting = `
resource "idm_property_definition" "a" {
  scope = "UNIT_GLOBAL"
  name  = "floor"
  type  = "STRING"
}
resource "idm_terms" "a" {
  name              = "Cookies"
  active            = true
  silent_acceptance = false
  terms_version     = "1"
  urls              = { EN = "https://a.example" }
}
resource "idm_policy" "a" {
  ext_id      = "po"
  policy_type = "TANPolicy"
  parameters  = { a = "1" }
}
resource "idm_user" "a" {
  ext_id     = "leaver"
  on_destroy = "archive"
}
`

// The plan and the review show which objects a destroy or a replacement deletes and keeps, and the
// apply does the same.
func TestDestroy_remainingObjects(t *testing.T) {
	t.Parallel()
	e := laterTenant(t, lasting)
	e.must(0, "apply", "-auto-approve", "-no-color")
	e.call(http.MethodPatch, "acme/policies/po", `{"parameters":{"a":"1","foreign":"1"}}`)
	e.configures(strings.Replace(lasting, `type  = "STRING"`, "type  = \"ENUM\"\n  allowed_values = [\"1\"]", 1))
	planned := e.must(0, "plan", "-no-color", "-out=plan.bin")
	if !strings.Contains(planned, `"STRING" -> "ENUM" # forces replacement`) || !strings.Contains(planned, `- "foreign" = "1" -> null`) {
		t.Errorf("the plan does not show the replacement and the foreign parameter:\n%s", planned)
	}
	out, _, code := e.idmctl(nil, "review", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"), "plan.bin", "--output", "json",
		"--fail-on", "property.values")
	var review struct {
		FailedRules []struct{ Rule string } `json:"failed_rules"`
	}
	if err := json.Unmarshal([]byte(out), &review); err != nil || code != 2 || len(review.FailedRules) != 1 ||
		review.FailedRules[0].Rule != "property.values" {
		t.Errorf("exit code %d, %v: %s", code, err, out)
	}
	e.must(0, "apply", "-no-color", "plan.bin")

	e.configures("")
	planned = e.must(0, "plan", "-no-color", "-out=plan.bin")
	if !strings.Contains(planned, "Terms are deactivated, not deleted") {
		t.Errorf("the plan does not warn of the terms:\n%s", planned)
	}
	e.must(0, "apply", "-no-color", "plan.bin")
	var state struct {
		Terms []struct {
			Name   string
			Active bool
		}
		Users []struct{ ExtID, UserState string }
	}
	decodeJSON(t, e.sim.State(), &state)
	if !slices.ContainsFunc(state.Terms, func(terms struct {
		Name   string
		Active bool
	}) bool {
		return terms.Name == "Cookies" && !terms.Active
	}) {
		t.Errorf("the terms are not deactivated: %v", state.Terms)
	}
	if !slices.Contains(state.Users, struct{ ExtID, UserState string }{"leaver", "archived"}) {
		t.Errorf("the user is not archived: %v", state.Users)
	}
}
