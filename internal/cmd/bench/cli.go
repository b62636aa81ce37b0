package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// interruptTimeout is how long a CLI may take to end when it is interrupted.
	interruptTimeout = 30 * time.Second
	// shownLines of the output of a failed command are shown.
	shownLines = 30
)

// cli is terraform or tofu.
type cli struct {
	path        string
	environment []string
}

// environment keeps out what would lead a run elsewhere: settings of the user's own Terraform and
// of another service.
func environment(cliConfig, baseURL string) []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "TF_") && !strings.HasPrefix(variable, "IDM_") {
			kept = append(kept, variable)
		}
	}
	return append(kept, "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+cliConfig, "TF_INPUT=0", "TF_IN_AUTOMATION=1",
		"TF_CLI_ARGS=-no-color",
		"IDM_BASE_URL="+baseURL, "IDM_TOKEN="+token)
}

func (c *cli) version(ctx context.Context) (string, error) {
	command := exec.CommandContext(ctx, c.path, "version", "-json")
	command.Env = c.environment
	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s version: %w", c.path, err)
	}
	var answer struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(output, &answer); err != nil {
		return "", fmt.Errorf("%s version: %w", c.path, err)
	}
	return filepath.Base(c.path) + " " + answer.Version, nil
}

// run runs a command of the CLI in a folder. An error ends with the last lines of its output.
func (c *cli) run(ctx context.Context, folder string, environment []string, args ...string) (measurement, error) {
	usage, err := os.MkdirTemp(folder, "usage")
	if err != nil {
		return measurement{}, err
	}
	output, err := os.Create(filepath.Join(folder, "output.log"))
	if err != nil {
		return measurement{}, err
	}
	defer output.Close()

	command := exec.CommandContext(ctx, c.path, args...)
	command.Dir = folder
	command.Env = slices.Concat(c.environment, environment, []string{usageVariable + "=" + usage})
	command.Stdout, command.Stderr = output, output
	// A CLI that is killed leaves the provider running; one that is interrupted ends it.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptTimeout
	ownGroup(command)

	begin := time.Now()
	if err := command.Start(); err != nil {
		return measurement{}, err
	}
	err = command.Wait()
	wall := time.Since(begin)
	providers, unread := readUsage(usage)
	if err := errors.Join(err, unread); err != nil {
		endGroup(command)
		return measurement{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, lastLines(output.Name()))
	}
	return split(wall, cpu(command.ProcessState), peak(command.ProcessState), providers), nil
}

func lastLines(file string) string {
	content, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	return strings.Join(lines[max(0, len(lines)-shownLines):], "\n")
}
