package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// token is the administrator's token in every seed.
const token = "bench-token"

// cli is terraform or tofu.
type cli struct {
	path        string
	environment []string
}

func (c *cli) version(ctx context.Context) (string, error) {
	version, err := programs.CLIVersion(ctx, c.path, c.environment)
	return filepath.Base(c.path) + " " + version, err
}

// run runs a command of the CLI in a folder. An error contains the last lines of its output.
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

	command := programs.Command(ctx, c.path, args...)
	command.Dir = folder
	command.Env = slices.Concat(c.environment, environment, []string{usageVariable + "=" + usage})
	command.Stdout, command.Stderr = output, output

	begin := time.Now()
	if err := command.Start(); err != nil {
		return measurement{}, err
	}
	err = command.Wait()
	wall := time.Since(begin)
	providers, unread := readUsage(usage)
	if err := errors.Join(err, unread); err != nil {
		programs.EndGroup(command)
		return measurement{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, lastLines(output.Name()))
	}
	return split(wall, cpu(command.ProcessState), programs.PeakMemory(command.ProcessState), providers), nil
}

func lastLines(file string) string {
	content, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	return programs.LastLines(content)
}
