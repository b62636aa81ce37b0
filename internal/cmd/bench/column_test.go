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

func namesOf(chosen []column) []string {
	var all []string
	for _, c := range chosen {
		all = append(all, c.name)
	}
	return all
}

func TestChoose(t *testing.T) {
	if got := namesOf(choose("")); !slices.Equal(got, columnNames()) {
		t.Errorf("chosen %v", got)
	}
	if got := namesOf(choose("floor,ours")); !slices.Equal(got, []string{"ours", "floor"}) {
		t.Errorf("chosen %v", got)
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
	if ours := found[flatColumn]; ours != found[flatBareColumn] || ours[0] == 0 || ours[1] == 0 {
		t.Errorf("resource blocks and references: %v", found)
	}
	if ours := found[wholeColumn]; ours != found[wholeBareColumn] || ours[0] == 0 || ours[1] == 0 {
		t.Errorf("resource blocks and references: %v", found)
	}
}
