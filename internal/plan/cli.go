package plan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-exec/tfexec"
	tfjson "github.com/hashicorp/terraform-json"
)

// CLI is Terraform or OpenTofu as it lies on this machine.
type CLI struct {
	// Path is the program; "" takes terraform from the PATH, or tofu when that is not there or cannot read the plan.
	Path string
	// Dir is the folder that the plan was made in and that is initialized; "" takes the plan's own folder, or the
	// current one when only that is initialized.
	Dir string
}

// Find is the path of each program that may be used, the first choice first. It fails when there is none.
func (c CLI) Find() ([]string, error) {
	if c.Path != "" {
		path, err := exec.LookPath(c.Path)
		if err != nil {
			return nil, fmt.Errorf("--cli %s: there is no such program", c.Path)
		}
		return absolute([]string{path})
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
	return absolute(found)
}

// absolute is needed because the programs run in another folder.
func absolute(paths []string) ([]string, error) {
	for i := range paths {
		var err error
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// show asks the CLI for the JSON of a saved plan. A plan can only be read by the program that made it.
func (c CLI) show(ctx context.Context, file string) (*tfjson.Plan, error) {
	programs, err := c.Find()
	if err != nil {
		return nil, fmt.Errorf("%w, or give the plan's JSON (terraform show -json PLAN)", err)
	}
	file, err = filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	var first error
	for _, program := range programs {
		raw, err := showWith(ctx, program, c.folder(file), file)
		if err == nil {
			return raw, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if first == nil {
			first = fmt.Errorf("%s cannot show it: %s", filepath.Base(program), Complaint(err))
		}
	}
	return nil, first
}

func showWith(ctx context.Context, program, folder, file string) (*tfjson.Plan, error) {
	terraform, err := tfexec.NewTerraform(folder, program)
	if err != nil {
		return nil, err
	}
	return terraform.ShowPlanFile(ctx, file, tfexec.JSONNumber(true))
}

// folder is where the CLI must run to find the providers that the plan was made with.
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

// complaintLimit is about what fits on three lines of a terminal.
const complaintLimit = 240

// Complaint is what a failed run of the CLI says, on one line and without the frame that it draws around it.
func Complaint(err error) string {
	text := err.Error()
	if _, after, found := strings.Cut(text, "Error: "); found {
		text = after
	}
	text = strings.Join(strings.Fields(strings.NewReplacer("╷", " ", "│", " ", "╵", " ").Replace(text)), " ")
	if runes := []rune(text); len(runes) > complaintLimit {
		text = string(runes[:complaintLimit]) + " …"
	}
	return text
}
