package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// hiding is a workspace with two services for plans that try to hide their effects.
type hiding struct {
	*reviewing
	second    *sim.Server
	secondURL string
	// out and err are what a script has printed or read last, values its names for values, and never the
	// texts that no output contains.
	out, err string
	values   map[string]cty.Value
	never    []string
}

// finding is the part of a review's JSON that the tests check.
type finding struct {
	Rules                  []string
	Text, Address, Service string

	Change *struct {
		Effect            string
		Uncertain, During bool
		User              *named
		Profile           named
		Before, After     *grant
		NewlyGlobal       []string `json:"newly_global"`
		Reason            string
	}
}

func newHiding(t *testing.T) *hiding {
	t.Helper()
	second, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(second)
	t.Cleanup(server.Close)
	w := newWorkspace(t, "", asAdmin, "TF_VAR_second="+server.URL)
	return &hiding{reviewing: &reviewing{workspace: w}, second: second, secondURL: server.URL, values: map[string]cty.Value{}}
}

// plan plans a configuration and returns the findings of the review.
func (h *hiding) plan(configuration string, arguments ...string) []finding {
	h.t.Helper()
	h.write("tenant.tf", configuration)
	h.must(0, append([]string{"plan", "-no-color", "-out=hidden.tfplan"}, arguments...)...)
	return h.findings("hidden.tfplan")
}

func (h *hiding) findings(arguments ...string) []finding {
	h.t.Helper()
	out, _ := h.review(0, append(arguments, "--output", "json")...)
	var decoded struct{ Findings []finding }
	if err := json.Unmarshal([]byte(out), &decoded); err != nil {
		h.t.Fatalf("%v\n%s", err, out)
	}
	return decoded.Findings
}

// openTofu reports whether the tests run with OpenTofu.
func openTofu() bool { return os.Getenv("TF_ACC_PROVIDER_HOST") == "registry.opentofu.org" }

// attackUnit declares a unit with further arguments.
func attackUnit(more string) string {
	return "resource \"idm_unit\" \"a\" {\n  ext_id = \"attacked\"\n  name = \"A\"\n  profileless = true\n" + more + "\n}\n"
}

// attackGrant declares a grant of Anna.
func attackGrant(name, role string) string {
	return fmt.Sprintf("resource \"idm_authorization\" %q {\n  profile_ext_id = \"p-anna-hq\"\n  role_ext_id = %q\n}\n", name, role)
}

// dated makes the files of a plan claim another time.
func (h *hiding) dated(claimed string) {
	h.t.Helper()
	var shown struct{ Timestamp string }
	if err := json.Unmarshal([]byte(h.read("reviewed.json")), &shown); err != nil || len(shown.Timestamp) != len(claimed) {
		h.t.Fatalf("the plan is of %q: %v", shown.Timestamp, err)
	}
	saved := []byte(h.read("reviewed.tfplan"))
	archive, err := zip.NewReader(bytes.NewReader(saved), int64(len(saved)))
	if err != nil {
		h.t.Fatal(err)
	}
	var changed bytes.Buffer
	out := zip.NewWriter(&changed)
	for _, file := range archive.File {
		in, err := file.Open()
		if err != nil {
			h.t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			h.t.Fatal(err)
		}
		if file.Name == "tfplan" {
			content = bytes.ReplaceAll(content, []byte(shown.Timestamp), []byte(claimed))
		}
		entry, err := out.Create(file.Name)
		if err != nil {
			h.t.Fatal(err)
		}
		if _, err := entry.Write(content); err != nil {
			h.t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.write("reviewed.tfplan", changed.String())
	if h.write("reviewed.json", h.must(0, "show", "-json", "reviewed.tfplan")); !strings.Contains(h.read("reviewed.json"), claimed) {
		h.t.Fatal("the plan does not claim the time")
	}
}
