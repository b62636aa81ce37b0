package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

var fence = regexp.MustCompile("(?ms)^```(terraform|hcl)\n(.*?)^```$")

// samples returns the code blocks of a kind in the documentation, by page and line.
func samples(t *testing.T, kind string) map[string]string {
	t.Helper()
	pages, err := filepath.Glob("../../../docs/guides/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, page := range append(pages, "../../../README.md") {
		// TestRecipes applies the configurations of these pages, which build on each other.
		if name := filepath.Base(page); name == "writing.md" || name == "joiners.md" {
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range fence.FindAllSubmatchIndex(text, -1) {
			if string(text[at[2]:at[3]]) == kind {
				line := strings.Count(string(text[:at[0]]), "\n") + 1
				found[filepath.Base(page)+":"+strconv.Itoa(line)] = string(text[at[4]:at[5]])
			}
		}
	}
	if len(found) == 0 {
		t.Fatalf("the guides have no blocks of %s", kind)
	}
	return found
}

// Each sample is a complete configuration. A sample with a provider block is only validated,
// because it refers to a foreign service; the others are planned for the demo tenant.
func TestGuides_configurations(t *testing.T) {
	t.Parallel()
	for at, source := range samples(t, "terraform") {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, source, asAdmin)
			if strings.Contains(source, "required_providers") {
				w.write("main.tf", source)
			}
			w.environment = append(w.environment, w.further("idm_cloud_ping")...)
			w.must(0, "validate", "-no-color")
			if strings.Contains(source, `provider "idm"`) {
				return
			}
			if out, code := w.cli("plan", "-detailed-exitcode", "-no-color", "-input=false"); code == 1 {
				t.Error(out)
			}
		})
	}
}

// Samples marked as hcl need a newer CLI than the lowest supported one, or configure the CLI
// itself.
func TestGuides_newerSyntax(t *testing.T) {
	t.Parallel()
	for at, source := range samples(t, "hcl") {
		t.Run(at, func(t *testing.T) {
			p := acctest.StartSimulator(t).Protocol(t)
			if strings.Contains(source, "provider_installation {") {
				readByTheCLI(t, source)
				return
			}
			lists, adopted := configured(t, source, "list"), imports(t, source)
			if len(lists)+len(adopted) != len(parse(t, source).Blocks) {
				t.Error("there is a block that is not tested")
			}
			for _, b := range lists {
				if found, diags := p.List(t, b.of, b.config, true, 0); diags.HasError() || len(found) == 0 {
					t.Errorf("%s finds %d: %s", b.of, len(found), diags)
				}
			}
			for _, b := range adopted {
				of, _, _ := strings.Cut(b.to, ".")
				if object, _, diags := p.Import(t, of, b.identity); diags.HasError() || object == nil {
					t.Errorf("%s is not imported: %s", b.to, diags)
				}
			}
		})
	}
}

// readByTheCLI checks that the CLI accepts a CLI configuration.
func readByTheCLI(t *testing.T, source string) {
	t.Helper()
	w := newWorkspace(t, "", asAdmin)
	w.write("cli.tfrc", source)
	w.environment = append(w.environment, "TF_CLI_CONFIG_FILE="+filepath.Join(w.folder, "cli.tfrc"))
	if out := w.must(0, "version", "-no-color"); strings.Contains(out, "Warning") || strings.Contains(out, "Error") {
		t.Error(out)
	}
}
