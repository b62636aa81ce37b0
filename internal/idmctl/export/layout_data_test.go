package export_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
)

// blocks returns the blocks of a file in the layout data.
func blocks(t *testing.T, o export.Options, file string) hclsyntax.Blocks {
	t.Helper()
	of := small()
	for _, name := range []string{"a", "b", "c", "d"} {
		of.Units = append(of.Units, idm.Unit{ExtID: name, Name: name, ParentUnitExtID: "hq"})
	}
	folder := filepath.Join(t.TempDir(), "out")
	o.Layout = export.Data
	if _, err := export.Write(t.Context(), folder, of, o); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	parsed, diags := hclsyntax.ParseConfig(content, file, hcl.InitialPos)
	body, ok := parsed.Body.(*hclsyntax.Body)
	if diags.HasErrors() || !ok {
		t.Fatal(diags)
	}
	return body.Blocks
}

// A character that editors do not display could hide a part of a value from a reviewer.
func TestWrite_dataShowsHiddenCharacters(t *testing.T) {
	const name = "a\u202eb \U000e0041c"
	of, folder := small(), filepath.Join(t.TempDir(), "out")
	of.Units[0].Description = name
	if _, err := export.Write(t.Context(), folder, of, export.Options{Layout: export.Data}); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, "data/hq.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Units map[string]struct{ Description string }
	}
	if err := yaml.Unmarshal(content, &read); err != nil || read.Units["hq"].Description != name {
		t.Errorf("read back: %q, %v", read.Units["hq"].Description, err)
	}
	if !strings.Contains(string(content), `"a\u202eb \U000E0041c"`) {
		t.Errorf("%s", content)
	}
}

// references returns the root names in the attributes of a block, without its nested blocks.
func references(block *hclsyntax.Block) []string {
	var all []string
	for _, attribute := range block.Body.Attributes {
		for _, reference := range attribute.Expr.Variables() {
			all = append(all, reference.RootName())
		}
	}
	return all
}

// path returns the leading attribute names of a reference.
func path(reference hcl.Traversal) string {
	names := []string{reference.RootName()}
	for _, step := range reference[1:] {
		if attribute, ok := step.(hcl.TraverseAttr); ok {
			names = append(names, attribute.Name)
		}
	}
	return strings.Join(names, ".")
}

// A CLI compares each instance of a block with each instance of a block that it refers to, so the
// blocks of the module refer only to locals. It evaluates for_each for each instance, so for_each
// holds only keys.
func TestWrite_dataBlocksMeetInLocals(t *testing.T) {
	for _, grants := range export.GrantChoices {
		resources := 0
		for _, block := range blocks(t, export.Options{Grants: grants, People: true}, "part/main.tf") {
			if block.Type != "resource" {
				continue
			}
			resources++
			for _, root := range references(block) {
				if strings.HasPrefix(root, "idm_") {
					t.Errorf("%s grants: %s refers to %s", grants, block.Labels[0], root)
				}
			}
			if block.Labels[0] == "idm_client_applications" || block.Labels[0] == "idm_unit_tree" {
				continue
			}
			repeated := block.Body.Attributes["for_each"].Expr.Variables()
			if len(repeated) != 1 || !strings.HasPrefix(path(repeated[0]), "local.keys.") {
				t.Errorf("%s grants: %s repeats over more than its keys", grants, block.Labels[0])
			}
		}
		if resources < 15 {
			t.Errorf("%s grants: %d blocks", grants, resources)
		}
	}
}

// A CLI compares every import block with all others whenever it reads a configuration.
func TestWrite_dataImportsByBlock(t *testing.T) {
	all := blocks(t, export.Options{People: true}, "imports.tf")
	to := map[string]int{}
	for _, block := range all {
		for _, reference := range block.Body.Attributes["to"].Expr.Variables() {
			if of := path(reference); of != "each.key" {
				to[of]++
			}
		}
	}
	if len(all) != len(to) || to["module.tenant.idm_unit_tree.all"] != 1 {
		t.Errorf("%d import blocks of %v", len(all), to)
	}
}

// The import ID of a tree names the keys of its units, and encodes what has a meaning in it.
func TestWrite_dataImportsTrees(t *testing.T) {
	of, folder := small(), filepath.Join(t.TempDir(), "out")
	of.Units = append(of.Units, idm.Unit{ExtID: "a,b=c*/%", Name: "Odd", ParentUnitExtID: "hq"}, idm.Unit{ExtID: "plain", Name: "plain",
		ParentUnitExtID: "hq"})
	for _, update := range []bool{false, true} {
		if _, err := export.Write(t.Context(), folder, of, export.Options{Layout: export.Data, Update: update}); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(folder, "imports.tf"))
		if err != nil || !strings.Contains(string(content), `/odd=a%2Cb%3Dc%2A%2F%25"`) || !strings.Contains(string(content), `/plain"`) {
			t.Errorf("%v\n%s", err, content)
		}
		names, err := os.ReadFile(filepath.Join(folder, "names.yaml"))
		if err != nil || !strings.Contains(string(names), `module.odd.idm_unit_tree.all[0].units[\"odd\"]`) {
			t.Errorf("%v\n%s", err, names)
		}
	}
	of.Units = append(of.Units, idm.Unit{ExtID: "new", Name: "New", ParentUnitExtID: "plain"})
	if _, err := export.Write(t.Context(), folder, of, export.Options{Update: true}); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, "data/plain.yaml"))
	if err != nil || !strings.Contains(string(content), "adopt: true") {
		t.Errorf("%v\n%s", err, content)
	}
	old, err := os.ReadFile(filepath.Join(folder, "names.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	single := strings.ReplaceAll(string(old), `idm_unit_tree.all[0].units[`, `idm_unit.all[`)
	if err := os.WriteFile(filepath.Join(folder, "names.yaml"), []byte(single), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := export.Write(t.Context(), folder, of, export.Options{Update: true}); err == nil ||
		!strings.Contains(err.Error(), "declares the units of a file as one tree: export to a new folder") {
		t.Error(err)
	}
}

// Largest is the number of resources that one CLI run handles: the root or the file with the most
// resources.
func TestWrite_largest(t *testing.T) {
	of := small()
	for _, name := range []string{"a", "b", "a-1", "a-2"} {
		of.Units = append(of.Units, idm.Unit{ExtID: name, Name: name, ParentUnitExtID: "hq"})
	}
	of.Units[3].ParentUnitExtID, of.Units[4].ParentUnitExtID = "a", "a"
	for layout, want := range map[export.Layout]int{export.Flat: 6, export.ByUnit: 6, export.Data: 3, export.Split: 3} {
		summary, err := export.Write(t.Context(), filepath.Join(t.TempDir(), "out"), of, export.Options{Layout: layout})
		if err != nil {
			t.Fatal(err)
		}
		if summary.Imports != 6 || summary.Largest != want {
			t.Errorf("%s: %d of %d objects in one part, want %d of 6", layout, summary.Largest, summary.Imports, want)
		}
	}
}

// An update keeps the layout and the form of grants of the folder, and changes nothing if an option
// contradicts them.
func TestWrite_formKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), folder, small(), export.Options{Layout: export.ByUnit}); err != nil {
		t.Fatal(err)
	}
	for _, o := range []export.Options{{Layout: export.Data}, {Layout: export.Flat}, {Grants: export.Authoritative}} {
		o.Update = true
		if _, err := export.Write(t.Context(), folder, small(), o); err == nil ||
			!strings.Contains(err.Error(), "the folder has the layout by-unit with single grants, and an update keeps both") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	same := export.Options{Update: true, Layout: export.ByUnit, Grants: export.Single}
	if summary, err := export.Write(t.Context(), folder, small(), same); err != nil || summary.Imports != 0 {
		t.Errorf("%+v, %v", summary, err)
	}
}
