// Command terraform-provider-idm is the Terraform and OpenTofu provider for the identity management service.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// version is set by the linker in a release.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "serve for a debugger: prints the reattach configuration and waits")
	flag.Parse()
	options := providerserver.ServeOpts{Address: provider.Address, Debug: *debug, ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), provider.New(version), options); err != nil {
		log.Fatal(err)
	}
}
