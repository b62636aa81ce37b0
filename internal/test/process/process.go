// Package process runs the simulator and the CLIs as separate processes, for tests and measurements.
package process

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// shownLines is the number of output lines that are shown after a failure.
const shownLines = 30

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
	command := programs.Command(ctx, path, "version", "-json")
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
