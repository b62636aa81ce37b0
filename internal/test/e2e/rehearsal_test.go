package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// rehearsed is a workspace whose service can be closed for writes, which it then rejects and
// counts.
type rehearsed struct {
	*workspace
	closed  atomic.Bool
	writes  atomic.Int64
	temp    string
	planned string
}

// newRehearsed starts a service with a seed, by default the demo tenant.
func newRehearsed(t *testing.T, seed []byte, configuration string, environment ...string) *rehearsed {
	t.Helper()
	r := &rehearsed{workspace: newWorkspace(t, configuration, environment...), temp: t.TempDir(), planned: "plan.tfplan"}
	if seed == nil {
		seed = sim.DemoSeed()
	}
	server, err := sim.New(sim.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.Method != http.MethodGet && r.closed.Load() {
			r.writes.Add(1)
			w.WriteHeader(http.StatusTeapot)
			return
		}
		server.ServeHTTP(w, q)
	}))
	t.Cleanup(service.Close)
	r.sim, r.url = server, service.URL
	for i, variable := range r.environment {
		if strings.HasPrefix(variable, "IDM_BASE_URL=") {
			r.environment[i] = "IDM_BASE_URL=" + r.url
		}
		if strings.HasPrefix(variable, "TMPDIR=") {
			r.environment[i] = "TMPDIR=" + r.temp
		}
	}
	return r
}

// rehearsalResult is the JSON output of idmctl rehearse.
type rehearsalResult struct {
	Failures []struct{ Phase, Cause, Address, Summary, Detail string }
	Done     []struct{ Address, Action string }
	Untried  []struct{ Address, Action string }
	Access   []struct {
		Change string
		User   string `json:"user_ext_id"`
		Role   string `json:"role_ext_id"`
	}
	Review     []struct{ Effect, Role string }
	Deviations []struct{ Address string }
	Requests   []struct {
		Method, Object string
		Count, Refused int
	}
	Writes int
	Copy   struct {
		Source     string
		Incomplete []string
		Quirks     []string
	}
}

// plan saves a plan, and closes the service for writes.
func (r *rehearsed) plan(arguments ...string) {
	r.t.Helper()
	r.must(0, append([]string{"plan", "-no-color", "-out=" + r.planned}, arguments...)...)
	r.closed.Store(true)
}

// rehearse rehearses the plan. It checks the exit code, that nothing was written to the service,
// and that no temporary files remain.
func (r *rehearsed) rehearse(code int, arguments ...string) (rehearsalResult, string) {
	r.t.Helper()
	printed, complaints, got := r.idmctl(append([]string{"rehearse", r.planned, "--output", "json"}, arguments...)...)
	if got != code {
		r.t.Fatalf("exit code %d, want %d\n%s%s", got, code, printed, complaints)
	}
	if writes := r.writes.Load(); writes != 0 {
		r.t.Errorf("%d writes reached the service", writes)
	}
	left, err := filepath.Glob(filepath.Join(r.temp, "idm-rehearsal-*"))
	if err != nil || len(left) > 0 {
		r.t.Errorf("left: %v, %v", left, err)
	}
	var result rehearsalResult
	if code != 1 {
		if err := json.Unmarshal([]byte(printed), &result); err != nil {
			r.t.Fatalf("%v\n%s%s", err, printed, complaints)
		}
	}
	return result, printed + complaints
}

func (r *rehearsed) idmctl(arguments ...string) (stdout, stderr string, code int) {
	r.t.Helper()
	path := "PATH=" + filepath.Dir(os.Getenv("TF_ACC_TERRAFORM_PATH")) + ":" + os.Getenv("PATH")
	return r.companion(append(slices.Clone(r.environment), path), arguments...)
}

// A configuration with its own address and login, an alias, and a module with its own provider is
// applied only to the copy.
const everywhere = `
provider "idm" {
  base_url      = %[1]q
  token         = "demo-admin-token"
  client_ext_id = "acme"
}

provider "idm" {
  alias         = "second"
  base_url      = %[1]q
  token         = "demo-admin-token"
  client_ext_id = "globex"
}

resource "idm_unit" "sales" {
  ext_id      = "sales"
  profileless = false
}

resource "idm_unit" "other" {
  provider    = idm.second
  ext_id      = "other"
  profileless = false
}

resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  ext_id      = "p-ben-sales"
  unit_ext_id = idm_unit.sales.ext_id
}

resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "crm-reader"
}

resource "idm_users" "staff" {
  users = { eva = { login_id = "eva", name = { first_name = "Eva", family_name = "Egli" } } }
}

variable "name" { default = "x" }
variable "secret" {
  default   = "hidden"
  sensitive = true
}

module "team" {
  source = "./modules/team"
  name   = "${var.name}-${length(var.secret)}"
  url    = %[1]q
}
`

const teamWithProvider = `
terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

variable "name" {}
variable "url" {}

provider "idm" {
  base_url      = var.url
  token         = "demo-admin-token"
  client_ext_id = "acme"
}

resource "idm_unit" "team" {
  ext_id      = "team-${var.name}"
  profileless = true
  description = file("${path.module}/text.txt")
}
`

func TestRehearse_writesNothing(t *testing.T) {
	t.Parallel()
	r := newRehearsed(t, nil, "", "IDM_TOKEN=demo-admin-token", "TF_VAR_name=y")
	r.write("everywhere.tf", fmt.Sprintf(everywhere, r.url))
	r.write("modules/team/main.tf", teamWithProvider)
	r.write("modules/team/text.txt", "from a file")
	r.must(0, "get", "-no-color")
	r.plan()
	result, printed := r.rehearse(0, "--latency", "1ms")
	if len(result.Done) != 6 || len(result.Untried)+len(result.Failures)+len(result.Deviations)+len(result.Review) != 0 {
		t.Errorf("%s", printed)
	}
	if len(result.Access) != 1 || result.Access[0].Change != "gained" || result.Access[0].User != "u-ben" ||
		result.Access[0].Role != "crm-reader" {
		t.Errorf("access: %+v", result.Access)
	}
	if result.Writes != 6 || len(result.Requests) == 0 || !strings.HasPrefix(result.Copy.Source, r.url) {
		t.Errorf("%d writes, %+v, %+v", result.Writes, result.Requests, result.Copy)
	}
	if strings.Contains(printed, "hidden") || strings.Contains(printed, "demo-admin-token") {
		t.Errorf("a secret is told:\n%s", printed)
	}
	// The rehearsal matches the real apply of the plan.
	r.closed.Store(false)
	r.must(0, "apply", "-no-color", r.planned)
}

// Only an apply finds each of these errors: the plan succeeds without a warning.
func TestRehearse_fails(t *testing.T) {
	t.Parallel()
	const unit = "resource \"idm_unit\" \"sales\" {\n  ext_id      = \"sales\"\n  profileless = false\n}\n"
	for name, c := range map[string]struct {
		base, configuration string
		// since runs between the plan and the rehearsal.
		since       func(r *rehearsed)
		permissions string
		cause       string
		address     string
	}{
		"a right in one client": {
			configuration: unit +
				"resource \"idm_unit\" \"there\" {\n  client_ext_id = \"globex\"\n  ext_id = \"there\"\n  profileless = false\n}\n",
			permissions: `{"elementaryPermissions": ["*"], "clients": ["acme"]}`,
			cause:       "missing right", address: "idm_unit.there",
		},
		"a right that only the apply needs": {
			configuration: unit,
			permissions:   "AccessControl.ClientView\nAccessControl.UnitView\nAccessControl.UnitModify\n",
			cause:         "missing right", address: "idm_unit.sales",
		},
		"a name that is taken": {
			configuration: unit + "resource \"idm_unit\" \"below\" {\n  ext_id = \"b1\"\n  parent_unit_ext_id = \"acme-hq\"\n  name = " +
				"\"Sales\"\n" +
				"  profileless = false\n}\n",
			since: func(r *rehearsed) {
				r.behindTheBack("POST", "units/",
					`{"extId":"other","parentUnitExtId":"acme-hq","name":"Sales","profileless":false}`)
			},
			cause: "taken", address: "idm_unit.below",
		},
		"a reference that is gone since": {
			base: `resource "idm_unit" "old" {
  ext_id      = "old"
  profileless = false
}
`,
			configuration: `resource "idm_unit" "below" {
  ext_id             = "below"
  parent_unit_ext_id = "passing"
  profileless        = false
}
`,
			since: func(r *rehearsed) { r.behindTheBack("DELETE", "units/passing", "") },
			cause: "missing reference", address: "idm_unit.below",
		},
		"dependencies that are there": {
			base:          unit,
			configuration: "",
			since: func(r *rehearsed) {
				r.behindTheBack("POST", "users/u-ben/profiles", `{"extId":"p-hand","unitExtId":"sales"}`)
			},
			cause: "dependency", address: "idm_unit.sales",
		},
		"somebody else's change": {
			base:          unit,
			configuration: strings.Replace(unit, "}", "  description = \"ours\"\n}", 1),
			since: func(r *rehearsed) {
				r.behindTheBack("PATCH", "units/sales", `{"description":"theirs","version":1}`)
			},
			cause: "conflict", address: "idm_unit.sales",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRehearsed(t, nil, "", "IDM_TOKEN=demo-admin-token")
			r.behindTheBack("POST", "units/", `{"extId":"passing","name":"Passing","profileless":false}`)
			if c.base != "" {
				r.write("units.tf", c.base)
				r.must(0, "apply", "-auto-approve", "-no-color")
			}
			r.write("units.tf", c.configuration)
			var arguments []string
			if c.permissions != "" {
				r.write("permissions", c.permissions)
				arguments = []string{"--permissions", "permissions"}
			}
			r.plan()
			if c.since != nil {
				c.since(r)
			}
			result, printed := r.rehearse(2, arguments...)
			if len(result.Failures) != 1 || result.Failures[0].Cause != c.cause || result.Failures[0].Address != c.address {
				t.Errorf("failures: %+v\n%s", result.Failures, printed)
			}
		})
	}
}

// The configured backend is never used, and the workspace, the mode and the targets of the plan are
// kept.
func TestRehearse_backend(t *testing.T) {
	t.Parallel()
	e := newExporting(t)
	r := &rehearsed{workspace: e.workspace, temp: t.TempDir(), planned: "plan.tfplan"}
	r.environment = append(r.environment, "TMPDIR="+r.temp)
	r.write("project/main.tf", `terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
  backend "local" {
    path = "../real.tfstate"
  }
}

resource "idm_unit" "all" {
  count       = 2
  ext_id      = "unit-${terraform.workspace}-${count.index}"
  profileless = true
  description = file("../shared/text.txt")
}
`)
	r.write("shared/text.txt", "shared")
	r.workspace = e.at(filepath.Join(e.folder, "project"))
	r.must(0, "init", "-no-color")
	r.must(0, "workspace", "new", "-no-color", "prod")
	r.must(0, "apply", "-no-color", "-auto-approve")
	state := r.read("terraform.tfstate.d/prod/terraform.tfstate")
	for name, c := range map[string]struct {
		arguments []string
		done      int
	}{
		"a target":    {[]string{"-destroy", "-target=idm_unit.all[1]"}, 1},
		"a replace":   {[]string{"-replace=idm_unit.all[0]"}, 1},
		"no change":   {nil, 0},
		"a new count": {nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r.t = t
			if name == "a new count" {
				r.write("main.tf", strings.Replace(r.read("main.tf"), "= 2", "= 3", 1))
				defer func() { r.write("main.tf", strings.Replace(r.read("main.tf"), "= 3", "= 2", 1)) }()
			}
			r.plan(c.arguments...)
			before := len(r.sim.Requests())
			result, printed := r.rehearse(0)
			if len(result.Done) != c.done || len(result.Deviations) != 0 {
				t.Errorf("%s", printed)
			}
			for _, q := range r.sim.Requests()[before:] {
				if q.Method != http.MethodGet {
					t.Errorf("%s %s was sent to the service", q.Method, q.Path)
				}
			}
		})
	}
	if now := r.read("terraform.tfstate.d/prod/terraform.tfstate"); now != state {
		t.Errorf("the state was\n%s\nand is\n%s", state, now)
	}
}

// An older provider without support for rehearsals would use the service in its configuration.
func TestRehearse_olderProvider(t *testing.T) {
	t.Parallel()
	r := newRehearsed(t, nil, "", "IDM_TOKEN=demo-admin-token")
	r.write("units.tf", fmt.Sprintf("provider \"idm\" {\n  base_url = %q\n  token = \"demo-admin-token\"\n}\n"+
		"resource \"idm_unit\" \"sales\" {\n  ext_id = \"sales\"\n  profileless = false\n}\n", r.url))
	r.plan()
	folder := binary(t)
	r.write("older/terraform-provider-idm", "#!/bin/sh\nunset IDM_REHEARSAL_URL IDM_REHEARSAL_TOKEN\nexec "+
		filepath.Join(folder, "terraform-provider-idm")+" \"$@\"\n")
	if err := os.Chmod(filepath.Join(r.folder, "older", "terraform-provider-idm"), 0o700); err != nil {
		t.Fatal(err)
	}
	r.write("cli.tfrc", fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"identity-iac/idm\" = %q\n  }\n  direct {}\n}\n",
		filepath.Join(r.folder, "older")))
	if _, complaints := r.rehearse(1); !strings.Contains(complaints, "does not support rehearsals") {
		t.Error(complaints)
	}
}

// With a snapshot no service is called.
func TestRehearse_snapshot(t *testing.T) {
	t.Parallel()
	r := newRehearsed(t, nil, "resource \"idm_unit\" \"sales\" {\n  ext_id      = \"sales\"\n  profileless = false\n}\n",
		"IDM_TOKEN=demo-admin-token")
	printed, complaints, code := r.idmctl("snapshot", "--out", "acme.json")
	if code != 0 {
		t.Fatalf("%s%s", printed, complaints)
	}
	r.plan()
	before := len(r.sim.Requests())
	result, printed := r.rehearse(0, "--snapshot", "acme.json")
	if len(result.Done) != 1 || result.Copy.Source != "acme.json" {
		t.Error(printed)
	}
	if asked := len(r.sim.Requests()) - before; asked != 0 {
		t.Errorf("the service was asked %d times", asked)
	}
	for _, form := range []string{"text", "markdown", "html"} {
		text, complaints, code := r.idmctl("rehearse", r.planned, "--snapshot", "acme.json", "--output", form)
		if code != 0 || !strings.Contains(text, "The apply goes through") {
			t.Errorf("%s: exit code %d\n%s%s", form, code, text, complaints)
		}
	}
}

// An untrusted result is treated as text, and must belong to the given plan.
func TestRehearse_result(t *testing.T) {
	t.Parallel()
	r := newRehearsed(t, nil, "resource \"idm_unit\" \"sales\" {\n  ext_id      = \"sales\"\n  profileless = false\n}\n", asAdmin)
	r.plan()
	_, _, code := r.idmctl("rehearse", r.planned, "--output", "json", "--out", "result.json")
	if code != 0 {
		t.Fatal(code)
	}
	result := r.read("result.json")
	forged := strings.Replace(result, `"failures": []`, `"failures": [{"cause": "x", "address": "<!-- access -->",
  "summary": "@everybody ![x](http://evil.example/x.png) \u001b[31m", "detail": "::error::stop"}]`, 1)
	r.write("forged.json", forged)
	text, complaints, code := r.idmctl("rehearse", r.planned, "--result", "forged.json", "--output", "markdown")
	if code != 2 || !strings.Contains(text, "The apply fails") {
		t.Errorf("exit code %d\n%s%s", code, text, complaints)
	}
	for _, live := range []string{"\u001b", "\n<!-- access", " ![x](http", "\n::error"} {
		if strings.Contains(text, live) {
			t.Errorf("%q is in the report:\n%s", live, text)
		}
	}
	for name, content := range map[string]string{
		"another plan": strings.Replace(result, `"sha256": "`, `"sha256": "00`, 1), "no result": `{"format_version": "9"}`,
		"no JSON": "plan",
	} {
		r.write("other.json", content)
		if _, complaints, code := r.idmctl("rehearse", r.planned, "--result", "other.json", "--output", "markdown"); code != 1 {
			t.Errorf("%s: exit code %d\n%s", name, code, complaints)
		}
	}
}
