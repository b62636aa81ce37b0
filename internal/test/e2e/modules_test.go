package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tests of each module of examples/modules pass against the demo tenant, and report no warning.
func TestModules(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir(filepath.Join(examples, "modules"))
	if err != nil {
		t.Fatal(err)
	}
	folders = slices.DeleteFunc(folders, func(entry os.DirEntry) bool { return !entry.IsDir() })
	index, err := os.ReadFile(filepath.Join(examples, "modules", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if link := "[" + folder.Name() + "](" + folder.Name() + ")"; !strings.Contains(string(index), link) {
			t.Errorf("the README of the modules lacks %s", link)
		}
		t.Run(folder.Name(), func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "", asAdmin)
			w.remove("main.tf")
			if err := os.CopyFS(w.folder, os.DirFS(filepath.Join(examples, "modules", folder.Name()))); err != nil {
				t.Fatal(err)
			}
			out := w.must(0, "test", "-no-color")
			if !strings.Contains(out, " passed, 0 failed") || strings.Contains(out, "Warning: ") && !onlyExpected(out) {
				t.Error(out)
			}
			for _, file := range []string{"README.md", "variables.tf", "outputs.tf"} {
				w.read(file)
			}
		})
	}
	if len(folders) != 5 {
		t.Errorf("%d modules", len(folders))
	}
}

// modulesFolder declares units and people with the modules of examples/modules.
const modulesFolder = `terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

module "units" {
  source = "./units"
  parent = "acme-hq"
  units = {
    "sales"      = { name = "Sales" }
    "sales-emea" = { name = "EMEA", parent = "sales" }
    "lab"        = { name = "Lab" }
  }
}

module "people" {
  source       = "./people"
  people       = provider::idm::table(file("people.csv"), "id", "first", "family", "unit", "job", "unit_2", "job_2", "line")
  units        = module.units.keys
  unit_ext_ids = module.units.ext_ids
  jobs = {
    seller  = { roles = ["crm-reader", "wiki-editor"] }
    support = { roles = ["wiki-editor"] }
  }
}
`

// Mistakes in people.csv are reported together, with their lines: a unit that is similar to one that
// the same plan creates, and a person with the key of another one's second function.
func TestModules_mistakes(t *testing.T) {
	t.Parallel()
	e := starting(t, "acme")
	for _, module := range []string{"units", "people"} {
		if err := os.CopyFS(filepath.Join(e.folder, module), os.DirFS(filepath.Join(examples, "modules", module))); err != nil {
			t.Fatal(err)
		}
	}
	refuses := func(parts ...string) {
		t.Helper()
		out := e.must(1, "plan", "-no-color", "-input=false")
		plain := strings.Join(strings.Fields(strings.ReplaceAll(out, "│", "")), " ")
		for _, part := range parts {
			if !strings.Contains(plain, part) {
				t.Errorf("the plan does not show %q:\n%s", part, out)
			}
		}
	}
	e.write("main.tf", modulesFolder)
	e.write("people.csv", "id,first,family,unit,job,unit_2,job_2\n"+
		"eva,Eva,Egger,sales,seller,lab,support\n"+
		"finn,Finn,Fischer,salse,support,,\n"+
		"gina,Gina,Gut,slaes,suport,,\n"+
		"eva-2,Evi,Egger,lab,support,,\n")
	e.must(0, "init", "-no-color", "-input=false")
	refuses(`people.csv line 3, finn: there is no unit "salse"; did you mean sales?`,
		`people.csv line 4, gina: there is no unit "slaes"; did you mean sales?`,
		`people.csv line 4, gina: there is no job "suport"; did you mean support?`,
		"people.csv line 5, eva-2: the second function of eva has the same key; choose another id")
	e.write("people.csv", "id,first,family,unit,job\neva,Eva,Egger,sales,seller\n")
	for unit, said := range map[string]string{"warehouse": "; the units are ", "salls": "; did you mean sales?"} {
		e.write("main.tf", strings.Replace(modulesFolder, `parent = "sales" }`, `parent = "`+unit+`" }`, 1))
		refuses(`units: sales-emea: parent: there is no unit "` + unit + `"` + said)
	}
}

// onlyExpected reports whether the only warnings of the CLI are that the provider under test is not
// released, and that the end of the tests archives people.
func onlyExpected(out string) bool {
	return strings.Count(out, "Warning: ") == strings.Count(out, "Warning: Provider development overrides are in effect")+
		strings.Count(out, "Warning: Archiving is permanent")
}
