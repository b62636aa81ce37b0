package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

const templates = "../../../templates"

// written returns a page that the command writes, such as guides/permissions.
func written(t *testing.T, name string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "templates")
	if err := run(t.Context(), []string{templates, folder}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, name+guideSuffix))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each resource and data source is in one row. The row of a resource has the permissions of all its
// operations.
func TestPermissions_namesEverything(t *testing.T) {
	page := written(t, "guides/permissions")
	rowOf := func(name string) string {
		t.Helper()
		var found []string
		for line := range strings.SplitSeq(page, "\n") {
			parts, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
			if isRow && slices.Contains(strings.Split(parts, ", "), link(name)) {
				found = append(found, line)
			}
		}
		if len(found) != 1 {
			t.Errorf("%s is in %d rows, not in one", name, len(found))
			return ""
		}
		return found[0]
	}
	for _, resource := range objecttype.Names(objecttype.Resources()) {
		needed := rowOf("resource." + resource)
		for _, permission := range objecttype.ByTypeName(resource).Needs.All() {
			if !strings.Contains(needed, "`"+permission+"`") {
				t.Errorf("the row of %s lacks %s", resource, permission)
			}
		}
	}
	tables, err := conformance.Tables()
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		for _, o := range table.Operations {
			for _, name := range o.Terraform {
				if strings.HasPrefix(name, "data.") {
					rowOf(name)
				}
			}
		}
	}
}

// The page distinguishes permissions that a part always needs from those that only some calls need.
func TestPermissions_sometimes(t *testing.T) {
	table := []conformance.Table{{Operations: []conformance.Operation{
		{Permissions: []string{"UserView"}, Also: []string{"ProfileView"}, Terraform: []string{"data.idm_user"}},
		{Permissions: []string{"ClientView", "UserView"}, Terraform: []string{"data.idm_user"}, Sometimes: []string{"data.idm_user"},
			Note: "by login_id"},
	}}}
	needs := readNeeds(table, "data.")
	if len(needs) != 1 || code(needs[0].Permissions) != "`UserView`, `ProfileView`" || code(needs[0].Some) != "`ClientView`" ||
		needs[0].Note != "by login_id" {
		t.Errorf("needs %+v", needs)
	}
}

func TestCoverage_remarks(t *testing.T) {
	o := conformance.ReferenceObject{
		In: []string{"resource.idm_unit", "data.idm_unit"}, Fields: []string{"name", "version", "grantType"},
		Except: []conformance.Exception{{In: "resource.idm_unit", Field: "version", Why: "It is private"},
			{Field: "grantType", Why: "It is fixed"}},
	}
	got := rows(o)
	if got[0].Attribute != "name" || len(got[0].Remarks) != 0 {
		t.Errorf("name: %+v", got[0])
	}
	if want := "Not in resource [`idm_unit`](../resources/unit.md): it is private"; got[1].Attribute != "version" ||
		got[1].Remarks[0] != want {
		t.Errorf("version: %+v", got[1])
	}
	if got[2].Attribute != "" || got[2].Remarks[0] != "It is fixed" {
		t.Errorf("grantType: %+v", got[2])
	}
}

// Every row of a table has as many cells as its head.
func TestPages_tables(t *testing.T) {
	for _, name := range []string{"guides/permissions", "resources/unit", "resources/profile_authorizations"} {
		cells := 0
		for number, line := range strings.Split(written(t, name), "\n") {
			switch {
			case !strings.HasPrefix(line, "|"):
				cells = 0
			case cells == 0:
				cells = strings.Count(line, "|")
			case strings.Count(line, "|") != cells:
				t.Errorf("%s:%d has not %d cells: %s", name, number+1, cells-1, line)
			}
		}
	}
}

func TestRun_refused(t *testing.T) {
	for _, arguments := range [][]string{nil, {"a"}, {"a", "b", "c"}} {
		if err := run(t.Context(), arguments); err == nil {
			t.Errorf("run(%q) does not fail", arguments)
		}
	}
}
