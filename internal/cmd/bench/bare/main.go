// Command bare is the yardstick of the benchmark: about the least that a provider of the plugin
// framework can do. It has one resource of four attributes, sends one POST, GET or DELETE for each
// object, and knows nothing else.
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
