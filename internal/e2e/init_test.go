package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// starting returns a workspace for a new tenant on a service with the demo tenant.
func starting(t *testing.T, client string, quirks ...string) *exporting {
	t.Helper()
	e := exportingFrom(t, sim.Options{Seed: sim.DemoSeed(), Quirks: quirks}, client)
	e.environment = append(e.environment, asAdmin)
	return e
}

// start writes the folder of a new tenant, in which the CLI then runs.
func (e *exporting) start(variables []string, arguments ...string) string {
	e.t.Helper()
	out, complaints, code := e.idmctl(variables, append([]string{"init", "--out", e.out}, arguments...)...)
	if code != 0 {
		e.t.Fatalf("init: exit code %d\n%s", code, complaints)
	}
	e.folder = e.out
	return out
}

var example = regexp.MustCompile(`(?m)^( *)# (- .*|"[^"]*",|.*[={:].*)$`)

// uncomment activates the commented-out examples of a file.
func (e *exporting) uncomment(name string) {
	e.t.Helper()
	e.write(name, example.ReplaceAllStringFunc(e.read(name), func(line string) string {
		if strings.HasPrefix(line, "# ") {
			return line
		}
		return strings.Replace(line, "# ", "", 1)
	}))
}

// A new folder plans without a change or a warning, and its examples can be used unchanged.
func TestInit_fromNothing(t *testing.T) {
	t.Parallel()
	for layout, files := range map[string][]string{"flat": {"units.tf", "jobs.tf"}, "data": {"data/tenant.yaml"}} {
		t.Run(layout, func(t *testing.T) {
			t.Parallel()
			e := starting(t, "acme")
			e.start([]string{"IDM_BASE_URL="}, "--layout", layout)
			e.must(0, "init", "-no-color", "-input=false")
			// The tree of units is one resource, also without units.
			changes := map[string]int{"flat": 2, "data": 0}[layout]
			if out := e.must(changes, "plan", "-detailed-exitcode", "-no-color", "-input=false"); strings.Contains(out, "Warning") {
				t.Error(out)
			}
			for _, file := range files {
				e.uncomment(file)
			}
			if layout == "flat" {
				e.write("people.csv", e.read("people.csv")+"eva,Eva,Egger,sales-emea,seller\n")
			}
			out := e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
			if strings.Contains(out, "Warning") || !strings.Contains(out, "added, 0 changed, 0 destroyed") {
				t.Error(out)
			}
			e.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
		})
	}
}

// The examples in a folder give people effective access, whether or not the service was read.
func TestInit_effective(t *testing.T) {
	t.Parallel()
	for layout, files := range map[string][]string{"flat": {"applications.tf", "units.tf", "jobs.tf"}, "data": {"data/tenant.yaml"}} {
		for source, variables := range map[string][]string{"read": nil, "not read": {"IDM_BASE_URL="}} {
			t.Run(layout+", "+source, func(t *testing.T) {
				t.Parallel()
				e := starting(t, "fresh", "later-releases")
				e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
				if out := e.start(variables, "--layout", layout); !strings.Contains(out, "its application is not assigned") {
					t.Error(out)
				}
				e.must(0, "init", "-no-color", "-input=false")
				for _, file := range files {
					e.uncomment(file)
				}
				if layout == "flat" {
					e.write("people.csv", e.read("people.csv")+"eva,Eva,Egger,sales-emea,seller\n")
				}
				e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
				e.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
				out, complaints, code := e.idmctl(nil, "access", "of", "u-eva")
				if code != 0 || strings.Contains(out, "not assigned") || !strings.Contains(out, "crm-reader") {
					t.Errorf("exit code %d\n%s%s", code, out, complaints)
				}
			})
		}
	}
}

// A folder for an empty client imports the objects that the service created with the client, and
// changes nothing.
func TestInit_fromAnEmptyClient(t *testing.T) {
	t.Parallel()
	for _, layout := range []string{"flat", "data"} {
		t.Run(layout, func(t *testing.T) {
			t.Parallel()
			e := starting(t, "fresh", "later-releases")
			e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
			if out := e.start(nil, "--layout", layout); !strings.Contains(out, "The first plan imports 4 objects") {
				t.Error(out)
			}
			e.must(0, "init", "-no-color", "-input=false")
			out := e.must(2, "plan", "-detailed-exitcode", "-no-color", "-input=false")
			add := map[string]int{"flat": 1, "data": 0}[layout]
			if strings.Contains(out, "Warning") || !strings.Contains(out, fmt.Sprintf("4 to import, %d to add, 0 to change, 0 to "+
				"destroy", add)) {
				t.Error(out)
			}
		})
	}
}

// A client that does not exist is declared, and a plan of the folder creates it.
func TestInit_newClient(t *testing.T) {
	t.Parallel()
	e := starting(t, "brand", "later-releases")
	out := e.start([]string{"IDM_BASE_URL="}, "--client", "brand", "--new-client", "--name", "Brand")
	if !strings.Contains(out, "Apply the client before you write units and people") {
		t.Error(out)
	}
	e.must(0, "init", "-no-color", "-input=false")
	out = e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	if strings.Contains(out, "Warning") || !strings.Contains(out, "Resources: 2 added") {
		t.Error(out)
	}
}

// The command does not write to a folder or for a client in use, and the message contains the
// remedy.
func TestInit_refused(t *testing.T) {
	t.Parallel()
	e := starting(t, "acme")
	used := filepath.Join(e.folder, "used")
	e.write("used/notes.txt", "mine")
	for name, c := range map[string]struct {
		variables, arguments []string
		message              string
	}{
		"no folder":         {nil, nil, "name the folder to write to with --out"},
		"a folder in use":   {nil, []string{"--out", used}, "is not empty"},
		"a client in use":   {nil, []string{"--out", e.out}, "export it with idmctl export --client acme"},
		"an unknown client": {nil, []string{"--out", e.out, "--client", "acmee"}, "to declare a new client, give --new-client"},
		"no client":         {[]string{"IDM_CLIENT_EXT_ID="}, []string{"--out", e.out}, "acme, globex"},
		"no client or service": {[]string{"IDM_CLIENT_EXT_ID=", "IDM_BASE_URL="},
			[]string{"--out", e.out}, "name the client with --client"},
		"another layout": {nil, []string{"--out", e.out, "--layout", "split"}, "give one of flat, data"},
		"a name alone":   {nil, []string{"--out", e.out, "--name", "Acme"}, "give --new-client"},
	} {
		_, complaints, code := e.idmctl(c.variables, append([]string{"init"}, c.arguments...)...)
		if code != 1 || !strings.Contains(complaints, c.message) {
			t.Errorf("%s: exit code %d: %s", name, code, complaints)
		}
	}
	if _, err := os.Stat(e.out); err == nil {
		t.Error("a folder was written")
	}
	if files, err := os.ReadDir(used); err != nil || len(files) != 1 {
		t.Errorf("the folder in use has %d files: %v", len(files), err)
	}
}
