package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// hidden is an encrypted value that only the service knows.
const hidden = "hidden-0815"

// definitionFailures are the ways in which property definitions cannot be read. A lasting one makes
// every value sensitive; any other is an error.
var definitionFailures = map[string]struct {
	lasting bool
	respond func(w http.ResponseWriter, r *http.Request, service http.Handler)
}{
	"500":  {false, status(http.StatusInternalServerError, "application/json", `{}`)},
	"503":  {false, status(http.StatusServiceUnavailable, "application/json", `{}`)},
	"html": {false, status(http.StatusOK, "text/html", `<html>Sign in</html>`)},
	"401":  {false, status(http.StatusUnauthorized, "application/json", `{}`)},
	"403": {true, status(http.StatusForbidden, "application/json",
		`{"errors":[{"code":"errors.insufficientRightsFunction","message":"Permission denied"}]}`)},
	"no operation": {true, status(http.StatusNotFound, "text/html", `<html>Not found</html>`)},
	"no definition of the property": {true, status(http.StatusOK, "application/json",
		`{"items":[{"propertyId":1,"name":"other","scope":"onUnitGlobal","encrypted":false}],"_pagination":{"limit":1000}}`)},
	"undecodable definition": {true, status(http.StatusOK, "application/json",
		`{"items":[{"name":"vault","scope":"onUnitGlobal","encrypted":"yes"}],"_pagination":{"limit":1000}}`)},
	"later page": {false, func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		if r.URL.Query().Get("continuationToken") != "" {
			status(http.StatusInternalServerError, "application/json", `{}`)(w, r, nil)
			return
		}
		status(http.StatusOK, "application/json", `{"items":[{"name":"vault","scope":"onOther","encrypted":false}],`+
			`"_pagination":{"limit":1,"continuationToken":"next"}}`)(w, r, nil)
	}},
}

func status(code int, contentType, body string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}
}

// withVaults starts a simulator in which one object of each type with properties has an encrypted
// value, and a service in front of it whose definitions can fail.
func withVaults(t *testing.T) (e *exporting, failing *atomic.Value) {
	t.Helper()
	e, failing = exportingFrom(t, sim.Options{Seed: sim.DemoSeed()}, "acme"), &atomic.Value{}
	failing.Store("")
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		failure, fails := definitionFailures[failing.Load().(string)]
		if fails && r.Method == http.MethodGet && strings.Trim(r.URL.Path, "/") == "core/v1/clients/acme/properties" {
			failure.respond(w, r, e.sim)
			return
		}
		e.sim.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	e.environment = append(e.environment, asAdmin, "IDM_BASE_URL="+front.URL, "IDM_MAX_RETRIES=1", "TF_LOG=TRACE",
		"TF_LOG_PATH="+filepath.Join(e.folder, "trace.log"))
	for _, scope := range encryptedScopes {
		e.define(scope)
	}
	e.call(http.MethodPost, "acme/users/u-dev-bot/generic-credentials", `{"extId":"generic","identification":"4711"}`)
	for name, path := range vaultPaths {
		e.call(http.MethodPatch, path, fmt.Sprintf(`{"vault":%q}`, hidden+"-"+name))
	}
	return e, failing
}

// vaultPaths are the paths of the properties of one object of each type, vaultIDs their import IDs.
var (
	vaultPaths = map[string]string{
		"idm_unit_properties":            "acme/units/acme-it/properties",
		"idm_user_properties":            "acme/users/u-ben/properties",
		"idm_profile_properties":         "acme/profiles/p-anna-hq/properties",
		"idm_enterprise_role_properties": "acme/eroles/er-sales/properties",
		"idm_authorization_properties":   "acme/profiles/p-anna-hq/authorizations/a-anna-crm/properties",
		"idm_generic_credential":         "acme/users/u-dev-bot/generic-credentials/generic/properties",
	}
	vaultIDs = map[string]string{
		"idm_unit_properties": "acme/acme-it", "idm_user_properties": "acme/u-ben", "idm_profile_properties": "acme/p-anna-hq",
		"idm_enterprise_role_properties": "acme/er-sales", "idm_authorization_properties": "acme/p-anna-hq/a-anna-crm",
		"idm_generic_credential": "acme/u-dev-bot/generic",
	}
	vaultData = map[string]string{
		"idm_unit_properties":            secretTypes["idm_unit_properties"],
		"idm_user_properties":            secretTypes["idm_user_properties"],
		"idm_profile_properties":         secretTypes["idm_profile_properties"],
		"idm_enterprise_role_properties": secretTypes["idm_enterprise_role_properties"],
		"idm_authorization_properties":   secretTypes["idm_authorization_properties"],
		"idm_user":                       `ext_id = "u-ben"`,
		"idm_users":                      "",
	}
)

const onlyProvider = "terraform {\n  required_providers {\n    idm = { source = \"identity-iac/idm\" }\n  }\n}\n"

// importedVault imports an object of a type, and changes none of its properties.
func importedVault(kind string) string {
	return fmt.Sprintf("import {\n  to = %[1]s.a\n  id = %[2]q\n}\nresource %[1]q \"a\" {\n  %[3]s\n"+
		"  properties = { other = \"x\" }\n  lifecycle {\n    ignore_changes = [properties, sensitive_properties]\n  }\n}\n"+
		"output \"%[1]s\" {\n  value = %[1]s.a.properties\n}\n", kind, vaultIDs[kind], secretTypes[kind])
}

func readVault(kind string) string {
	shown := "data." + kind + ".a.properties"
	if kind == "idm_users" {
		shown = "[for user in data.idm_users.a.users : user.properties]"
	}
	return fmt.Sprintf("data %[1]q \"a\" {\n  %[2]s\n}\noutput \"data_%[1]s\" {\n  value = %[3]s\n}\n", kind, vaultData[kind], shown)
}

// An encrypted value that the service holds is never shown if the definitions cannot be read: not
// in the output, the TRACE log, the plan, the outputs or the state, outside of the sensitive
// attribute. That holds for every failure, and every resource and data source with properties.
func TestSecrets_definitionsFail(t *testing.T) {
	t.Parallel()
	e, failing := withVaults(t)
	var all strings.Builder
	for kind := range vaultIDs {
		all.WriteString(importedVault(kind))
	}
	for kind := range vaultData {
		all.WriteString(readVault(kind))
	}
	e.write("main.tf", onlyProvider)
	e.must(0, "init", "-no-color")
	for failure, of := range definitionFailures {
		failing.Store(failure)
		out := e.showsNothing(failure, all.String(), of.lasting)
		// A login that is not accepted is one error for all objects.
		if errors := strings.Count(out, "Error: "); !of.lasting && failure != "401" && errors != len(vaultIDs)+len(vaultData) {
			t.Errorf("%s: %d errors\n%s", failure, errors, out)
		}
	}
	failing.Store("")
}

// showsNothing plans and applies a configuration, and searches all that it leaves for the secret.
func (e *exporting) showsNothing(name, configuration string, succeeds bool) (planned string) {
	e.t.Helper()
	e.write("main.tf", onlyProvider+configuration)
	out, code := e.cli("plan", "-no-color", "-out=plan.bin")
	places := map[string]string{"plan": out}
	if (code == 0) != succeeds {
		e.t.Errorf("%s: exit code %d\n%s", name, code, out)
	}
	if code == 0 {
		places["show"] = e.must(0, "show", "-no-color", "plan.bin")
		places["plan JSON"] = withoutSensitive(e.t, e.must(0, "show", "-json", "plan.bin"))
		places["apply"] = e.must(0, "apply", "-no-color", "plan.bin")
		places["outputs"] = e.must(0, "output", "-json")
		places["state"] = withoutSensitive(e.t, e.read("terraform.tfstate"))
	}
	places["log"] = e.read("trace.log")
	for place, text := range places {
		if i := strings.Index(text, hidden); i >= 0 {
			e.t.Errorf("%s: the %s shows the secret: …%s…", name, place, text[max(0, i-300):min(len(text), i+60)])
		}
	}
	for _, left := range []string{"trace.log", "terraform.tfstate", "terraform.tfstate.backup", "plan.bin"} {
		if err := os.Remove(filepath.Join(e.folder, left)); err != nil && !os.IsNotExist(err) {
			e.t.Fatal(err)
		}
	}
	return out
}

// withoutSensitive removes the attribute that every schema marks as sensitive from a JSON document.
func withoutSensitive(t *testing.T, document string) string {
	t.Helper()
	var value any
	decodeJSON(t, document, &value)
	var remove func(any)
	remove = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			delete(value, "sensitive_properties")
			for _, member := range value {
				remove(member)
			}
		case []any:
			for _, member := range value {
				remove(member)
			}
		}
	}
	remove(value)
	left, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(left)
}

// A value that changed after it was declared in plaintext is shown only if its definition is known
// not to be encrypted.
func TestSecrets_definitionsFailInARefresh(t *testing.T) {
	t.Parallel()
	e, failing := withVaults(t)
	e.write("main.tf", onlyProvider+`resource "idm_unit_properties" "a" {
  unit_ext_id = "acme-it"
  properties  = { costCenter = "1" }
}
`)
	e.must(0, "init", "-no-color")
	e.must(0, "apply", "-no-color", "-auto-approve")
	e.call(http.MethodPatch, vaultPaths["idm_unit_properties"], `{"costCenter":"`+hidden+`"}`)
	for failure, of := range definitionFailures {
		failing.Store(failure)
		out, code := e.cli("plan", "-no-color", "-refresh-only", "-out=plan.bin")
		if (code == 0) != of.lasting || strings.Contains(out+e.read("trace.log"), hidden) {
			t.Errorf("%s: exit code %d\n%s", failure, code, out)
		}
		if code != 0 {
			continue
		}
		out, code = e.cli("plan", "-no-color")
		if code != 0 || strings.Contains(out, hidden) || !strings.Contains(out, "Plan: 0 to add, 1 to change") {
			t.Errorf("%s: exit code %d\n%s", failure, code, out)
		}
	}
	failing.Store("")
	if out := e.must(0, "plan", "-no-color"); !strings.Contains(out, hidden) {
		t.Errorf("a value that is known not to be encrypted is hidden:\n%s", out)
	}
	failing.Store("403")
	e.must(0, "apply", "-no-color", "-auto-approve")
	if out := e.must(0, "plan", "-no-color"); !strings.Contains(out, "No changes") {
		t.Errorf("the plan after the repair:\n%s", out)
	}
}

// A secret that changed in the service is in no output, log or plan of a collection, and neither is
// the configured one.
func TestSecrets_changedInACollection(t *testing.T) {
	t.Parallel()
	e, _ := withVaults(t)
	e.write("main.tf", onlyProvider+`resource "idm_users" "a" {
  users = {
    eva = { login_id = "eva", remarks = sensitive("mine-remarks") }
    tom = tomap({ login_id = "tom", remarks = sensitive("mine-remarks") })
  }
  sensitive_properties = { eva = { vault = "mine-eva" } }
}
`)
	e.must(0, "init", "-no-color")
	e.must(0, "apply", "-no-color", "-auto-approve")
	e.call(http.MethodPatch, "acme/users/eva/properties", `{"vault":"`+hidden+`"}`)
	for _, user := range []string{"eva", "tom"} {
		e.call(http.MethodPatch, "acme/users/"+user, `{"remarks":"`+hidden+`"}`)
	}
	places := map[string]string{"refresh": e.must(0, "apply", "-no-color", "-refresh-only", "-auto-approve")}
	places["plan"] = e.must(0, "plan", "-no-color", "-out=plan.bin")
	places["show"], places["apply"] = e.must(0, "show", "-no-color", "plan.bin"), e.must(0, "apply", "-no-color", "plan.bin")
	if !strings.Contains(places["plan"], "~ sensitive_properties = (sensitive value)") {
		t.Errorf("the plan does not show the change:\n%s", places["plan"])
	}
	for place, text := range places {
		for _, secret := range []string{hidden, "mine-"} {
			if i := strings.Index(text, secret); i >= 0 {
				t.Errorf("the %s shows the secret: …%s…", place, text[max(0, i-300):min(len(text), i+60)])
			}
		}
	}
	if log := e.read("trace.log"); strings.Contains(log, "mine-eva") || strings.Contains(log, `"vault":"`+hidden) {
		t.Error("the log shows the secret")
	}
	if out := e.must(0, "plan", "-no-color"); !strings.Contains(out, "No changes") {
		t.Errorf("the plan after the repair:\n%s", out)
	}
}
