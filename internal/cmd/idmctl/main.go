// Command idmctl is the companion of the provider. `idmctl simulate` runs a
// simulator of the service.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

// run ends when the command does, or in good order when it is interrupted.
func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return newCommand().ExecuteContext(ctx)
}

func newCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "idmctl",
		Short:         "Work with the identity management service beside Terraform",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(newSimulateCommand())
	return root
}
