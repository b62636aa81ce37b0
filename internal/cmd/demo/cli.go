package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// The expected exit codes of `plan -detailed-exitcode`.
const (
	nothingToDo = 0
	changes     = 2
)

// cli is terraform or tofu, run in one folder.
type cli struct {
	path        string
	folder      string
	environment []string
	out         io.Writer
}

func (c *cli) name() string { return filepath.Base(c.path) }

// version returns an error for a CLI that the provider does not support.
func (c *cli) version(ctx context.Context) (string, error) {
	version, err := programs.CLIVersion(ctx, c.path, c.environment)
	if err != nil {
		return "", err
	}
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return "", fmt.Errorf("%s version: cannot read %q", c.path, version)
	}
	if major < 1 || major == 1 && minor < 11 {
		return "", fmt.Errorf("%s is version %s, and 1.11 is the lowest supported; `make demo CLI=tofu` uses OpenTofu", c.path,
			version)
	}
	return version, nil
}

// colors matches the color codes in the output of a CLI on a terminal.
var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

// run prints a command and its output, and returns the output without colors. It fails unless the
// command ends with the exit code.
func (c *cli) run(ctx context.Context, exitCode int, args ...string) (string, error) {
	line := c.name() + " " + strings.Join(args, " ")
	fmt.Fprintf(c.out, "\n$ %s\n\n", line)

	var output bytes.Buffer
	command := c.command(ctx, args...)
	command.Stdout = io.MultiWriter(c.out, &output)
	command.Stderr = command.Stdout
	err := command.Run()

	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w", line, err)
	}
	if got := command.ProcessState.ExitCode(); got != exitCode {
		return "", fmt.Errorf("`%s` ended with exit code %d instead of %d", line, got, exitCode)
	}
	return colors.ReplaceAllString(output.String(), ""), nil
}

func (c *cli) command(ctx context.Context, args ...string) *exec.Cmd {
	command := programs.Command(ctx, c.path, args...)
	command.Dir = c.folder
	command.Env = c.environment
	return command
}
