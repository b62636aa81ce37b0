package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const oddUnit = "resource \"idm_unit\" \"sales\" {\n  ext_id      = \"sales\"\n  profileless = false\n}\n"

// Plans that lack a part of what their apply needs, or contain more than one thing, are rehearsed
// like they are applied, or rejected with a remedy.
func TestRehearse_unusualPlans(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		configuration string
		files         map[string]string
		// plan contains arguments of the plan, and environment the environment of the plan and the
		// rehearsal.
		plan, environment []string
		// since runs between the two.
		since func(r *rehearsed)
		code  int
		want  string
	}{
		"sensitive variables": {
			configuration: oddUnit + variableBlocks("sensitive = true", "a", "b") +
				"resource \"idm_unit\" \"b\" {\n  ext_id = \"${var.a}-${var.b}\"\n  profileless = true\n}\n",
			plan: []string{"-var=a=hush"}, environment: []string{"TF_VAR_b=quiet"},
		},
		"a variable that is null": {
			configuration: variableBlocks("default = \"x\"", "a") +
				"resource \"idm_unit\" \"b\" {\n  ext_id = \"b\"\n  description = var.a\n  profileless = true\n}\n",
			plan: []string{"-var=a=null"},
		},
		"a secret of the environment": {
			configuration: variableBlocks("ephemeral = true\n  sensitive = true", "secret") + oddPassword,
			environment:   []string{"TF_VAR_secret=Hush-hush-1"},
		},
		"a secret of the command line": {
			configuration: variableBlocks("ephemeral = true\n  sensitive = true", "secret") + oddPassword,
			plan:          []string{"-var=secret=Hush-hush-1"},
			code:          1, want: "TF_VAR_",
		},
		"another state": {
			configuration: "data \"terraform_remote_state\" \"net\" {\n  backend = \"local\"\n  config = {\n    path = " +
				"\"network.tfstate\"\n  }\n" +
				"}\n" +
				"resource \"idm_unit\" \"b\" {\n  ext_id = data.terraform_remote_state.net.outputs.id\n  profileless = true\n}\n",
			files: map[string]string{"network.tfstate": `{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"n",` +
				`"outputs":{"id":{"value":"net","type":"string"}},"resources":[]}`},
		},
		"a state that has changed": {
			configuration: oddUnit,
			since: func(r *rehearsed) {
				r.closed.Store(false)
				r.must(0, "apply", "-no-color", r.planned)
				r.closed.Store(true)
			},
			code: 1, want: "plan again",
		},
		"two services": {
			configuration: "provider \"idm\" {\n  alias = \"far\"\n  base_url = var.far\n  token = \"demo-admin-token\"\n}\nvariable " +
				"\"far\" {}\n" +
				oddUnit + "resource \"idm_unit\" \"far\" {\n  provider = idm.far\n  ext_id = \"far\"\n  profileless = false\n}\n",
			code: 1, want: "the plan leads to http://127.0.0.1",
		},
		"a proxy in the environment": {
			configuration: "provider \"idm\" {\n  headers = {\n    X-Key = \"hush\"\n  }\n}\n" + oddUnit,
			environment:   []string{"HTTP_PROXY=http://127.0.0.1:1", "HTTPS_PROXY=http://127.0.0.1:1", "ALL_PROXY=http://127.0.0.1:1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRehearsed(t, nil, c.configuration, append([]string{asAdmin}, c.environment...)...)
			far := httptest.NewServer(r.sim)
			t.Cleanup(far.Close)
			r.environment = append(r.environment, "TF_VAR_far="+far.URL)
			for name, content := range c.files {
				r.write(name, content)
			}
			r.plan(c.plan...)
			if c.since != nil {
				c.since(r)
			}
			result, printed := r.rehearse(c.code)
			if !strings.Contains(printed, c.want) || strings.Contains(strings.ToLower(printed), "hush") {
				t.Error(printed)
			}
			if c.code == 0 && (len(result.Deviations) != 0 || len(result.Failures) != 0 || len(result.Done) == 0) {
				t.Errorf("%s", printed)
			}
			if c.code == 1 && strings.Count(strings.TrimSpace(complaintOf(printed)), "\n") != 0 {
				t.Errorf("more than a line:\n%s", printed)
			}
		})
	}
}

func complaintOf(text string) string {
	_, after, _ := strings.Cut(text, "Error:")
	return after
}

const oddPassword = `
resource "idm_user" "new" {
  ext_id   = "u-new"
  login_id = "new"
}

resource "idm_password" "new" {
  user_ext_id         = idm_user.new.ext_id
  password_wo         = var.secret
  password_wo_version = 1
}
`

func variableBlocks(attributes string, names ...string) string {
	var text strings.Builder
	for _, name := range names {
		fmt.Fprintf(&text, "variable %q {\n  type = string\n  %s\n}\n", name, attributes)
	}
	return text.String()
}

// No override file of the project can change the state in the project's backend.
func TestRehearse_lateOverride(t *testing.T) {
	t.Parallel()
	e := newExporting(t)
	r := &rehearsed{workspace: e.workspace, temp: t.TempDir(), planned: "plan.tfplan"}
	r.environment = append(r.environment, "TMPDIR="+r.temp)
	r.write("main.tf", onlyProvider+oddUnit)
	kept := filepath.Join(t.TempDir(), "real.tfstate")
	for _, name := range []string{"zzz_override.tf", "~_override.tf"} {
		r.write(name, fmt.Sprintf("terraform {\n  backend \"local\" {\n    path = %q\n  }\n}\n", kept))
		r.write(name+".json", fmt.Sprintf(`{"terraform":{"backend":{"local":{"path":%q}}}}`, kept))
	}
	r.must(0, "init", "-no-color")
	r.plan()
	before := len(r.sim.Requests())
	if result, printed := r.rehearse(0); len(result.Done) != 1 {
		t.Error(printed)
	}
	if _, err := os.Stat(kept); err == nil {
		t.Error("the state of the backend was written")
	}
	for _, q := range r.sim.Requests()[before:] {
		if q.Method != http.MethodGet {
			t.Errorf("%s %s was sent to the service", q.Method, q.Path)
		}
	}
}
