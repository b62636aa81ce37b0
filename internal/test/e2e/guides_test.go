package e2e

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
		// TestRecipes, TestGuides_files and TestGuides_environments use the configurations of these
		// pages, which build on each other.
		if slices.Contains([]string{"writing.md", "joiners.md", "environments.md"}, filepath.Base(page)) {
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

// fileBlock matches a file in a guide: people.csv, or a file that its first line names.
var fileBlock = regexp.MustCompile("(?ms)^```(?:csv\n|(?:yaml|terraform)\n# (\\S+)\n)(.*?)^```$")

// guideFiles returns the files of each section of a guide.
func guideFiles(t *testing.T, guide string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/guides/" + guide + ".md")
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]string
	for section := range strings.SplitSeq(string(text), "\n## ") {
		files := map[string]string{}
		for _, block := range fileBlock.FindAllStringSubmatch(section, -1) {
			files[cmp.Or(block[1], "people.csv")] = block[2]
		}
		if len(files) > 0 {
			all = append(all, files)
		}
	}
	return all
}

// startedFolder returns a folder of init for a new client, with the applications of the guides.
func startedFolder(t *testing.T) *exporting {
	t.Helper()
	e := starting(t, "fresh", "later-releases")
	e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
	e.start([]string{"IDM_BASE_URL="})
	e.write("applications.tf", exampleHCL.ReplaceAllString(e.read("applications.tf"), "$1$2"))
	return e
}

// A user who writes the files of the guide applies each section, and no plan destroys anything.
func TestGuides_files(t *testing.T) {
	t.Parallel()
	e := startedFolder(t)
	e.must(0, "init", "-no-color", "-input=false")
	sections := guideFiles(t, "files")
	if len(sections) < 4 {
		t.Fatalf("only %d sections have files", len(sections))
	}
	for _, files := range sections {
		for name, text := range files {
			e.write(name, text)
		}
		if out := e.must(0, "apply", "-auto-approve", "-no-color", "-input=false"); !strings.Contains(out, " 0 destroyed") {
			t.Error(out)
		}
		e.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
	}
	if out, complaints, code := e.idmctl(nil, "access", "of", "u-eva"); code != 0 || !strings.Contains(out, "Eva Meier") {
		t.Errorf("exit code %d\n%s%s", code, out, complaints)
	}
}

// The folders of the guide to test and production are valid together with a folder of init.
func TestGuides_environments(t *testing.T) {
	t.Parallel()
	e := startedFolder(t)
	root := t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "tenant"), os.DirFS(e.folder)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(root, "tenant", "provider.tf")); err != nil {
		t.Fatal(err)
	}
	e.folder = root
	people := `file("${path.module}/people.csv")`
	if !strings.Contains(e.read("tenant/main.tf"), people) {
		t.Fatal(e.read("tenant/main.tf"))
	}
	e.write("tenant/main.tf", strings.ReplaceAll(e.read("tenant/main.tf"), people, "var.people"))
	for _, files := range guideFiles(t, "environments") {
		for name, text := range files {
			e.write(name, text)
		}
	}
	e.write("environments/test/people.csv", e.read("tenant/people.csv"))
	e.must(0, "-chdir=environments/test", "init", "-backend=false", "-no-color", "-input=false")
	e.must(0, "-chdir=environments/test", "validate", "-no-color")
}
