package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// peopleForm is a form in which a company is declared. The people are a share of -n.
type peopleForm struct {
	title, configuration string
	share                int
}

var peopleForms = []peopleForm{{"for_each", "chained", 10}, {"collections", "people", 10}, {"collections", "people", 1}}

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
// grants each, and 100 units; and next to it a tenth of the company, also in three chained resources
// with for_each, without the properties. It prints a table with a row for each step.
func runPeople(ctx context.Context, args []string) error {
	var c peopleCommand
	flags := flag.NewFlagSet("people", flag.ContinueOnError)
	flags.StringVar(&c.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&c.idmctl, "idmctl", "", "the companion command, which holds the simulator")
	flags.StringVar(&c.provider, "provider", "", "the provider, or one with a profiler around it for -profiles")
	flags.StringVar(&c.out, "out", "", "folder to work in")
	flags.StringVar(&c.profiles, "profiles", "", "folder for the profiles of the provider")
	flags.IntVar(&c.people, "n", 5000, "people; a tenth of them with for_each")
	flags.IntVar(&c.latency, "latency", 0, "latency of the service in milliseconds")
	compare := flags.Bool("compare", true, "also measure a tenth of the people, with for_each and in collections")
	flags.DurationVar(&c.limit, "limit", time.Hour, "time limit")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := programs.RequirePaths(flags, "make bench OF=people", "cli", "idmctl", "provider", "out"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	if c.forms = peopleForms; !*compare {
		c.forms = peopleForms[2:]
	}
	columns := make([][]measurement, len(c.forms))
	at := progress{out: os.Stderr, total: len(c.forms) * len(peopleSteps)}
	var failed error
	for i, form := range c.forms {
		if columns[i], failed = c.measure(ctx, form.configuration, c.people/form.share, &at); failed != nil {
			failed = fmt.Errorf("%s: %w", form.title, failed)
			break
		}
	}
	fmt.Print(c.table(columns))
	return failed
}

// peopleCommand contains the flags.
type peopleCommand struct {
	cli, idmctl, provider, out, profiles string
	people, latency                      int
	limit                                time.Duration
	forms                                []peopleForm
}

// measure measures all steps of a form, with a service of its own.
func (c peopleCommand) measure(ctx context.Context, configuration string, people int, at *progress) ([]measurement, error) {
	folder := filepath.Join(c.out, fmt.Sprint(configuration, "-", people))
	cliConfig, err := peopleFolder(folder, configuration)
	if err != nil {
		return nil, err
	}
	started, err := programs.StartSimulator(ctx, c.idmctl, "demo", fmt.Sprintf("--latency=%dms", c.latency))
	if err != nil {
		return nil, err
	}
	defer started.Stop()
	service := simulator{started}
	run := cli{path: c.cli, environment: programs.Environment(cliConfig, service.BaseURL, "demo-admin-token", "TF_IN_AUTOMATION=1",
		"TF_CLI_ARGS=-no-color", "IDM_CLIENT_EXT_ID=acme", fmt.Sprintf("TF_VAR_people=%d", people), profilesVariable+"="+c.profiles,
		providerVariable+"="+c.provider)}
	if _, err := run.run(ctx, folder, nil, "init"); err != nil {
		return nil, err
	}
	var all []measurement
	for _, step := range peopleSteps {
		if err := service.forget(ctx); err != nil {
			return all, err
		}
		done := at.begin(fmt.Sprintf("%s of %d people: %s", configuration, people, step.name))
		m, err := run.run(ctx, folder, nil, step.args...)
		if err == nil {
			m.Methods, err = service.requests(ctx)
		}
		for _, n := range m.Methods {
			m.Requests += n
		}
		if done(m, err); err != nil {
			return all, fmt.Errorf("%s: %w", step.name, err)
		}
		all = append(all, m)
	}
	return all, nil
}

// table returns a row for each step, and the columns of each form: the time, the CPU time and the
// peak memory of the CLI and the provider together, and the requests.
func (c peopleCommand) table(columns [][]measurement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Latency of the service %d ms. CPU and memory are those of the CLI and the provider together.\n\n| step |", c.latency)
	rule := strings.Repeat("--:|", 4*len(c.forms))
	for _, form := range c.forms {
		fmt.Fprintf(&b, " %s, %d people: wall, s | CPU, s | memory, MiB | requests |", form.title, c.people/form.share)
	}
	b.WriteString("\n|---|" + rule + "\n")
	for i, step := range peopleSteps {
		fmt.Fprintf(&b, "| %s |", step.name)
		for _, measured := range columns {
			if i >= len(measured) {
				b.WriteString(" | | | |")
				continue
			}
			m, most := measured[i], ""
			if m.CLIPeakIsBound {
				most = "≤ "
			}
			fmt.Fprintf(&b, " %.1f | %.1f | %s%.0f | %d |", m.WallSeconds, m.CLISeconds+m.ProviderSeconds, most,
				float64(m.CLIPeak+m.ProviderPeak)/mebibyte, m.Requests)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// peopleFolder creates the folder of a configuration, and returns the configuration of the CLI.
func peopleFolder(folder, configuration string) (cliConfig string, err error) {
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	files, err := fs.Sub(configurations, "configuration/"+configuration)
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(folder, files); err != nil {
		return "", err
	}
	return installStandIns(filepath.Clean(folder))
}
