package acctest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// Protocol is a configured provider that is called without a CLI, with the same calls as Terraform.
// It is for actions, list resources and identities, which some supported CLIs lack.
type Protocol struct {
	server     protocolServer
	schemas    *tfprotov6.GetProviderSchemaResponse
	identities map[string]*tfprotov6.ResourceIdentitySchema
	config     Values
	run        *run
	ctx        context.Context //nolint:containedctx // The protocol's calls take it one by one.
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
	started, err := provider.NewServer("test", s.transport)
	if err != nil {
		t.Fatal(err)
	}
	server, ok := started.(protocolServer)
	if !ok {
		t.Fatalf("%T serves no actions or list resources", started)
	}
	p := &Protocol{server: server, ctx: context.Background()}
	if p.schemas, err = server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
		t.Fatal(err)
	}
	identities, err := server.GetResourceIdentitySchemas(context.Background(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	p.identities = identities.IdentitySchemas
	p.config = Values{"base_url": s.URL, "token": token}
	if s.Client != "" {
		p.config["client_ext_id"] = s.Client
	}
	p.NextRun(t)
	return p
}

// NextRun configures the provider again, so that it does not remember earlier calls.
func (p *Protocol) NextRun(t testing.TB) {
	t.Helper()
	p.run = new(run)
	configured, err := p.server.ConfigureProvider(context.Background(),
		&tfprotov6.ConfigureProviderRequest{TerraformVersion: "1.14.0", Config: encode(t, p.config)})
	if err != nil {
		t.Fatal(err)
	}
	if diags := Diagnostics(configured.Diagnostics); diags.HasError() {
		t.Fatal(diags)
	}
}

// encode encodes values in the JSON form of the protocol, in which a missing attribute is null.
func encode(t testing.TB, values Values) *tfprotov6.DynamicValue {
	t.Helper()
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.DynamicValue{JSON: text}
}

// encodeAs encodes an object of a schema, in which an attribute may be tftypes.UnknownValue. The
// value of a dynamic attribute has the type that a CLI would derive from a configuration.
func encodeAs(t testing.TB, schema *tfprotov6.Schema, values Values) *tfprotov6.DynamicValue {
	t.Helper()
	carried, unknown := maps.Clone(values), []string{}
	for _, attribute := range schema.Block.Attributes {
		if values[attribute.Name] == any(tftypes.UnknownValue) {
			delete(carried, attribute.Name)
			unknown = append(unknown, attribute.Name)
			continue
		}
		if value := values[attribute.Name]; value != nil && attribute.Type != nil && attribute.Type.Is(tftypes.DynamicPseudoType) {
			carried[attribute.Name] = Values{"type": typeOf(value), "value": value}
		}
	}
	encoded := encode(t, carried)
	if len(unknown) > 0 {
		encoded = withUnknown(t, schema.ValueType(), encoded, unknown)
	}
	return encoded
}

// withUnknown returns an object whose attributes with the names are unknown.
func withUnknown(t testing.TB, of tftypes.Type, encoded *tfprotov6.DynamicValue, names []string) *tfprotov6.DynamicValue {
	t.Helper()
	var attributes map[string]tftypes.Value
	object, err := encoded.Unmarshal(of)
	if err == nil {
		err = object.As(&attributes)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		attributes[name] = tftypes.NewValue(attributes[name].Type(), tftypes.UnknownValue)
	}
	value, err := tfprotov6.NewDynamicValue(of, tftypes.NewValue(of, attributes))
	if err != nil {
		t.Fatal(err)
	}
	return &value
}

// typeOf returns the type of a value in the JSON form of types.
func typeOf(value any) any {
	switch value := value.(type) {
	case string:
		return "string"
	case bool:
		return "bool"
	case float64, int:
		return "number"
	case []any:
		elements := make([]any, len(value))
		for i, element := range value {
			elements[i] = typeOf(element)
		}
		return []any{"tuple", elements}
	case Values:
		members := Values{}
		for name, member := range value {
			members[name] = typeOf(member)
		}
		return []any{"object", members}
	}
	return "dynamic"
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
	return decode(t, opened.Result, p.schemas.EphemeralResourceSchemas[ephemeral].ValueType()), opened.Diagnostics
}
