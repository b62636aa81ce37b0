// Command providerschema prints the provider's schemas as JSON, in the format of `terraform
// providers schema -json`.
//
// The documentation is generated from its output. It asks the provider itself instead of a CLI,
// because a CLI leaves out what it does not know (identities, list resources, actions), and the
// pages must not depend on the CLI at hand.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

func main() {
	server := providerserver.NewProtocol6(provider.New("dev")())()
	if err := run(context.Background(), server, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "providerschema:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, server tfprotov6.ProviderServer, out io.Writer) error {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return err
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return err
	}
	if err := failure(append(schemas.Diagnostics, identities.Diagnostics...)); err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document(schemas, identities))
}

func failure(diagnostics []*tfprotov6.Diagnostic) error {
	var failures []error
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			failures = append(failures, fmt.Errorf("%s: %s", d.Summary, d.Detail))
		}
	}
	return errors.Join(failures...)
}
