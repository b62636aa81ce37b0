package sourceline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/sourceline"
)

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// line returns a location as its file and the text of its line, so that tests need no line numbers.
func line(t *testing.T, dir string, at sourceline.Location) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(at.File)))
	if err != nil {
		t.Fatal(err)
	}
	return at.File + ": " + strings.TrimSpace(strings.Split(string(content), "\n")[at.Line-1])
}

// Each file of testdata lists addresses with their lines in a configuration: of every form of
// declaration in HCL and JSON, and of objects that it no longer declares.
func TestFind(t *testing.T) {
	for name, find := range map[string]func(*sourceline.Configuration, string) (sourceline.Location, bool){
		"hcl": (*sourceline.Configuration).Find, "json": (*sourceline.Configuration).Find, "nearest": (*sourceline.Configuration).Nearest,
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("testdata/"+strings.Replace(name, "nearest", "hcl", 1))); err != nil {
			t.Fatal(err)
		}
		expected, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		c := sourceline.Read(dir)
		for row := range strings.Lines(string(expected)) {
			address, want, found := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
			if !found {
				continue // a comment
			}
			got := "-"
			if at, ok := find(c, address); ok {
				got = line(t, dir, at)
			}
			if got != want {
				t.Errorf("%s, %s: %s, want %s", name, address, got, want)
			}
		}
	}
}

// The path of a location is relative to the top of the repository.
func TestFind_repository(t *testing.T) {
	dir := write(t, map[string]string{
		".git/HEAD": "", "tenants/acme/main.tf": "module \"m\" {\n  source = \"../../modules/m\"\n}\n",
		"modules/m/main.tf": "resource \"idm_unit\" \"x\" {\n}\n",
	})
	found, ok := sourceline.Read(filepath.Join(dir, "tenants", "acme")).Find("module.m.idm_unit.x")
	if want := (sourceline.Location{File: "modules/m/main.tf", Line: 1}); !ok || found != want {
		t.Errorf("%v, want %v", found, want)
	}
}

// Files outside the repository have no location, and a module that calls itself ends.
func TestRead_hostile(t *testing.T) {
	outside := write(t, map[string]string{"people.yaml": "anna: {}\n"})
	dir := write(t, map[string]string{
		".git/HEAD": "",
		"main.tf": `locals { people = yamldecode(file("` + filepath.ToSlash(filepath.Join(outside, "people.yaml")) + `")) }
resource "idm_user" "all" { for_each = local.people }
module "a" { source = "./" }
module "b" { source = "./" }
module "device" {
  source = "./"
  file   = file("/dev/zero")
}
`,
		"broken.tf": "resource \"idm_unit\" {{{",
	})
	found, ok := sourceline.Read(dir).Find(`idm_user.all["anna"]`)
	if want := (sourceline.Location{File: "main.tf", Line: 2}); !ok || found != want {
		t.Errorf("%v, want %v", found, want)
	}
	if at, ok := sourceline.Read(filepath.Join(dir, "missing")).Nearest("idm_unit.x"); ok {
		t.Errorf("a folder that does not exist has the location %v", at)
	}
}
