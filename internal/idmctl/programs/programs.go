// Package programs runs the programs that the project's own commands and tests need: a CLI, which
// is terraform or tofu, and the simulator as a separate process.
package programs

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// stopTimeout limits the time from the interrupt of a program to its end.
	stopTimeout = 30 * time.Second
	// shownLines is the number of output lines that are shown after a failure.
	shownLines = 30
)

// RequirePaths makes the paths of flags absolute and rejects empty ones; hint names the command
// that sets them.
func RequirePaths(flags *flag.FlagSet, hint string, names ...string) error {
	for _, name := range names {
		path := flags.Lookup(name).Value
		if path.String() == "" {
			last := len(names) - 1
			return fmt.Errorf("all of -%s and -%s are needed; `%s` gives them", strings.Join(names[:last], ", -"), names[last], hint)
		}
		absolute, err := filepath.Abs(path.String())
		if err != nil {
			return err
		}
		if err := path.Set(absolute); err != nil {
			return err
		}
	}
	return nil
}

// Command returns a program in its own process group, so that it does not receive keyboard
// interrupts of the terminal. When the context ends it is interrupted rather than killed, because a
// killed CLI leaves the provider running.
func Command(ctx context.Context, path string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, path, args...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = stopTimeout
	ownGroup(command)
	return command
}

// Environment returns the environment for a run against the service at baseURL. It omits variables
// of this process that configure the user's own CLI or another service.
func Environment(cliConfig, baseURL, token string, more ...string) []string {
	kept := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "IDM_")
	})
	kept = append(kept, "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+cliConfig, "TF_INPUT=0", "IDM_BASE_URL="+baseURL, "IDM_TOKEN="+token)
	return append(kept, more...)
}

// CLIVersion returns the version of a CLI, such as 1.11.4.
func CLIVersion(ctx context.Context, path string, environment []string) (string, error) {
	command := Command(ctx, path, "version", "-json")
	command.Env = environment
	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s version: %w", path, err)
	}
	var response struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(output, &response); err != nil {
		return "", fmt.Errorf("%s version: %w", path, err)
	}
	return response.Version, nil
}

// LastLines returns the last lines of the output of a failed program.
func LastLines(output []byte) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-shownLines):], "\n")
}
