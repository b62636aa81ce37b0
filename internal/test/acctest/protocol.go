package acctest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// Protocol is a configured provider that is called without a CLI, with the same calls as Terraform.
// It is for actions, list resources and identities, which some supported CLIs lack.
type Protocol struct {
	described
	server protocolServer
	config *tfprotov6.DynamicValue
	run    *run
	ctx    context.Context //nolint:containedctx // The protocol's calls take it one by one.
}

// In returns the same run of the provider with another context for the following calls.
func (p *Protocol) In(ctx context.Context) *Protocol {
	in := *p
	in.ctx = ctx
	return &in
}

// run identifies one configuration of a provider. It is not empty, so that each run has a distinct
// address.
type run struct{ _ byte }

type protocolServer interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// Values contains the attributes of a configuration, an object or an identity by name, like decoded
// JSON.
type Values = map[string]any

// Diagnostics are the diagnostics of a call.
type Diagnostics []*tfprotov6.Diagnostic

// HasError reports whether one of them is an error.
func (d Diagnostics) HasError() bool {
	for _, diagnostic := range d {
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}

// String returns the severity, attribute, summary and detail of each diagnostic.
func (d Diagnostics) String() string {
	var b strings.Builder
	for _, diagnostic := range d {
		fmt.Fprintf(&b, "%s %s: %s: %s\n", diagnostic.Severity, diagnostic.Attribute, diagnostic.Summary, diagnostic.Detail)
	}
	return b.String()
}

// Protocol starts a provider in this process with the configuration for this service.
func (s *Service) Protocol(t testing.TB) *Protocol {
	t.Helper()
	return s.ProtocolAs(t, s.token)
}

// ProtocolAs works like Protocol with another caller's token. Without a Client the provider has no
// default client.
func (s *Service) ProtocolAs(t testing.TB, token string) *Protocol {
	t.Helper()
	p, config := unconfigured(t, s.transport), Values{"base_url": s.URL, "token": token}
	if s.Client != "" {
		config["client_ext_id"] = s.Client
	}
	p.config = encode(t, config)
	p.NextRun(t)
	return p
}

// unconfigured starts a provider without a configuration.
func unconfigured(t testing.TB, transport http.RoundTripper) *Protocol {
	t.Helper()
	p := validator(t)
	started, err := provider.NewServer("test", transport)
	if err != nil {
		t.Fatal(err)
	}
	var ok bool
	if p.server, ok = started.(protocolServer); !ok {
		t.Fatalf("%T serves no actions or list resources", started)
	}
	return p
}

// validator returns the provider without a configuration that validates for all tests of a binary.
func validator(t testing.TB) *Protocol {
	t.Helper()
	known, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	return &Protocol{described: known, server: known.validator, ctx: context.Background()}
}

// described contains the schemas, which are the same in all providers of a test binary.
type described struct {
	schemas    *tfprotov6.GetProviderSchemaResponse
	identities map[string]*tfprotov6.ResourceIdentitySchema
	validator  protocolServer
}

var schemas = sync.OnceValues(func() (known described, err error) {
	server, err := provider.NewServer("test", nil)
	if err != nil {
		return known, err
	}
	known.validator, _ = server.(protocolServer)
	if known.schemas, err = server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
		return known, err
	}
	all, err := server.GetResourceIdentitySchemas(context.Background(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err == nil {
		known.identities = all.IdentitySchemas
	}
	return known, err
})

// NextRun configures the provider again, so that it does not remember earlier calls.
func (p *Protocol) NextRun(t testing.TB) {
	t.Helper()
	if diags := p.configure(t); diags.HasError() {
		t.Fatal(diags)
	}
}

// Stop ends the calls of the run, as an interrupt of the CLI does.
func (p *Protocol) Stop(t testing.TB) {
	t.Helper()
	if _, err := p.server.StopProvider(p.ctx, &tfprotov6.StopProviderRequest{}); err != nil {
		t.Fatal(err)
	}
}

func (p *Protocol) configure(t testing.TB) Diagnostics {
	t.Helper()
	p.run = new(run)
	configured, err := p.server.ConfigureProvider(p.ctx, &tfprotov6.ConfigureProviderRequest{TerraformVersion: "1.14.0", Config: p.config})
	if err != nil {
		t.Fatal(err)
	}
	return configured.Diagnostics
}

// Invoke validates, plans and invokes an action, and returns its progress messages. It stops after
// a phase with an error.
func (p *Protocol) Invoke(t testing.TB, action string, config Values) ([]string, Diagnostics) {
	t.Helper()
	ctx, encoded := context.Background(), encode(t, config)
	validated, err := p.server.ValidateActionConfig(ctx, &tfprotov6.ValidateActionConfigRequest{ActionType: action, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	if diags := Diagnostics(validated.Diagnostics); diags.HasError() {
		return nil, diags
	}
	planned, err := p.server.PlanAction(ctx, &tfprotov6.PlanActionRequest{ActionType: action, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	if diags := Diagnostics(planned.Diagnostics); diags.HasError() {
		return nil, diags
	}
	stream, err := p.server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: action, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	var progress []string
	var diags Diagnostics
	for event := range stream.Events {
		switch e := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, e.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			diags = append(diags, e.Diagnostics...)
		}
	}
	return progress, diags
}

// Open validates and opens an ephemeral resource, and returns its values.
func (p *Protocol) Open(t testing.TB, ephemeral string, config Values) (Values, Diagnostics) {
	t.Helper()
	ctx, encoded := context.Background(), encode(t, config)
	validated, err := p.server.ValidateEphemeralResourceConfig(ctx,
		&tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: ephemeral, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	if diags := Diagnostics(validated.Diagnostics); diags.HasError() {
		return nil, diags
	}
	opened, err := p.server.OpenEphemeralResource(ctx, &tfprotov6.OpenEphemeralResourceRequest{TypeName: ephemeral, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, opened.Result, valueType(p.schemas.EphemeralResourceSchemas[ephemeral])), opened.Diagnostics
}
