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

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// CLI is an installed Terraform or OpenTofu.
type CLI struct {
	// Path is the program. With "", it is terraform from the PATH, or tofu if terraform is missing
	// or cannot read the plan.
	Path string
	// Dir is the initialized folder in which the plan was made. With "", it is the folder of the
	// plan, or the current folder if only that one is initialized.
	Dir string
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

// absolute makes paths absolute, because the programs run in another folder.
func absolute(paths []string) ([]string, error) {
	for i := range paths {
		var err error
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// show runs the CLI to get the JSON of a saved plan. Only the program that made a plan can read it.
func (c CLI) show(ctx context.Context, file string, content []byte) (*document, error) {
	if file == input.Standard {
		return nil, errors.New("it is a saved plan, which the CLI reads from its file: name the file, or pipe its JSON " +
			"(terraform show -json PLAN | idmctl review -)")
	}
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
			return nil, errors.New("the file was changed while it was read: run the command again")
		}
		if c.Shown != nil {
			c.Shown(program, text)
		}
		return parseDocument(text)
	}
	return nil, first
}

// showWith runs the CLI itself, because terraform-exec returns only the parts of a plan that
// terraform-json supports.
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

// altersOutput reports whether an environment variable changes the output of the CLI.
func altersOutput(variable string) bool {
	return strings.HasPrefix(variable, "TF_CLI_ARGS") || strings.HasPrefix(variable, "TF_LOG")
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

// complaintLimit is about six lines of a terminal, enough for an error with its remedy.
const complaintLimit = 480

// quoted matches the lines of an error that quote the configuration.
var quoted = regexp.MustCompile(`(?m)^\s*(?:with .+,|on .+ line \d+, in .+:|\d+: .*)\s*$`)

// Complaint returns the error of a failed CLI run on one line, without its frame and the quoted
// configuration.
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
