// Command idmctl is the companion of the provider. It simulates the service and supports the tasks
// around the provider, such as review, drift reports and export.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl"
)

// version is the version of the release. The build sets it.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := idmctl.Run(ctx, version, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
