// Package layers tests that the linter rejects imports that violate the layers of the project.
package layers

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module     = "github.com/identity-iac/terraform-provider-idm"
	configFile = "../../.golangci.yml"
)

var linter = flag.String("golangci-lint", "", "path of golangci-lint")

// imports lists imports of one file; paths with the prefix internal/ belong to this module.
type imports struct {
	allowed, forbidden []string
}

// Each external package represents all packages of its kind.
const (
	framework   = "github.com/hashicorp/terraform-plugin-framework/resource"
	testingTool = "github.com/hashicorp/terraform-plugin-testing/helper/resource"
)

var tree = map[string]imports{
	"main.go": {
		allowed:   []string{"internal/provider"},
		forbidden: []string{"internal/service/unit", "internal/resourcebase", "internal/sim"},
	},
	"internal/rest/client.go": {
		allowed:   []string{"net/http", "internal/once"},
		forbidden: []string{"internal/idm", "internal/attrs", "internal/sim", framework},
	},
	"internal/once/once.go": {
		allowed:   []string{"sync"},
		forbidden: []string{"internal/rest", "internal/idm", framework},
	},
	"internal/baseurl/baseurl.go": {
		allowed:   []string{"net/url"},
		forbidden: []string{"internal/rest", "internal/plan", framework},
	},
	"internal/approvers/approvers.go": {
		allowed:   []string{"regexp"},
		forbidden: []string{"internal/rest", "internal/plan", framework},
	},
	"internal/forge/forge.go": {
		allowed:   []string{"internal/approvers"},
		forbidden: []string{"internal/rest", "internal/review", "internal/plan", framework},
	},
	"internal/sheet/table.go": {
		allowed:   []string{"internal/suggest", "strconv"},
		forbidden: []string{"internal/rest", "internal/idm", framework},
	},
	"internal/suggest/suggest.go": {
		allowed:   []string{"slices"},
		forbidden: []string{"internal/rest", "internal/idm", framework},
	},
	"internal/listcache/listcache.go": {
		allowed:   []string{"internal/idm", "internal/once"},
		forbidden: []string{"internal/rest", "internal/attrs", "internal/resourcebase", "internal/sim", framework},
	},
	"internal/rest/client_test.go": {
		allowed:   []string{"internal/rest"},
		forbidden: []string{"internal/sim", testingTool},
	},
	"internal/idm/units.go": {
		allowed:   []string{"internal/rest"},
		forbidden: []string{"internal/attrs", "internal/resourcebase", "internal/sim", "internal/service/unit", framework},
	},
	"internal/idm/units_test.go": {
		allowed:   []string{"internal/rest"},
		forbidden: []string{"internal/sim", "internal/acctest", testingTool},
	},
	"internal/connection/connection.go": {
		allowed:   []string{"internal/idm", "internal/idm/cloud", "internal/rest"},
		forbidden: []string{"internal/resourcebase", "internal/provider", "internal/sim", framework},
	},
	"internal/access/apply.go": {
		allowed:   []string{"internal/objecttype"},
		forbidden: []string{"internal/idm", "internal/plan", "internal/review", "internal/sim", framework},
	},
	"internal/facts/facts.go": {
		allowed:   []string{"internal/access"},
		forbidden: []string{"internal/idm", "internal/sim", "internal/plan", framework},
	},
	"internal/invariant/check.go": {
		allowed:   []string{"internal/access", "internal/inquiry"},
		forbidden: []string{"internal/idm", "internal/plan", "internal/sim", framework},
	},
	"internal/policytest/policytest.go": {
		allowed:   []string{"internal/facts", "internal/invariant"},
		forbidden: []string{"internal/idm", "internal/plan", "internal/sim", framework},
	},
	"internal/recertify/campaign.go": {
		allowed:   []string{"internal/access", "internal/facts", "internal/inquiry"},
		forbidden: []string{"internal/idm", "internal/plan", "internal/export", "internal/sim", framework},
	},
	"internal/findings/findings.go": {
		allowed:   []string{"internal/locate", "internal/report"},
		forbidden: []string{"internal/idm", "internal/plan", "internal/review", "internal/sim", framework},
	},
	"internal/locate/locate.go": {
		allowed:   []string{"internal/objecttype"},
		forbidden: []string{"internal/idm", "internal/plan", "internal/report", "internal/sim", framework},
	},
	"internal/inquiry/inquiry.go": {
		allowed:   []string{"internal/access", "internal/facts", "internal/report"},
		forbidden: []string{"internal/idm", "internal/plan", "internal/review", "internal/sim", framework},
	},
	"internal/objecttype/objects.go": {
		allowed:   []string{"slices"},
		forbidden: []string{"internal/idm", "internal/rest", "internal/resourcebase", framework},
	},
	"internal/references/references.go": {
		allowed:   []string{"internal/idm", "internal/once"},
		forbidden: []string{"internal/rest", "internal/attrs", "internal/resourcebase", "internal/sim", framework},
	},
	"internal/reconcile/grants.go": {
		allowed:   []string{"internal/grants", "internal/idm"},
		forbidden: []string{"internal/rest", "internal/resourcebase", "internal/service/unit", framework},
	},
	"internal/grants/keys.go": {
		allowed: []string{"internal/objecttype"},
		forbidden: []string{"internal/idm", "internal/rest", "internal/tenant", "internal/resourcebase", "internal/service/unit",
			framework},
	},
	"internal/tenant/units.go": {
		allowed:   []string{"internal/idm", "internal/objecttype", "internal/rest"},
		forbidden: []string{"internal/export", "internal/resourcebase", "internal/sim", framework},
	},
	"internal/tenant/tenant_test.go": {
		allowed:   []string{"internal/idm", "internal/sim", "internal/tenant"},
		forbidden: []string{"internal/provider", testingTool},
	},
	"internal/export/body.go": {
		allowed:   []string{"internal/idm", "internal/tenant", "github.com/hashicorp/hcl/v2/hclwrite"},
		forbidden: []string{"internal/resourcebase", "internal/sim", "internal/cmd/idmctl", framework},
	},
	"internal/drift/drift.go": {
		allowed: []string{"internal/access", "internal/plan", "internal/report", "internal/tenant", "internal/idm", "internal/rest",
			"internal/grants", "internal/objecttype"},
		forbidden: []string{"internal/connection", "internal/export", "internal/review", "internal/resourcebase", "internal/sim",
			framework},
	},
	"internal/sim/core_units.go": {
		allowed:   []string{"net/http"},
		forbidden: []string{"internal/idm", "internal/rest", "internal/attrs", framework},
	},
	"internal/sim/core_unit_test.go": {
		allowed:   []string{"internal/sim"},
		forbidden: []string{"internal/idm", "internal/rest"},
	},
	"internal/strict/strict.go": {
		allowed:   []string{"internal/suggest", framework},
		forbidden: []string{"internal/attrs", "internal/idm", "internal/resourcebase", "internal/sim"},
	},
	"internal/attrs/text.go": {
		allowed:   []string{"internal/idm", "internal/rest", "internal/strict", framework},
		forbidden: []string{"internal/resourcebase", "internal/service/unit", "internal/provider", "internal/sim"},
	},
	"internal/write/update.go": {
		allowed:   []string{framework, "internal/once"},
		forbidden: []string{"internal/idm", "internal/rest", "internal/attrs", "internal/resourcebase", "internal/service/unit"},
	},
	"internal/remedy/remedy.go": {
		allowed:   []string{"internal/idm", "internal/write", "internal/grants", framework},
		forbidden: []string{"internal/attrs", "internal/resourcebase", "internal/service/unit"},
	},
	"internal/valuediff/valuediff.go": {
		allowed:   []string{framework},
		forbidden: []string{"internal/write", "internal/attrs", "internal/idm", "internal/plancheck"},
	},
	"internal/plancheck/planned.go": {
		allowed:   []string{"internal/idm", "internal/references", "internal/remedy", "internal/objecttype", "internal/attrs", framework},
		forbidden: []string{"internal/write", "internal/resourcebase", "internal/service/unit", "internal/sim"},
	},
	"internal/resourcebase/resource.go": {
		allowed: []string{"internal/idm", "internal/write", "internal/remedy", "internal/objecttype", "internal/listcache",
			"internal/attrs",
			"internal/plancheck", framework},
		forbidden: []string{"internal/service/unit", "internal/provider", "internal/connection", "internal/sim"},
	},
	"internal/listing/listing.go": {
		allowed:   []string{"internal/idm", "internal/remedy", "internal/attrs", "internal/resourcebase", framework},
		forbidden: []string{"internal/write", "internal/credentials", "internal/service/unit", "internal/provider", "internal/sim"},
	},
	"internal/credentials/credentials.go": {
		allowed:   []string{"internal/idm", "internal/listing", "internal/plancheck", "internal/write", "internal/resourcebase", framework},
		forbidden: []string{"internal/rest", "internal/service/unit", "internal/provider", "internal/sim"},
	},
	"internal/service/unit/resource.go": {
		allowed: []string{"internal/resourcebase", "internal/write", "internal/grants", "internal/attrs", "internal/idm", framework},
		forbidden: []string{"internal/rest", "internal/service/profile", "internal/provider", "internal/sim", "internal/acctest",
			testingTool},
	},
	"internal/service/unit/resource_test.go": {
		allowed:   []string{"internal/acctest", "internal/idm", "internal/sim", testingTool},
		forbidden: []string{"internal/service/profile", "internal/provider"},
	},
	"internal/provider/nouns.go": {
		allowed: []string{"internal/service/unit", "internal/connection", "internal/resourcebase", "internal/idm", "internal/listcache",
			"internal/rest", framework},
		forbidden: []string{"internal/sim", "internal/acctest", "internal/cmd/idmctl", testingTool},
	},
	"internal/acctest/service.go": {
		allowed:   []string{"internal/provider", "internal/programs", "internal/sim", testingTool},
		forbidden: []string{"internal/service/unit", "internal/resourcebase"},
	},
	"internal/replay/replay_test.go": {
		allowed:   []string{"internal/sim", "internal/acctest", "internal/tenantgen", "internal/write", "internal/access"},
		forbidden: []string{"internal/service/unit", "internal/resourcebase", "internal/cmd/idmctl"},
	},
	"internal/e2e/run_test.go": {
		allowed:   []string{"internal/sim", "internal/acctest"},
		forbidden: []string{"internal/service/unit", "internal/cmd/idmctl"},
	},
	"internal/cmd/idmctl/main.go": {
		allowed: []string{"internal/review", "internal/sim", "internal/idm", "internal/rest", "internal/connection", "internal/drift",
			"internal/plan"},
		forbidden: []string{"internal/provider", "internal/service/unit", "internal/acctest", framework},
	},
	"internal/plan/plan.go": {
		allowed:   []string{"github.com/hashicorp/terraform-json", "github.com/hashicorp/terraform-exec/tfexec", "internal/grants"},
		forbidden: []string{"internal/idm", "internal/report", "internal/provider", framework},
	},
	"internal/report/report.go": {
		allowed:   []string{"html/template"},
		forbidden: []string{"internal/plan", "internal/idm", framework},
	},
	"internal/review/review.go": {
		allowed:   []string{"internal/plan", "internal/report", "internal/grants", "internal/objecttype"},
		forbidden: []string{"internal/idm", "internal/rest", "internal/tenant", "internal/provider", framework},
	},
	"internal/programs/programs.go": {
		allowed:   []string{"os/exec"},
		forbidden: []string{"internal/sim", "internal/idm", "internal/provider", framework},
	},
	"internal/cmd/demo/main.go": {
		allowed:   []string{"net/http", "internal/programs"},
		forbidden: []string{"internal/sim", "internal/idm"},
	},
	"internal/tenantgen/tenant.go": {
		allowed:   []string{"encoding/json", "internal/objecttype"},
		forbidden: []string{"internal/sim", "internal/programs", "internal/idm", "internal/provider", framework},
	},
	"internal/cmd/chaos/main.go": {
		allowed:   []string{"internal/sim", "internal/programs", "internal/tenantgen"},
		forbidden: []string{"internal/idm", "internal/rest", "internal/provider", framework},
	},
	"internal/conformance/conformance.go": {
		allowed:   []string{"strings"},
		forbidden: []string{"internal/provider", "internal/idm", "internal/sim", framework},
	},
	"internal/cmd/guides/main.go": {
		allowed:   []string{"internal/conformance", "internal/objecttype", "internal/provider", "internal/resourcebase", "internal/sim"},
		forbidden: []string{"internal/service/unit", "internal/export", "internal/acctest"},
	},
	"internal/cmd/bench/main.go": {
		allowed:   []string{"internal/provider", "internal/programs", "internal/tenantgen", framework},
		forbidden: []string{"internal/service/unit", "internal/sim"},
	},
	"internal/cmd/providerschema/main.go": {
		allowed:   []string{"internal/provider", framework},
		forbidden: []string{"internal/service/unit", "internal/sim"},
	},
}

// Each file is linted in a separate module, because the imports of all files together would contain
// cycles.
func TestLayers(t *testing.T) {
	if *linter == "" {
		t.Skip("needs -golangci-lint: `make lint` builds it and runs this test")
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		t.Run(name, func(t *testing.T) {
			var want []string
			for _, forbidden := range tree[name].forbidden {
				want = append(want, full(forbidden))
			}
			got := refused(t, name, tree[name])
			for _, each := range want {
				if !slices.Contains(got, each) {
					t.Errorf("may import %s", each)
				}
			}
			for _, each := range got {
				if !slices.Contains(want, each) {
					t.Errorf("may not import %s", each)
				}
			}
		})
	}
}

// refused returns the imports of a file that the linter rejects.
func refused(t *testing.T, name string, of imports) []string {
	t.Helper()
	folder := t.TempDir()
	config, err := os.ReadFile(configFile)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, filepath.Base(configFile)), string(config))
	write(t, filepath.Join(folder, "go.mod"), "module "+module+"\n\ngo 1.26\n")
	write(t, filepath.Join(folder, name), source(name, of))
	if strings.HasSuffix(name, "_test.go") {
		write(t, filepath.Join(folder, path.Dir(name), "doc.go"), "package "+path.Base(path.Dir(name))+"\n")
	}

	command := exec.CommandContext(t.Context(), *linter, "run", "--enable-only", "depguard", "--output.json.path", "stdout",
		"--show-stats=false")
	command.Dir = folder
	output, err := command.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	var report struct{ Issues []struct{ Text string } }
	if err := json.Unmarshal(output, &report); err != nil {
		t.Fatalf("golangci-lint: %v\n%s", err, output)
	}
	var found []string
	for _, issue := range report.Issues {
		_, rest, _ := strings.Cut(issue.Text, "import '")
		imported, _, isImport := strings.Cut(rest, "' is not allowed")
		if !isImport {
			t.Fatal(issue.Text)
		}
		found = append(found, imported)
	}
	return found
}

func source(name string, of imports) string {
	lines := []string{"package " + packageName(name), "", "import ("}
	for _, imported := range slices.Concat(of.allowed, of.forbidden) {
		lines = append(lines, fmt.Sprintf("\t_ %q", full(imported)))
	}
	return strings.Join(append(lines, ")", ""), "\n")
}

func packageName(file string) string {
	name := path.Base(path.Dir(file))
	switch {
	case name == ".":
		return "main"
	case strings.HasSuffix(file, "_test.go"):
		return name + "_test"
	}
	return name
}

func full(imported string) string {
	if strings.HasPrefix(imported, "internal/") {
		return module + "/" + imported
	}
	return imported
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
