package idmctl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// refuseMisspelled makes every misspelled command and flag an error. Without it a group of commands
// prints its help and succeeds, and a gate that checked nothing passes.
func refuseMisspelled(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	root.SetFlagErrorFunc(flagError)
	root.Args = unknownCommand
	root.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Run, cmd.RunE = nil, help
		}
		refuseOthers(cmd)
	}
}

// refuseOthers makes a group of commands refuse everything that is not one of them.
func refuseOthers(cmd *cobra.Command) {
	for _, below := range cmd.Commands() {
		refuseOthers(below)
	}
	if cmd.Runnable() {
		cmd.Args = orUsage(cmd.Args)
		return
	}
	cmd.Args = unknownCommand
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return fmt.Errorf("%s needs a command: use one of %s", cmd.CommandPath(), strings.Join(commandNames(cmd), ", "))
	}
}

// orUsage adds to the error of a command's arguments how the command is called.
func orUsage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case check == nil || check(cmd, args) == nil:
			return nil
		case len(args) > 0 && !strings.Contains(cmd.Use, " "):
			return fmt.Errorf("%s takes no argument, but %q was given: write each value after its flag (%[1]s --help)",
				cmd.CommandPath(), args[0])
		}
		return fmt.Errorf("%d arguments were given: run %q (%s --help)", len(args), cmd.UseLine(), cmd.CommandPath())
	}
}

// execute runs a command line. The help of a misspelled command is an error, too: cobra shows the
// help of its group and succeeds.
func execute(ctx context.Context, root *cobra.Command) error {
	var misspelled error
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		about, rest, _ := cmd.Find(cmd.Flags().Args())
		if len(rest) > 0 && about.HasSubCommands() {
			misspelled = unknownCommand(about, rest)
			return
		}
		show(about, args)
	})
	err := root.ExecuteContext(ctx)
	return cmp.Or(err, misspelled)
}

func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := commandNames(cmd)
	offer := suggest.DidYouMean(args[0], names)
	if offer == "" {
		offer = "The commands are " + strings.Join(names, ", ") + "."
	}
	return fmt.Errorf("%s has no command %q: %s", cmd.CommandPath(), args[0], offer)
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	return names
}

func help(cmd *cobra.Command, args []string) error {
	about, rest, _ := cmd.Root().Find(args)
	if len(rest) > 0 && (about.HasSubCommands() || about == cmd.Root()) {
		return unknownCommand(about, rest)
	}
	about.InitDefaultHelpFlag()
	about.InitDefaultVersionFlag()
	return about.Help()
}

// flagError adds the similar flags to the error of an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	unknown := (*pflag.NotExistError)(nil)
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	given := "--" + strings.TrimLeft(unknown.GetSpecifiedName(), "-")
	offer := suggest.DidYouMean(given, names)
	if offer == "" {
		offer = "Its help lists the flags: " + cmd.CommandPath() + " --help"
	}
	return fmt.Errorf("%s: %w. %s", cmd.CommandPath(), err, offer)
}

// oneOf returns an error for a value of a flag that is not one of its values. An empty one is not
// given.
func oneOf(flag, value string, known []string) error {
	if value == "" || slices.Contains(known, value) {
		return nil
	}
	text := fmt.Sprintf("--%s %s: give one of %s", flag, value, strings.Join(known, ", "))
	if offer := suggest.DidYouMean(value, known); offer != "" {
		text += ". " + offer
	}
	return errors.New(text)
}
