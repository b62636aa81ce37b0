package export_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclparse"

	"github.com/identity-iac/terraform-provider-idm/internal/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// unitsOf returns the Terragrunt units of a folder, with the units that run before them.
func unitsOf(t *testing.T, folder string) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*", "terragrunt.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	units := map[string][]string{}
	for _, file := range files {
		parsed, diagnostics := hclparse.NewParser().ParseHCLFile(file)
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		// The attributes and blocks are from Terragrunt's reference; others are an error.
		var unit struct {
			Dependencies *struct {
				Paths []string `hcl:"paths"`
			} `hcl:"dependencies,block"`
		}
		if diagnostics := gohcl.DecodeBody(parsed.Body, nil, &unit); diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		name := filepath.Base(filepath.Dir(file))
		units[name] = []string{}
		if unit.Dependencies != nil {
			for _, other := range unit.Dependencies.Paths {
				units[name] = append(units[name], filepath.Join(name, other))
			}
		}
	}
	return units
}

// Each root is a unit, and runs after the roots of people, roles and units that it refers to.
func TestWrite_terragrunt(t *testing.T) {
	of := small()
	of.Units = append(of.Units, idm.Unit{ExtID: "it", Name: "IT", ParentUnitExtID: "hq"},
		idm.Unit{ExtID: "sales", Name: "Sales", ParentUnitExtID: "hq"})
	of.EnterpriseRoles = []tenant.EnterpriseRole{{EnterpriseRole: idm.EnterpriseRole{ExtID: "er", Name: "ER"}}}
	of.Profiles[0].UnitExtID = "it"
	of.Profiles[0].EnterpriseAuthorizations = []idm.EnterpriseAuthorization{{ExtID: "e", EnterpriseRoleExtID: "er"}}
	folder := filepath.Join(t.TempDir(), "out")
	options := export.Options{Layout: export.Split, People: true, Terragrunt: true}
	if _, err := export.Write(t.Context(), folder, of, options); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"tenant": {}, "people": {}, "it": {"people", "tenant"}, "sales": {"tenant"}}
	got := unitsOf(t, folder)
	for name, before := range want {
		if !slices.Equal(got[name], before) || len(got) != len(want) {
			t.Errorf("%s runs after %q, want %q: %v", name, got[name], before, got)
		}
		for _, other := range before {
			if _, exists := got[other]; !exists {
				t.Errorf("%s runs after %s, which is no unit", name, other)
			}
		}
	}
	options.Terragrunt, folder = false, filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), folder, of, options); err != nil {
		t.Fatal(err)
	}
	if units := unitsOf(t, folder); len(units) > 0 {
		t.Errorf("units that were not asked for: %v", units)
	}
}

// An update leaves an edited unit unchanged.
func TestWrite_terragruntUpdate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	options := export.Options{Layout: export.Split, Terragrunt: true}
	if _, err := export.Write(t.Context(), folder, small(), options); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "terragrunt.hcl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	const edited = "# mine\n"
	if err := os.WriteFile(files[0], []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	options.Update = true
	if _, err := export.Write(t.Context(), folder, small(), options); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(files[0]); err != nil || string(got) != edited {
		t.Errorf("the update writes %q (%v)", got, err)
	}
}
