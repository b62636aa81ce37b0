package idmctl

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

// shownPlan is the JSON of a plan without a change of the service.
const shownPlan = `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[{"address":"idm_unit.a","mode":"managed",` +
	`"type":"idm_unit","name":"a","provider_name":"registry.terraform.io/identity-iac/idm",` +
	`"change":{"actions":["create"],"before":null,"after":{"client_ext_id":"c","ext_id":"a"},"after_unknown":{},` +
	`"before_sensitive":false,"after_sensitive":{}}}]}`

// savedPlan returns the content of a saved plan.
func savedPlan(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for name, content := range map[string]string{"tfplan": "", "tfstate": `{"version":4,"serial":1,"lineage":"x","resources":[]}`} {
		entry, err := archive.Create(name)
		if err == nil {
			_, err = entry.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Each command that runs a CLI reports its failure in the same way: what ran, where, why, and what to
// do. None lets the logs of a CLI into the output that it reads, and all name the init that a folder
// needs.
func TestCLI_failures(t *testing.T) {
	runs := map[string]struct {
		command string
		run     func(t *testing.T, program, folder string) error
	}{
		"review": {"show", func(t *testing.T, program, folder string) error {
			t.Helper()
			file := filepath.Join(folder, "saved.plan")
			if err := os.WriteFile(file, savedPlan(t), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := plan.Read(t.Context(), file, plan.CLI{Path: program, Dir: folder})
			return err
		}},
		"drift": {"plan", func(t *testing.T, program, folder string) error {
			t.Helper()
			_, err := drift.Refresh(t.Context(), folder, filepath.Join(t.TempDir(), "made.plan"), plan.CLI{Path: program}, lockTimeout)
			return err
		}},
		"rehearse": {"plan", func(t *testing.T, program, folder string) error {
			t.Helper()
			content, file := savedPlan(t), filepath.Join(t.TempDir(), "saved.plan")
			if err := os.WriteFile(file, content, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("SHOWN", shownPlan)
			_, err := rehearsal.Run(t.Context(), rehearsal.Options{Plan: file, Content: content, CLI: plan.CLI{Path: program}, Dir: folder,
				Seed: []byte(`{"clients":[{"extId":"c","name":"C"}],"callers":[{"token":"t","permissions":["*"],"clients":["*"]}]}`), Token: "t"})
			return err
		}},
		"pipeline": {"init", func(t *testing.T, program, folder string) error {
			t.Helper()
			cmd := &cobra.Command{}
			cmd.SetOut(new(bytes.Buffer))
			step := pipelineStep{cmd: cmd, ctx: t.Context(), cli: program, tenant: folder}
			return step.initialize()
		}},
	}
	outputs := map[string]struct{ script, want, remedy string }{
		"an error":  {`echo "╷\n│ Error: The moon is full\n│ \n│ Wait.\n╵" >&2; exit 1`, "The moon is full Wait", ""},
		"no output": {"exit 7", "it ended with exit status 7", ""},
		"no init": {`echo "Error: Required plugins are not installed. Run: terraform init" >&2; exit 1`, "the folder is not initialized",
			"init first"},
		"overrides": {`echo "Warning: Provider development overrides are in effect. Skip terraform init when using them." >&2
echo "Error: The moon is full" >&2; exit 1`, "The moon is full", ""},
		"logs": {`[ -z "$TF_LOG" ] || echo "Error: trace" >&2; echo "Error: The moon is full" >&2; exit 1`, "The moon is full", ""},
	}
	for who, run := range runs {
		for name, output := range outputs {
			t.Run(who+", "+name, func(t *testing.T) {
				folder := t.TempDir()
				program := filepath.Join(t.TempDir(), "terraform")
				script := "#!/bin/sh\nif [ \"$1\" = show ] && [ -n \"$SHOWN\" ]; then echo \"$SHOWN\"; exit 0; fi\n" + output.script + "\n"
				for file, content := range map[string]string{program: script, filepath.Join(folder, "main.tf"): "", filepath.Join(folder,
					".terraform", "kept"): ""} {
					if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(content), 0o700)); err != nil {
						t.Fatal(err)
					}
				}
				t.Setenv("TF_LOG", "trace")
				if who == "pipeline" && (name == "logs" || name == "no init") {
					return // It shows the output and reads nothing from it, and it runs init itself.
				}
				err := run.run(t, program, folder)
				failed := (*programs.CLIError)(nil)
				if !errors.As(err, &failed) {
					t.Fatalf("another error: %v", err)
				}
				sentence := "terraform " + run.command + " failed in " + folder + ": " + output.want + ". "
				for _, want := range []string{sentence, output.remedy} {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%q is missing in %q", want, err)
					}
				}
				if failed.Remedy == "" || failed.Uninitialized != (name == "no init") || strings.Contains(err.Error(), "\n") {
					t.Errorf("%q, %+v", err, failed)
				}
			})
		}
		t.Run(who+", no program", func(t *testing.T) {
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "main.tf"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			err := run.run(t, filepath.Join(folder, "nothing"), folder)
			if err == nil || !strings.Contains(err.Error(), "nothing") || !strings.Contains(err.Error(), "--cli") {
				t.Errorf("%v", err)
			}
		})
	}
}
