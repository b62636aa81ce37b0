package e2e

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// encryptedScopes lists the scopes with an encrypted property vault.
var encryptedScopes = []string{
	"UNIT_GLOBAL", "USER_GLOBAL", "PROFILE_GLOBAL", "PROFILE_FOR_APPLICATION_GLOBAL", "ENTERPRISE_ROLE_GLOBAL", "CREDENTIAL_GENERIC_GLOBAL",
}

// secretTypes contains all resources that accept a secret. The state contains the value of an
// encrypted property, marked as sensitive, but no password.
var secretTypes = map[string]string{
	"idm_unit_properties":            `unit_ext_id = "acme-it"`,
	"idm_user_properties":            `user_ext_id = "u-ben"`,
	"idm_profile_properties":         `profile_ext_id = "p-anna-hq"`,
	"idm_enterprise_role_properties": `enterprise_role_ext_id = "er-sales"`,
	"idm_authorization_properties":   "profile_ext_id = \"p-anna-hq\"\n  authorization_ext_id = \"a-anna-crm\"",
	"idm_generic_credential":         "user_ext_id = \"u-dev-bot\"\n  ext_id = \"generic\"\n  identification = \"4711\"",
	"idm_password":                   `user_ext_id = "u-dev-bot"`,
	"idm_device_password":            "user_ext_id = \"u-dev-bot\"\n  ext_id = \"device\"",
	"idm_context_password":           "user_ext_id = \"u-dev-bot\"\n  ext_id = \"context\"\n  context = \"portal\"",
	"idm_unit_tree":                  `units = { vaulted = { name = "Vaulted", profileless = true } }`,
	"idm_users":                      `users = { vaulted = { login_id = "vaulted" } }`,
	"idm_profiles":                   `profiles = { vaulted = { user_ext_id = "u-ben", unit_ext_id = "acme-it" } }`,
}

// secretConfiguration declares each of them with a distinct secret: the text of the round and the
// type.
func secretConfiguration() string {
	var b strings.Builder
	b.WriteString("variable \"vault\" {\n  type = string\n  sensitive = true\n}\n" +
		"variable \"password\" {\n  type = string\n  ephemeral = true\n}\nvariable \"round\" {\n  type = number\n}\n")
	for name, arguments := range secretTypes {
		secret := fmt.Sprintf("sensitive_properties = { vault = \"${var.vault}-%s\" }", name)
		if strings.HasSuffix(name, "_password") {
			secret = fmt.Sprintf("password_wo = \"${var.password}-%s\"\n  password_wo_version = var.round", name)
		}
		if of := objecttype.ByTypeName(name); of.Class == objecttype.Collection {
			secret = fmt.Sprintf("sensitive_properties = { vaulted = { vault = \"${var.vault}-%s\" } }", name)
		}
		fmt.Fprintf(&b, "resource %q \"a\" {\n  %s\n  %s\n}\n", name, arguments, secret)
	}
	return b.String()
}

// repeating starts a service that rejects a secret of the third round, and repeats the whole
// request in its response.
func repeating(t *testing.T, service string) string {
	t.Helper()
	target, err := url.Parse(service)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	repeats := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !strings.Contains(string(body), "third-") {
			proxy.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprintf(w, `{"errors":[{"code":"errors.invalidData","message":%q}]}`, "repeated:"+string(body))
	}))
	t.Cleanup(repeats.Close)
	return repeats.URL
}

// No type reveals a secret in the output, a TRACE log, a diagnostic or the saved plan, whether the
// secret is created, changed, or rejected by a service that repeats it in its response. Afterwards
// no command of the companion reveals one.
func TestSecrets_ofEveryType(t *testing.T) {
	t.Parallel()
	e := exportingFrom(t, sim.Options{Seed: sim.DemoSeed()}, "acme")
	e.environment = append(e.environment, asAdmin, "IDM_BASE_URL="+repeating(t, e.url), "TF_LOG=TRACE",
		"TF_LOG_PATH="+filepath.Join(e.folder, "trace.log"))
	for _, scope := range encryptedScopes {
		e.define(scope)
	}
	e.configures(secretConfiguration())
	e.must(0, "init", "-no-color")
	places := map[string]string{}
	for i, round := range []string{"first", "second", "third"} {
		e.environment = append(e.environment, "TF_VAR_vault="+round+"-vault-0815", "TF_VAR_password="+round+
			"-password-0123456789-abcdefghijk",
			fmt.Sprintf("TF_VAR_round=%d", i+1))
		places[round+" plan"] = e.must(0, "plan", "-no-color", "-out=plan.bin") + e.must(0, "show", "-no-color", "plan.bin")
		for _, form := range []string{"markdown", "html", "json"} {
			out, complaints, _ := e.idmctl(nil, "review", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"), "plan.bin", "--output", form)
			places[round+" review "+form] = out + complaints
		}
		places[round+" passwords"] = e.must(0, "show", "-json", "plan.bin") + unzipped(t, filepath.Join(e.folder, "plan.bin"))
		out, code := e.cli("apply", "-no-color", "plan.bin")
		if refused := strings.Count(out, "repeated:"); (code != 0) != (round == "third") || round == "third" &&
			refused != len(secretTypes) {
			t.Fatalf("%s: exit code %d, %d refused\n%s", round, code, refused, out)
		}
		places[round+" apply"] = out
		places[round+" passwords in the state"] = e.read("terraform.tfstate")
	}
	e.companionShows(places)
	places["log"] = e.read("trace.log")
	if !strings.Contains(places["log"], "/device-password/device/change") ||
		!strings.Contains(places["first passwords"], "first-vault-0815") {
		t.Fatal("no secret was sent or planned, so that nothing is proven")
	}
	for place, text := range places {
		for _, round := range []string{"first", "second", "third"} {
			secrets := []string{round + "-password-"}
			if !strings.Contains(place, "passwords") {
				secrets = append(secrets, round+"-vault-")
			}
			for _, secret := range secrets {
				if i := strings.Index(text, secret); i >= 0 {
					t.Errorf("%s shows %q: …%s…", place, secret, text[max(0, i-200):min(len(text), i+80)])
				}
			}
		}
	}
}

// define defines an encrypted property for a scope.
func (e *exporting) define(scope string) {
	e.t.Helper()
	e.call(http.MethodPost, "properties",
		fmt.Sprintf(`{"name":"vault","type":"STRING","scope":%q,"encrypted":true,"clientExtId":"acme"}`, scope))
}

// companionShows adds the output and files of the companion's commands about the tenant.
func (e *exporting) companionShows(places map[string]string) {
	e.t.Helper()
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	for name, arguments := range map[string][]string{
		"drift":    {"drift", "--cli", cli, "--output", "json"},
		"export":   {"export", "--out", e.out, "--people"},
		"snapshot": {"snapshot", "--out", filepath.Join(e.folder, "tenant.json")},
	} {
		out, complaints, code := e.idmctl(nil, arguments...)
		if places[name] = out + complaints; code > 2 || len(out)+len(complaints) == 0 {
			e.t.Errorf("%s: exit code %d: %s", name, code, places[name])
		}
	}
	for name, content := range e.files(e.out) {
		places["exported "+name] = content
	}
	places["the snapshot"] = e.read("tenant.json")
}
