package sourceline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/sourceline"
)

// configuration has every form of declaration: a block, maps in HCL, and data files through a
// module.
var configuration = map[string]string{
	"main.tf": `resource "idm_unit" "hq" {
  ext_id = "hq"
}

locals {
  people = {
    anna = { login = "anna" }
    "ben" = { login = "ben" }
  }
  units = { shared = {} }
  more  = [{ login = "fay", name = "Fay" }]
}

resource "idm_user" "all" {
  for_each = local.people
}

resource "idm_role" "all" {
  for_each = toset([
    "clerk",
    "approver",
  ])
}

module "region" {
  source = "./tenant"
  file   = "data/region.yaml"
}

module "staff" {
  source = "./staff"
}

module "elsewhere" {
  source = "example/other/idm"
}

removed {
  from = idm_unit.old
  lifecycle {
    destroy = false
  }
}
`,
	"tenant/main.tf": `variable "file" {}

locals {
  file = yamldecode(file("${path.root}/${var.file}"))
}

resource "idm_unit" "all" {
  for_each = local.file.units
}

resource "idm_authorization" "all" {
  for_each = {}
}
`,
	"data/region.yaml": `# a comment
units:
  it:
    name: IT
  shared:
    name: Shared
profiles:
  anna:
    authorizations:
      crm_reader:
        unit_global: true
  shared: {}
`,
	"staff/main.tf": `resource "idm_user" "each" {
  for_each = { for p in csvdecode(file("${path.module}/people.csv")) : p.login => p }
}

resource "idm_profile" "each" {
  for_each = fileset("${path.module}/teams", "*.yaml")
}
`,
	"staff/people.csv":     "login,name\nanna,Anna\n\"cleo\",\"Cleo\nwith a line break\"\ndora,Dora\n",
	"staff/teams/one.yaml": "members:\n- x\nprofiles:\n  p-one:\n    roles: [clerk, reader]\nleaders:\n- login: eve\n  name: Eve\n",
}

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

func TestFind(t *testing.T) {
	dir := write(t, configuration)
	c := sourceline.Read(dir)
	for address, want := range map[string]string{
		`idm_unit.hq`:              `main.tf: resource "idm_unit" "hq" {`,
		`idm_user.all["anna"]`:     `main.tf: anna = { login = "anna" }`,
		`idm_user.all["ben"]`:      `main.tf: "ben" = { login = "ben" }`,
		`idm_user.all["fay"]`:      `main.tf: more  = [{ login = "fay", name = "Fay" }]`,
		`idm_user.all["no one"]`:   `main.tf: resource "idm_user" "all" {`,
		`idm_user.all[0]`:          `main.tf: resource "idm_user" "all" {`,
		`idm_role.all["approver"]`: `main.tf: "approver",`,
		`idm_unit.old`:             `main.tf: from = idm_unit.old`,
		`module.elsewhere.idm_x.y`: `main.tf: module "elsewhere" {`,

		`module.region.idm_unit.all["it"]`:                       `data/region.yaml: it:`,
		`module.region.idm_unit_tree.all[0].units["it"]`:         `data/region.yaml: it:`,
		`module.region.idm_unit.all["shared"]`:                   `data/region.yaml: shared:`,
		`module.region.idm_authorization.all["anna/crm_reader"]`: `data/region.yaml: crm_reader:`,
		`module.region.idm_authorization.all["ben/crm_reader"]`:  `tenant/main.tf: resource "idm_authorization" "all" {`,
		`module.staff.idm_user.each["dora"]`:                     `staff/people.csv: dora,Dora`,
		`module.staff.idm_profile.each["p-one"]`:                 `staff/teams/one.yaml: p-one:`,
		`module.staff.idm_profile.each["p-one/reader"]`:          `staff/teams/one.yaml: roles: [clerk, reader]`,
		`module.staff.idm_user.each["eve"]`:                      `staff/teams/one.yaml: - login: eve`,
	} {
		found, ok := c.Find(address)
		if !ok {
			t.Errorf("%s: not found, want %s", address, want)
			continue
		}
		if got := line(t, dir, found); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	for _, address := range []string{"idm_unit.gone", "module.gone.idm_unit.x", "", "not an address", `module.region`} {
		if found, ok := c.Find(address); ok && address != "module.region" {
			t.Errorf("%q: found %v", address, found)
		}
	}
}

// A configuration in JSON, also together with one in HCL, has the same places.
func TestFind_json(t *testing.T) {
	dir := write(t, map[string]string{
		"a.tf": "resource \"idm_unit\" \"first\" {\n}\n",
		"main.tf.json": `{
  "//": "a comment",
  "resource": {
    "idm_unit": {
      "hq": {
        "ext_id": "hq"
      },
      "shops": {
        "for_each": {
          "zrh": "Zürich",
          "bern": "Bern \ud83c\udfd4"
        }
      }
    },
    "idm_role": {
      "all": [
        {
          "for_each": "${toset([\"clerk\"])}"
        }
      ]
    }
  },
  "locals": {
    "people": {
      "anna": {"login": "anna"}
    },
    "roles": [
      "approver"
    ]
  },
  "module": {
    "staff": {
      "source": "./staff",
      "file": "people.csv"
    },
    "elsewhere": {
      "source": "example/other/idm"
    }
  },
  "removed": [
    {"from": "idm_unit.old"},
    {
      "from": "idm_unit.older"}
  ]
}
`,
		"more.tofu.json":     `[{"resource": {"idm_user": {` + "\n" + `  "all": {"for_each": "${local.people}"}}}}]`,
		"staff/main.tf.json": `{"resource": {"idm_user": {"each": {"for_each": "${{for p in csvdecode(file(\"${path.module}/${var.file}\")) : p.login => p}}"}}}}`,
		"staff/people.csv":   "login\ncleo\n",
	})
	c := sourceline.Read(dir)
	for address, want := range map[string]string{
		`idm_unit.first`:                     `a.tf: resource "idm_unit" "first" {`,
		`idm_unit.hq`:                        `main.tf.json: "hq": {`,
		`idm_unit.shops`:                     `main.tf.json: "shops": {`,
		`idm_unit.shops["bern"]`:             `main.tf.json: "bern": "Bern \ud83c\udfd4"`,
		`idm_unit.shops["geneva"]`:           `main.tf.json: "shops": {`,
		`idm_role.all["clerk"]`:              `main.tf.json: "for_each": "${toset([\"clerk\"])}"`,
		`idm_role.all["approver"]`:           `main.tf.json: "approver"`,
		`idm_role.all`:                       `main.tf.json: "all": [`,
		`idm_user.all["anna"]`:               `main.tf.json: "anna": {"login": "anna"}`,
		`idm_user.all`:                       `more.tofu.json: "all": {"for_each": "${local.people}"}}}}]`,
		`idm_unit.old`:                       `main.tf.json: {"from": "idm_unit.old"},`,
		`idm_unit.older`:                     `main.tf.json: "from": "idm_unit.older"}`,
		`module.elsewhere.idm_x.y`:           `main.tf.json: "elsewhere": {`,
		`module.staff.idm_user.each["cleo"]`: `staff/people.csv: cleo`,
	} {
		if found, ok := c.Find(address); !ok {
			t.Errorf("%s: not found, want %s", address, want)
		} else if got := line(t, dir, found); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// An object that is no longer in the configuration gets the location at which a reader would look
// for it.
func TestNearest(t *testing.T) {
	dir := write(t, configuration)
	c := sourceline.Read(dir)
	for address, want := range map[string]string{
		`idm_unit.gone`:               `main.tf: resource "idm_unit" "hq" {`,
		`idm_terms.gone`:              `main.tf: resource "idm_unit" "hq" {`,
		`module.gone.idm_unit.x`:      `main.tf: resource "idm_unit" "hq" {`,
		`module.staff.idm_user.other`: `staff/main.tf: resource "idm_user" "each" {`,
		``:                            `main.tf: resource "idm_unit" "hq" {`,
	} {
		found, ok := c.Nearest(address)
		if got := line(t, dir, found); !ok || got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
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
