package acctest

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

var null = &tfprotov6.DynamicValue{JSON: []byte("null")}

// Plan plans the creation of a resource, and returns the planned values.
func (p *Protocol) Plan(t testing.TB, resource string, config Values) (Values, Diagnostics) {
	t.Helper()
	encoded := encode(t, config)
	planned, err := p.server.PlanResourceChange(context.Background(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: resource, PriorState: null, ProposedNewState: encoded, Config: encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	return p.resource(t, resource, planned.PlannedState), planned.Diagnostics
}

// Change brings an existing resource, which it reads first, to a configuration, or destroys it when that is nil. It returns what the state holds
// afterwards, also when the change failed: no refresh comes in between.
func (p *Protocol) Change(t testing.TB, resource string, identity, config Values) (Values, Diagnostics) {
	t.Helper()
	ctx, wanted := context.Background(), null
	if config != nil {
		wanted = encode(t, config)
	}
	read, diags := p.read(t, resource, identity)
	if diags.HasError() {
		return nil, diags
	}
	planned, err := p.server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: resource, PriorState: read.NewState, PriorIdentity: read.NewIdentity, PriorPrivate: read.Private, ProposedNewState: wanted, Config: wanted,
	})
	if err != nil {
		t.Fatal(err)
	}
	if diags = planned.Diagnostics; diags.HasError() {
		return nil, diags
	}
	applied, err := p.server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: resource, PriorState: read.NewState, PlannedState: planned.PlannedState, Config: wanted,
		PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
	})
	if err != nil {
		t.Fatal(err)
	}
	return p.resource(t, resource, applied.NewState), append(diags, applied.Diagnostics...)
}
