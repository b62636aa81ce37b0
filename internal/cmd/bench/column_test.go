package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func everything() surface {
	known := surface{arguments: map[string]bool{"batch_reads": true}, resources: map[string]bool{}}
	for _, name := range slices.Concat(single, authoritative, wholeResources) {
		known.resources[name] = true
	}
	return known
}

func namesOf(chosen []column) []string {
	var all []string
	for _, c := range chosen {
		all = append(all, c.name)
	}
	return all
}

func TestChoose(t *testing.T) {
	chosen, leftOut := choose("", everything())
	if got := namesOf(chosen); !slices.Equal(got, columnNames()) || len(leftOut) > 0 {
		t.Errorf("chosen %v, left out %q", got, leftOut)
	}
	chosen, _ = choose("floor,ours", everything())
	if got := namesOf(chosen); !slices.Equal(got, []string{"ours", "floor"}) {
		t.Errorf("chosen %v", got)
	}
}

func TestChoose_omitsUnknownColumns(t *testing.T) {
	known := everything()
	delete(known.arguments, "batch_reads")
	delete(known.resources, "idm_client_applications")
	chosen, leftOut := choose("", known)
	if got := namesOf(chosen); !slices.Equal(got, []string{"ours", "bare", "floor", "flat", "flat-bare", "whole", "whole-bare"}) {
		t.Errorf("chosen %v", got)
	}
	want := []string{
		"Left out: ours, `batch_reads = false`, because the provider does not know the argument batch_reads.",
		"Left out: ours, authoritative, because the provider does not know idm_client_applications.",
	}
	if !slices.Equal(leftOut, want) {
		t.Errorf("left out %q", leftOut)
	}
}

func TestAsk(t *testing.T) {
	known, err := ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !known.arguments["base_url"] || !known.resources["idm_unit"] || known.resources["idm_nothing"] {
		t.Errorf("the provider says that it knows %v", known)
	}
}

func TestColumn_workspace(t *testing.T) {
	tenant, err := newSized(60)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range columns {
		folder := filepath.Join(t.TempDir(), c.name)
		if err := c.workspace(folder, tenant); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"main.tf", "tenant.tf", "tenant.json", "team/variables.tf", "team/grants.tf"} {
			if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
				t.Error(err)
			}
		}
		for _, department := range c.departments(tenant) {
			content, err := os.ReadFile(filepath.Join(folder, department+".tf"))
			if err != nil || !strings.HasPrefix(string(content), `module "`+department+`" {`) ||
				strings.Contains(string(content), "DEPARTMENT") {
				t.Errorf("%s: %s: %v\n%s", c.name, department, err, content)
			}
		}
		block, err := os.ReadFile(filepath.Join(folder, "provider.tf"))
		if (err == nil) != (c.provider != "") {
			t.Errorf("%s: provider.tf: %v", c.name, err)
		}
		if got := strings.Contains(string(block), "  batch_reads = false\n"); got != (c.name == "unbatched") {
			t.Errorf("%s: batch_reads in\n%s", c.name, block)
		}
	}
}

// The resources of a column equal the resources in its configuration.
func TestColumn_resources(t *testing.T) {
	for _, c := range columns {
		used := map[string]bool{}
		for _, file := range []string{"main.tf", "team/unit.tf", "team/roles.tf", "roles.tf"} {
			content, err := configurations.ReadFile("configuration/" + c.configuration + "/" + file)
			if err != nil {
				continue
			}
			for line := range strings.Lines(string(content)) {
				if kind, found := strings.CutPrefix(line, `resource "idm_`); found {
					name, _, _ := strings.Cut(kind, `"`)
					used["idm_"+name] = true
				}
			}
		}
		for _, name := range c.resources {
			if !used[name] {
				t.Errorf("%s does not use %s", c.name, name)
			}
		}
		if len(used) != len(c.resources) {
			t.Errorf("%s uses %v and needs %v", c.name, used, c.resources)
		}
	}
}

// blocks counts the resource blocks of a column, and the arguments in them that refer to other
// blocks.
func blocks(t *testing.T, c column) (resources, references int) {
	t.Helper()
	err := fs.WalkDir(configurations, "configuration/"+c.configuration, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".tf") {
			return err
		}
		content, err := configurations.ReadFile(name)
		if err != nil {
			return err
		}
		resources += strings.Count("\n"+string(content), "\nresource \"")
		references += len(reference.FindAllString(string(content), -1))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return resources, references
}

var reference = regexp.MustCompile(`(idm|bare)_[a-z_]+\.[a-z_]+\[|(idm|bare)_[a-z_]+\.[a-z_]+\.ext_id|(local|var)\.(roles|jobs)\[`)

// The yardsticks of the whole and the flat tenant have the same number of blocks and references as
// these tenants.
func TestColumn_yardsticks(t *testing.T) {
	found := map[string][2]int{}
	for _, c := range columns {
		if c.whole || c.flat {
			resources, references := blocks(t, c)
			found[c.name] = [2]int{resources, references}
		}
	}
	if ours := found[flatColumn]; ours != found[flatBareColumn] || ours[0] != len(single)+1 || ours[1] == 0 {
		t.Errorf("resource blocks and references: %v", found)
	}
	if ours := found[wholeColumn]; ours != found[wholeBareColumn] || ours[0] != len(wholeResources)+1 || ours[1] == 0 {
		t.Errorf("resource blocks and references: %v", found)
	}
}
