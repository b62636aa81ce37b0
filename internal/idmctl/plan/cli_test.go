package plan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

func TestCLI_Find(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	if _, err := (plan.CLI{}).Find(); err == nil || !strings.Contains(err.Error(), "--cli") {
		t.Errorf("without a program: %v", err)
	}
	for _, name := range []string{"terraform", "tofu", "other"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	found, err := plan.CLI{}.Find()
	if err != nil || len(found) != 2 || filepath.Base(found[0]) != "terraform" || filepath.Base(found[1]) != "tofu" {
		t.Errorf("found %q, %v", found, err)
	}
	if found, err := (plan.CLI{Path: "other"}).Find(); err != nil || len(found) != 1 || !filepath.IsAbs(found[0]) {
		t.Errorf("found %q, %v", found, err)
	}
}

// Only the program that made a plan can read it, which is not always the first one in the PATH.
func TestRead_bySecondProgram(t *testing.T) {
	folder, programs := t.TempDir(), t.TempDir()
	t.Setenv("PATH", programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	const version = `case "$1" in version) echo '{"terraform_version":"1.11.4"}'; exit 0;; esac` + "\n"
	const shown = `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[{"address":"idm_unit.a","mode":"managed","type":"idm_unit","name":"a",` +
		`"provider_name":"registry.opentofu.org/identity-iac/idm","change":{"actions":["no-op"],"before":{"name":"A"},"after":{"name":"A"}}}]}`
	scripts := map[string]string{
		"terraform": version + "echo 'Error: Failed to read plan' >&2\necho 'made by another program' >&2\nexit 1\n",
		"tofu":      version + "pwd > where\ncat <<'END'\n" + shown + "\nEND\n",
	}
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(folder, "saved.tfplan")
	writeArchive(t, file, map[string]string{})
	p, err := plan.Read(t.Context(), file, plan.CLI{})
	if err != nil || len(p.Changes) != 1 {
		t.Fatalf("read %+v, %v", p, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "where")); err != nil {
		t.Errorf("the program did not run in the plan's folder: %v", err)
	}
	_, err = plan.Read(t.Context(), file, plan.CLI{Path: "terraform"})
	want := "terraform show failed in " + folder + ": Failed to read plan made by another program. Name the program"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("answered %v", err)
	}
}
