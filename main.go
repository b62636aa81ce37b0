// Command terraform-provider-idm is the Terraform and OpenTofu provider for the identity management
// service.
package main

import (
	"flag"
	"log"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// version is set by the linker in a release.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "serve for a debugger: prints the reattach configuration and waits")
	flag.Parse()
	if err := provider.Serve(version, *debug); err != nil {
		log.Fatal(err)
	}
}
