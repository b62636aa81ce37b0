// Command demo presents the provider with a real CLI against the simulator: init, plan, apply, an
// empty second plan, a manual change in the service, the plan that shows it, the repair, and the
// review of the first plan as a page.
//
// It explains each step, prints the command and its output, and stops with an error at the first
// unexpected result. It stops all processes that it started.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "\nThe demo did not go as expected:", err)
		os.Exit(1)
	}
}

type settings struct {
	cli, idmctl, plugins, configuration, work string
}

func parse(args []string) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.StringVar(&s.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&s.idmctl, "idmctl", "", "the companion command, which holds the simulator")
	flags.StringVar(&s.plugins, "plugins", "", "folder in the layout of a filesystem mirror that holds the provider")
	flags.StringVar(&s.configuration, "configuration", "", "folder of the configuration to apply")
	flags.StringVar(&s.work, "work", "", "folder to work in; its content is replaced")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	return s, programs.RequirePaths(flags, "make demo", "cli", "idmctl", "plugins", "configuration", "work")
}

func run(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := parse(args)
	if err != nil {
		return err
	}
	cliConfig, err := prepare(s)
	if err != nil {
		return err
	}

	begin := time.Now()
	service, err := startService(ctx, s.idmctl)
	if err != nil {
		return err
	}
	defer service.Stop()

	story := &story{
		settings: s,
		out:      os.Stdout,
		service:  service,
		cli:      &cli{path: s.cli, folder: s.work, environment: environment(service, cliConfig), out: os.Stdout},
	}
	if err := story.tell(ctx); err != nil {
		// The error of an interrupted step would hide the reason for the interrupt.
		return cmp.Or(context.Cause(ctx), err)
	}
	fmt.Printf("\nAll went as expected, in %.0f seconds. The simulator stops with the demo; the configuration and its state stay in\n%s.\n",
		time.Since(begin).Seconds(), s.work)
	return nil
}
