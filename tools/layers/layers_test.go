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
		forbidden: []string{"internal/idmctl/review", "internal/sim", "internal/test/acctest", testingTool},
	},
	"internal/client/rest/client.go": {
		allowed:   []string{"net/http", "internal/identity/objecttype"},
		forbidden: []string{"internal/provider/attrs", "internal/idmctl/plan", "internal/sim", "internal/test/acctest", framework},
	},
	"internal/identity/access/access.go": {
		allowed:   []string{"slices", "internal/identity/objecttype"},
		forbidden: []string{"net/http", "internal/client/idm", "internal/provider", "internal/idmctl/plan", "internal/sim", framework},
	},
	"internal/provider/nouns.go": {
		allowed:   []string{"internal/provider/service/unit", "internal/client/connection", "internal/identity/grants", framework},
		forbidden: []string{"internal/idmctl/plan", "internal/sim", "internal/test/acctest", testingTool},
	},
	"internal/provider/service/unit/resource.go": {
		allowed:   []string{"internal/provider/resourcebase", "internal/client/idm", "internal/identity/grants", framework},
		forbidden: []string{"internal/provider/service/profile", "internal/client/rest", "internal/sim", testingTool},
	},
	"internal/provider/service/unit_test.go": {
		allowed:   []string{"internal/test/acctest", "internal/sim", testingTool},
		forbidden: []string{"internal/provider/service/profile"},
	},
	"internal/idmctl/review/review.go": {
		allowed:   []string{"internal/idmctl/plan", "internal/client/idm", "internal/identity/access"},
		forbidden: []string{"internal/provider/attrs", "internal/test/acctest", framework},
	},
	"internal/sim/server.go": {
		allowed: []string{"net/http"},
		forbidden: []string{"internal/client/idm", "internal/identity/objecttype", "internal/provider", "internal/idmctl/plan",
			"internal/test/acctest", framework},
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
