package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// A tenant of any size has exactly the requested objects, and the simulator starts with it.
func TestNewTenant(t *testing.T) {
	for _, size := range [][2]int{{60, 0}, {820, 0}, {2000, 20}, {10_000, 0}} {
		made, err := newTenant(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		content, err := json.Marshal(made.everything())
		if err != nil {
			t.Fatal(err)
		}
		service, err := sim.New(sim.Options{Seed: content})
		if err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		var state map[string][]struct {
			RoleExtIDs      []string
			ParentUnitExtID string
		}
		if err := json.Unmarshal(service.State(), &state); err != nil {
			t.Fatal(err)
		}
		count := -1 // the unit above all
		for _, array := range []string{"applications", "clientApplications", "roles", "enterpriseRoles", "policies", "units", "users",
			"profiles", "authorizations", "enterpriseAuthorizations"} {
			count += len(state[array])
		}
		for _, role := range state["enterpriseRoles"] {
			count += len(role.RoleExtIDs)
		}
		below := map[string]int{}
		for _, unit := range state["units"] {
			below[unit.ParentUnitExtID]++
		}
		departments := below["hq"]
		delete(below, "hq")
		for parent, teams := range below {
			if teams > children {
				t.Errorf("%v: %s has %d teams", size, parent, teams)
			}
		}
		if count != size[0] || size[1] > 0 && departments != size[1] {
			t.Errorf("%v: %d objects in %d departments", size, count, departments)
		}
	}
	for _, size := range [][2]int{{-1, 0}, {smallest - 1, 0}, {700, 20}} {
		if _, err := newTenant(size[0], size[1]); err == nil {
			t.Errorf("%v is accepted", size)
		}
	}
}

func TestColumn_workspace(t *testing.T) {
	made, err := newTenant(60, 0)
	if err != nil {
		t.Fatal(err)
	}
	reference := regexp.MustCompile(`(idm|bare)_[a-z_]+\.[a-z_]+(\[|\.ext_id)|(local|var)\.(roles|jobs)\[`)
	blocks := map[string][2]int{}
	for _, c := range columns {
		folder := filepath.Join(t.TempDir(), c.name)
		if err := c.workspace(folder, made, "http://localhost"); err != nil {
			t.Fatal(err)
		}
		block, err := os.ReadFile(filepath.Join(folder, "provider.tf"))
		if (err == nil) != (c.provider != "") || strings.Contains(string(block), "  batch_reads = false\n") != (c.name == "unbatched") {
			t.Errorf("%s: %v\n%s", c.name, err, block)
		}
		block, err = os.ReadFile(filepath.Join(folder, "department-0.tf"))
		if (err == nil) == c.flat || strings.Contains(string(block), "DEPARTMENT") {
			t.Errorf("%s: %v\n%s", c.name, err, block)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*.tf"))
		inTeam, _ := filepath.Glob(filepath.Join(folder, "team", "*.tf"))
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, file := range slices.Concat(files, inTeam) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(content)
		}
		blocks[c.title] = [2]int{strings.Count(all.String(), "\nresource \""), len(reference.FindAllString(all.String(), -1))}
	}
	// The yardsticks of the whole and the flat tenant have as many blocks and references.
	for _, c := range columns {
		if (c.whole || c.flat) && c.yardstick != "" && (blocks[c.title] != blocks[c.yardstick] || blocks[c.title][1] == 0) {
			t.Errorf("%s has %v resource blocks and references, and %s %v", c.title, blocks[c.title], c.yardstick, blocks[c.yardstick])
		}
	}
}

func TestParse(t *testing.T) {
	paths := []string{"-cli", "c", "-idmctl", "i", "-provider", "p", "-bare", "b", "-profiled", "p", "-out", "o"}
	s, of, err := parse(append(append([]string{"people"}, paths...), "-only", "tenth"))
	if err != nil || of.run == nil || s.size != 5000 || !filepath.IsAbs(s.cli) {
		t.Errorf("%+v, %v", s, err)
	}
	if got, err := s.choose("for_each", "tenth"); err != nil || !slices.Equal(got, []string{"tenth"}) {
		t.Error(got, err)
	}
	if _, err := s.choose("for_each"); err == nil {
		t.Error("an unknown name is accepted")
	}
	for _, args := range [][]string{nil, {"flat"}, {"tenant", "-cli", "c"}} {
		if _, _, err := parse(args); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}
