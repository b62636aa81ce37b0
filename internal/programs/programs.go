// Package programs runs the other programs that the project's own commands and tests need: a CLI,
// which is terraform or tofu, and the simulator as a process of its own.
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
	// stopTimeout is how long a program may take to end when it is interrupted.
	stopTimeout = 30 * time.Second
	// shownLines of the output of a failed program are shown.
	shownLines = 30
)

// RequirePaths makes the paths of flags absolute. None may be empty; hint names the command that
// sets them.
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

// Command is a program in a process group of its own, so that a key pressed in the terminal does
// not reach it. When the context ends it is interrupted: a CLI that is killed leaves the provider
// running.
func Command(ctx context.Context, path string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, path, args...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = stopTimeout
	ownGroup(command)
	return command
}

// Environment is that of this process without what would lead a run elsewhere, settings of the
// user's own CLI and of another service, and with those of a run against the service at the URL.
func Environment(cliConfig, baseURL, token string, more ...string) []string {
	kept := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "IDM_")
	})
	kept = append(kept, "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+cliConfig, "TF_INPUT=0", "IDM_BASE_URL="+baseURL, "IDM_TOKEN="+token)
	return append(kept, more...)
}

// CLIVersion is the version of a CLI, such as 1.11.4.
func CLIVersion(ctx context.Context, path string, environment []string) (string, error) {
	command := Command(ctx, path, "version", "-json")
	command.Env = environment
	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s version: %w", path, err)
	}
	var answer struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(output, &answer); err != nil {
		return "", fmt.Errorf("%s version: %w", path, err)
	}
	return answer.Version, nil
}

// LastLines is the end of the output of a failed program.
func LastLines(output []byte) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-shownLines):], "\n")
}
