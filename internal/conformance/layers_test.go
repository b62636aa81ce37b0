package conformance

import (
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/identity-iac/terraform-provider-idm"

var (
	diagram = regexp.MustCompile("(?s)## Layers\n\n```\n(.*?)```\n\n(.*?) are leaves")
	quoted  = regexp.MustCompile("`([a-z]+)`")
)

// layers reads the diagram of internal/README.md: the permitted imports of each package, and the
// leaves.
func layers(t *testing.T) (below map[string]map[string]bool, leaves []string) {
	t.Helper()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := diagram.FindStringSubmatch(string(readme))
	if found == nil {
		t.Fatal("internal/README.md has no diagram of layers")
	}
	for _, match := range quoted.FindAllStringSubmatch(found[2], -1) {
		leaves = append(leaves, match[1])
	}
	below = map[string]map[string]bool{}
	for line := range strings.Lines(found[1]) {
		for chain := range strings.SplitSeq(strings.TrimSpace(line), "     ") {
			var left []string
			for group := range strings.SplitSeq(chain, "→") {
				right := strings.Split(strings.TrimSpace(group), ", ")
				for _, from := range left {
					for _, to := range right {
						if below[from] == nil {
							below[from] = map[string]bool{}
						}
						below[from][to] = true
					}
				}
				left = right
			}
		}
	}
	closeOver(below)
	return below, leaves
}

// closeOver adds the transitive imports of each package.
func closeOver(below map[string]map[string]bool) {
	for range below {
		for _, direct := range below {
			for to := range maps.Clone(direct) {
				maps.Copy(direct, below[to])
			}
		}
	}
}

// layer returns the name of a package in the diagram; "" for a package without code of its
// own, or of another module.
func layer(imported string) string {
	name, own := strings.CutPrefix(imported, module)
	switch name = strings.TrimPrefix(name, "/internal/"); {
	case !own, strings.HasPrefix(name, "/examples/"): // The modules that idmctl init copies contain no code.
		return ""
	case name == "", strings.HasPrefix(name, "/"): // The binary, and the constructor that is exported.
		return "main"
	case path.Dir(name) == "service":
		return "service/<noun>"
	case strings.HasPrefix(name, "cmd/"):
		return strings.Join(strings.Split(name, "/")[:2], "/")
	}
	return strings.Split(name, "/")[0]
}

// The diagram of internal/README.md contains every import between packages of the project.
func TestLayers(t *testing.T) {
	below, leaves := layers(t)
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(listed)) {
		imports := strings.Fields(line)
		from := layer(imports[0])
		if from == "cmd/guides" || from == "cmd/providerschema" || from == "cmd/bench" {
			continue // They read the schemas and rows of the whole provider.
		}
		for _, imported := range imports[1:] {
			to := layer(imported)
			if to == "" || to == from || slices.Contains(leaves, to) {
				continue
			}
			if count++; !below[from][to] {
				t.Errorf("%s imports %s, and the diagram of internal/README.md has no arrow between them", from, to)
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d imports were compared", count)
	}
}
