// Command bare is the baseline of the benchmark: a minimal provider on the plugin framework. It has
// one resource with four attributes, sends one POST, GET or DELETE for each object, and does
// nothing else.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() {
	if err := providerserver.Serve(context.Background(), newProvider,
		providerserver.ServeOpts{Address: "registry.terraform.io/identity-iac/bare"}); err != nil {
		log.Fatal(err)
	}
}
