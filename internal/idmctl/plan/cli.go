package plan

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// CLI is an installed Terraform or OpenTofu.
type CLI struct {
	// Path is the program. With "", it is terraform from the PATH, or tofu if terraform is missing
	// or cannot read the plan.
	Path string
	// Dir is the initialized folder in which the plan was made. With "", it is the folder of the
	// plan, or the current folder if only that one is initialized.
	Dir string
	// Part is the name of the plan if it is joined with others.
	Part string
	// Source is the source of the provider if it is not identity-iac/idm.
	Source string
	// Shown, if not nil, receives the program that could show the plan, and its output, so that a
	// large plan has to be shown only once.
	Shown func(program string, text []byte)
}

// Find returns the paths of the usable programs in order of preference. It fails if no program is
// found.
func (c CLI) Find() ([]string, error) {
	if c.Path != "" {
		path, err := exec.LookPath(c.Path)
		if err != nil {
			return nil, fmt.Errorf("--cli %s: there is no such program; name the CLI that made the plan", c.Path)
		}
		return []string{path}, nil
	}
	var found []string
	for _, name := range []string{"terraform", "tofu"} {
		if path, err := exec.LookPath(name); err == nil {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		return nil, errors.New("neither terraform nor tofu is in the PATH: name one with --cli")
	}
	return found, nil
}

// show runs the CLI to get the JSON of a saved plan. Only the program that made a plan can read it.
func (c CLI) show(ctx context.Context, file string, content []byte) (*document, error) {
	if file == input.Standard {
		return nil, errors.New("it is a saved plan, which the CLI reads from its file: name the file, or pipe its JSON " +
			"(terraform show -json PLAN | idmctl review -)")
	}
	found, err := c.Find()
	if err != nil {
		return nil, fmt.Errorf("%w, or give the plan's JSON (terraform show -json PLAN)", err)
	}
	if file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	var first error
	for _, program := range found {
		// terraform-exec returns only the parts of a plan that terraform-json supports.
		run := programs.CLI{Program: program, Folder: c.folder(file), Hides: programs.HidesArguments,
			Remedy: "Name the program that made the plan with --cli, in the folder where it was made"}
		text, _, err := run.Run(ctx, "show", "-json", "-no-color", file)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			first = cmp.Or(first, err)
			continue
		}
		if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, content) {
			return nil, errors.New("the file was changed while it was read: run the command again")
		}
		if c.Shown != nil {
			c.Shown(program, []byte(text))
		}
		return parseDocument([]byte(text))
	}
	return nil, first
}

// folder returns the folder in which the CLI finds the providers of the plan.
func (c CLI) folder(file string) string {
	if c.Dir != "" {
		return c.Dir
	}
	if own := filepath.Dir(file); initialized(own) || !initialized(".") {
		return own
	}
	return "."
}

func initialized(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, ".terraform"))
	return err == nil
}
