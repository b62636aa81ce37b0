package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

const peopleHeading = "| step | wall, s | CPU of the CLI, s | CPU of the provider, s | memory of the CLI, MiB | memory of the provider, MiB | " +
	"requests |\n|---|--:|--:|--:|--:|--:|--:|\n"

// peopleSteps are the commands that are measured, in their order: a new company, no change, a joiner,
// and a job with one role less.
var peopleSteps = []struct {
	name string
	args []string
}{
	{"first plan", []string{"plan", "-out=new.plan"}},
	{"apply", []string{"apply", "new.plan"}},
	{"plan without refresh", []string{"plan", "-refresh=false", "-detailed-exitcode"}},
	{"plan", []string{"plan", "-detailed-exitcode"}},
	{"a joiner", []string{"plan", "-refresh=false", "-var=joiners=1"}},
	{"a job with one role less", []string{"plan", "-refresh=false", "-var=roles=5"}},
}

// runPeople measures a company in three collections: users and profiles with a property and six
// grants each, and 100 units. It prints a line for each step.
func runPeople(ctx context.Context, args []string) error {
	var cliPath, idmctl, provider, out, profiles string
	var people, latency int
	var limit time.Duration
	flags := flag.NewFlagSet("people", flag.ContinueOnError)
	flags.StringVar(&cliPath, "cli", "", "terraform or tofu")
	flags.StringVar(&idmctl, "idmctl", "", "the companion command, which holds the simulator")
	flags.StringVar(&provider, "provider", "", "the provider, or one with a profiler around it for -profiles")
	flags.StringVar(&out, "out", "", "folder to work in")
	flags.StringVar(&profiles, "profiles", "", "folder for the profiles of the provider")
	flags.IntVar(&people, "n", 5000, "people")
	flags.IntVar(&latency, "latency", 0, "latency of the service in milliseconds")
	flags.DurationVar(&limit, "limit", time.Hour, "time limit")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := programs.RequirePaths(flags, "make bench OF=people", "cli", "idmctl", "provider", "out"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cliConfig, err := peopleFolder(out)
	if err != nil {
		return err
	}
	started, err := programs.StartSimulator(ctx, idmctl, "demo", fmt.Sprintf("--latency=%dms", latency))
	if err != nil {
		return err
	}
	defer started.Stop()
	service := simulator{started}
	c := cli{path: cliPath, environment: programs.Environment(cliConfig, service.BaseURL, "demo-admin-token", "TF_IN_AUTOMATION=1",
		"TF_CLI_ARGS=-no-color", "IDM_CLIENT_EXT_ID=acme", fmt.Sprintf("TF_VAR_people=%d", people), profilesVariable+"="+profiles,
		providerVariable+"="+provider)}
	if _, err := c.run(ctx, out, nil, "init"); err != nil {
		return err
	}
	fmt.Printf("%d people, latency %d ms\n\n%s", people, latency, peopleHeading)
	for _, step := range peopleSteps {
		if err := measurePeople(ctx, c, service, out, step.name, step.args); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// measurePeople runs a command, and prints its line.
func measurePeople(ctx context.Context, c cli, service simulator, folder, name string, args []string) error {
	if err := service.forget(ctx); err != nil {
		return err
	}
	m, err := c.run(ctx, folder, nil, args...)
	if err != nil {
		return err
	}
	requests, err := service.requests(ctx)
	if err != nil {
		return err
	}
	for _, n := range requests {
		m.Requests += n
	}
	fmt.Printf("| %s | %.1f | %.1f | %.1f | %.0f | %.0f | %d |\n", name, m.WallSeconds, m.CLISeconds, m.ProviderSeconds,
		float64(m.CLIPeak)/mebibyte, float64(m.ProviderPeak)/mebibyte, m.Requests)
	return nil
}

// peopleFolder creates the folder of the configuration, and returns the configuration of the CLI.
func peopleFolder(out string) (cliConfig string, err error) {
	if err := os.RemoveAll(out); err != nil {
		return "", err
	}
	files, err := fs.Sub(configurations, "configuration/people")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(out, files); err != nil {
		return "", err
	}
	return installStandIns(filepath.Clean(out))
}
