package programs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// cliStopTimeout is the time that a CLI has to release the lock of the state after an interrupt.
const cliStopTimeout = time.Minute

// CLI is Terraform or OpenTofu in the folder of a root module.
type CLI struct {
	// Program is its path, and Folder the folder in which it runs.
	Program, Folder string
	// Of is the folder in errors, and Remedy what to do after an error; "" for Folder, and for a
	// correction of the cause.
	Of, Remedy string
	// Hides reports whether the run does not inherit a variable; nil for none.
	Hides func(name string) bool
	// Adds are more variables, as NAME=VALUE.
	Adds []string
	// Live receives the output while it is written; nil for none.
	Live io.Writer
	// Patient sets no limit to the time from an interrupt to the end of the run, for an apply that
	// completes its requests and saves the state.
	Patient bool
}

// Run runs the CLI in its own process group, and returns its output and its error output. With Live,
// both are in the output. The error is a CLIError, or the error of the context. All child processes
// end with the CLI, even if it was killed.
func (c CLI) Run(ctx context.Context, arguments ...string) (stdout, stderr string, err error) {
	var out, complaints bytes.Buffer
	program := c.Program
	if filepath.Base(program) != program {
		// The run has another working folder than this process.
		if program, err = filepath.Abs(program); err != nil {
			return "", "", err
		}
	}
	command := Command(ctx, program, arguments...)
	command.Dir, command.Env, command.WaitDelay = c.Folder, c.environment(), cliStopTimeout
	if c.Patient {
		command.WaitDelay = 0
	}
	command.Stdout, command.Stderr = &out, &complaints
	if c.Live != nil {
		both := io.MultiWriter(c.Live, &out)
		command.Stdout, command.Stderr = both, both
	}
	if err = command.Start(); err == nil {
		err = command.Wait()
		EndGroup(command)
	}
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err != nil:
		err = c.failure(arguments[0], out.String()+"\n"+complaints.String(), err)
	}
	return out.String(), complaints.String(), err
}

// environment returns the variables of a run. What it writes is read, so it has no log in it.
func (c CLI) environment() []string {
	all := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return c.Live == nil && strings.HasPrefix(name, "TF_LOG") || c.Hides != nil && c.Hides(name)
	})
	all = append(all, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "CHECKPOINT_DISABLE=1")
	if file := os.Getenv("TF_CLI_CONFIG_FILE"); file != "" {
		if absolute, err := filepath.Abs(file); err == nil {
			all = append(all, "TF_CLI_CONFIG_FILE="+absolute)
		}
	}
	return append(all, c.Adds...)
}

// HidesArguments reports whether a variable holds arguments that the user gives to the CLI.
func HidesArguments(name string) bool { return strings.HasPrefix(name, "TF_CLI_ARGS") }

// CLIError is the failure of a run.
type CLIError struct {
	// Command is the program with the command, such as terraform plan, and Folder the folder.
	Command, Folder string
	// Complaint is the error of the CLI, and Remedy what to do.
	Complaint, Remedy string
	// Uninitialized reports that the folder needs an init.
	Uninitialized bool

	cause error
}

// Error names the command, the folder, the complaint and the remedy.
func (e *CLIError) Error() string {
	return fmt.Sprintf("%s failed in %s: %s. %s", e.Command, e.Folder, strings.TrimRight(e.Complaint, "."), e.Remedy)
}

// Unwrap returns the error of the process.
func (e *CLIError) Unwrap() error { return e.cause }

var asksForInit = regexp.MustCompile(`(terraform|tofu)\s+init`)

func (c CLI) failure(command, output string, cause error) error {
	program, folder := filepath.Base(c.Program), cmp.Or(c.Of, c.Folder, ".")
	e := &CLIError{Command: program + " " + command, Folder: folder, Complaint: Complaint(output), cause: cause}
	if strings.TrimSpace(output) == "" {
		e.Complaint = "it ended with " + cause.Error()
	}
	e.Remedy = cmp.Or(c.Remedy, fmt.Sprintf("Correct this and run it again; %s -chdir=%s %s shows the whole output", program, folder,
		command))
	if exit := (*exec.ExitError)(nil); !errors.As(cause, &exit) {
		e.Complaint, e.Remedy = cause.Error(), "Name a program that runs here, with --cli or CLI"
	} else if e.Uninitialized = command != "init" && asksForInit.MatchString(e.Complaint); e.Uninitialized {
		e.Complaint, e.Remedy = "the folder is not initialized", fmt.Sprintf("Run %s -chdir=%s init first", program, folder)
	}
	return e
}

// complaintLimit is about six lines of a terminal, enough for an error with its remedy.
const complaintLimit = 480

// quoted matches the lines of an error that quote the configuration.
var quoted = regexp.MustCompile(`(?m)^\s*(?:with .+,|on .+ line \d+, in .+:|\d+: .*)\s*$`)

// Complaint returns the error in the output of a CLI on one line, without its frame and the quoted
// configuration.
func Complaint(text string) string {
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
