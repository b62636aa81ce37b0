package conformance

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

const module = "github.com/identity-iac/terraform-provider-idm"

var diagram = regexp.MustCompile("(?s)## The wings\n\n```\n(.*?)```\n")

// wings reads the diagram of internal/README.md: the wings that each wing may import.
func wings(t *testing.T) map[string]string {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := diagram.FindStringSubmatch(string(readme))
	if found == nil {
		t.Fatal("internal/README.md has no diagram of the wings")
	}
	below := map[string]string{}
	for line := range strings.Lines(found[1]) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " → ")
		below[from] = ", " + to + ","
	}
	return below
}

// wing returns the wing of a package, or "" for a package of another module. The binary belongs to
// the wing provider, as does the constructor that is exported.
func wing(imported string) string {
	name, own := strings.CutPrefix(imported, module)
	switch name, internal := strings.CutPrefix(name, "/internal/"); {
	case !own, strings.HasPrefix(name, "/examples/"): // The modules that the companion writes.
		return ""
	case !internal:
		return "provider"
	default:
		name, _, _ = strings.Cut(name, "/")
		return name
	}
}

// The diagram of internal/README.md contains every import between wings.
func TestWings(t *testing.T) {
	below := wings(t)
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(listed)) {
		imports := strings.Fields(line)
		from := wing(imports[0])
		for _, imported := range imports[1:] {
			to := wing(imported)
			if to == "" || to == from {
				continue
			}
			if count++; !strings.Contains(below[from], ", "+to+",") && from != "cmd" {
				t.Errorf("%s imports %s; the diagram of internal/README.md has no arrow from %s to %s", imports[0], imported, from, to)
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d imports were compared", count)
	}
}
