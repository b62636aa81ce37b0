package plan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// CLI is Terraform or OpenTofu as this machine has it.
type CLI struct {
	// Path is the program; "" takes terraform from the PATH, or tofu when that is not there or cannot
	// read the plan.
	Path string
	// Dir is the folder that the plan was made in and that is initialized; "" takes the plan's own
	// folder, or the current one when only that is initialized.
	Dir string
	// Source is the source of the provider where that is not identity-iac/idm.
	Source string
	// Shown, when not nil, is given the program that could show the plan, and what it printed. A large
	// plan takes long to show, so ask only once.
	Shown func(program string, text []byte)
}

// Find is the path of each program that may be used, the first choice first. It fails without
// any.
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

// show asks the CLI for the JSON of a saved plan. A plan can only be read by the program that made
// it.
func (c CLI) show(ctx context.Context, file string, content []byte) (*document, error) {
	programs, err := c.Find()
	if err != nil {
		return nil, fmt.Errorf("%w, or give the plan's JSON (terraform show -json PLAN)", err)
	}
	if file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	var first error
	for _, program := range programs {
		text, err := showWith(ctx, program, c.folder(file), file)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			if first == nil {
				first = fmt.Errorf("%s cannot show it: %s", filepath.Base(program), Complaint(err))
			}
			continue
		}
		if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, content) {
			return nil, errors.New("the file was changed while it was read")
		}
		if c.Shown != nil {
			c.Shown(program, text)
		}
		return parseDocument(text)
	}
	return nil, first
}

// showWith runs the CLI itself, because terraform-exec hands out only what terraform-json knows of
// a plan.
func showWith(ctx context.Context, program, folder, file string) ([]byte, error) {
	var complaints strings.Builder
	command := exec.CommandContext(ctx, program, "show", "-json", "-no-color", file)
	command.Dir, command.Stderr = folder, &complaints
	command.Env = append(slices.DeleteFunc(os.Environ(), altersOutput), "TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1")
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, complaints.String())
	}
	return text, nil
}

// altersOutput reports whether a variable of the environment would change what the CLI prints.
func altersOutput(variable string) bool {
	return strings.HasPrefix(variable, "TF_CLI_ARGS") || strings.HasPrefix(variable, "TF_LOG")
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

// complaintLimit is about what fits on six lines of a terminal: an error with its remedy.
const complaintLimit = 480

// quoted are the lines of an error with a place of the configuration and its source.
var quoted = regexp.MustCompile(`(?m)^\s*(?:with .+,|on .+ line \d+, in .+:|\d+: .*)\s*$`)

// Complaint is what a failed run of the CLI reports, on one line, without the frame that it draws
// around it and without the configuration that it quotes.
func Complaint(err error) string {
	text := err.Error()
	if _, after, found := strings.Cut(text, "Error: "); found {
		text = after
	}
	text = quoted.ReplaceAllString(strings.NewReplacer("╷", " ", "│", " ", "╵", " ").Replace(text), "")
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > complaintLimit {
		text = string(runes[:complaintLimit]) + " …"
	}
	return text
}
