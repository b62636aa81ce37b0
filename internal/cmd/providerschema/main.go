// Command providerschema prints the provider's schemas as JSON, in the format of `terraform
// providers schema -json`.
//
// The documentation is generated from its output. It queries the provider directly, because a CLI
// omits the parts that it does not support (identities, list resources, actions), and the pages
// must not depend on the installed CLI.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

func main() {
	bare := flag.Bool("bare", false, "leave the descriptions out: what a release is remembered by")
	flag.Parse()
	server := providerserver.NewProtocol6(provider.New("dev")())()
	if err := run(context.Background(), server, os.Stdout, *bare); err != nil {
		fmt.Fprintln(os.Stderr, "providerschema:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, server tfprotov6.ProviderServer, out io.Writer, bare bool) error {
	schemas, err := read(ctx, server)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	if !bare {
		encoder.SetIndent("", "  ")
		return encoder.Encode(schemas)
	}
	text, err := json.Marshal(schemas)
	if err != nil {
		return err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return err
	}
	encoder.SetIndent("", " ")
	return encoder.Encode(withoutTexts(tree))
}

// withoutTexts removes the texts, which may change in any release.
func withoutTexts(node any) any {
	switch node := node.(type) {
	case map[string]any:
		for key, value := range node {
			if _, text := value.(string); text && (strings.HasPrefix(key, "description") || key == "summary") {
				delete(node, key)
				continue
			}
			node[key] = withoutTexts(value)
		}
	case []any:
		for i, value := range node {
			node[i] = withoutTexts(value)
		}
	}
	return node
}

func read(ctx context.Context, server tfprotov6.ProviderServer) (*tfjson.ProviderSchemas, error) {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return nil, err
	}
	if err := failure(append(schemas.Diagnostics, identities.Diagnostics...)); err != nil {
		return nil, err
	}
	return document(schemas, identities), nil
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
