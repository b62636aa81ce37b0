package acctest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Instance is one instance of a resource over several runs, like in a state file. The zero value
// with a Type is an instance without an object. Each method takes the provider of its run.
type Instance struct {
	// Type is the type of the resource.
	Type string
	// Values is nil if the object does not exist.
	Values Values
	// Tainted reports that a create failed after the object was created, so that Terraform would
	// replace the object.
	Tainted bool

	state    *tfprotov6.DynamicValue
	identity *tfprotov6.ResourceIdentityData
	private  []byte
	// applied is the last run that changed the instance.
	applied *run
}

// Planned is a planned change of an instance.
type Planned struct {
	// Values contains the planned values, with tftypes.UnknownValue for values that the service
	// assigns; nil plans a destroy.
	Values Values
	// Empty reports that the plan changes nothing, and Replaces that it replaces the object by one with
	// the values of Successor.
	Empty, Replaces bool
	Successor       Values

	config    *tfprotov6.DynamicValue
	response  *tfprotov6.PlanResourceChangeResponse
	successor *tfprotov6.PlanResourceChangeResponse
}

// Destroy returns the first half of a replacement, for which a CLI makes no plan of its own.
func (p Planned) Destroy() Planned {
	return Planned{response: &tfprotov6.PlanResourceChangeResponse{PlannedState: null, PlannedPrivate: p.successor.PlannedPrivate}}
}

// Import imports an object by its ID. The state contains only the key until a refresh.
func (i *Instance) Import(t testing.TB, p *Protocol, id string) Diagnostics {
	t.Helper()
	return i.take(t, p, &tfprotov6.ImportResourceStateRequest{TypeName: i.Type, ID: id})
}

// ImportIdentity works like Import with the identity.
func (i *Instance) ImportIdentity(t testing.TB, p *Protocol, identity Values) Diagnostics {
	t.Helper()
	return i.take(t, p, &tfprotov6.ImportResourceStateRequest{
		TypeName: i.Type, Identity: &tfprotov6.ResourceIdentityData{IdentityData: encode(t, identity)},
	})
}

func (i *Instance) take(t testing.TB, p *Protocol, req *tfprotov6.ImportResourceStateRequest) Diagnostics {
	t.Helper()
	imported, err := p.server.ImportResourceState(p.ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range imported.ImportedResources {
		i.keep(t, p, object.State, object.Identity, object.Private)
	}
	return imported.Diagnostics
}

// Identity returns the published identity.
func (i *Instance) Identity(t testing.TB, p *Protocol) Values {
	t.Helper()
	return p.identity(t, i.Type, i.identity)
}

// Refresh reads the object. As in Terraform, the state does not change if the read fails.
func (i *Instance) Refresh(t testing.TB, p *Protocol) Diagnostics {
	t.Helper()
	if i.Values == nil {
		return nil
	}
	read, err := p.server.ReadResource(p.ctx, &tfprotov6.ReadResourceRequest{
		TypeName: i.Type, CurrentState: i.state, CurrentIdentity: i.identity, Private: i.private,
	})
	if err != nil {
		t.Fatal(err)
	}
	if diags := Diagnostics(read.Diagnostics); diags.HasError() {
		return diags
	}
	i.keep(t, p, read.NewState, read.NewIdentity, read.Private)
	return read.Diagnostics
}

// Recall decodes the state, as a CLI does before it refreshes or plans the object, and returns the
// instance that a CLI then plans: a new one for a tainted object.
func (i *Instance) Recall(t testing.TB, p *Protocol, tainted bool) *Instance {
	t.Helper()
	of := languageType(p.schemas.ResourceSchemas[i.Type])
	text, err := ctyjson.Marshal(toCty(t, i.state, of), of)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.server.UpgradeResourceState(p.ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: i.Type, Version: p.schemas.ResourceSchemas[i.Type].Version, RawState: &tfprotov6.RawState{JSON: text},
	}); err != nil {
		t.Fatal(err)
	}
	if tainted {
		return &Instance{Type: i.Type}
	}
	return i
}

// Edit changes values in the state, like a person with access to the state.
func (i *Instance) Edit(t testing.TB, p *Protocol, values Values) {
	t.Helper()
	maps.Copy(i.Values, values)
	i.state = EncodeAs(t, p.schemas.ResourceSchemas[i.Type], i.Values)
}

// Plan plans the change to a configuration, or the destroy if config is nil.
func (i *Instance) Plan(t testing.TB, p *Protocol, config Values) (Planned, Diagnostics) {
	t.Helper()
	if config == nil {
		return i.plan(t, p, null)
	}
	return i.plan(t, p, EncodeAs(t, p.schemas.ResourceSchemas[i.Type], config))
}

// plan works like Plan with an encoded configuration.
func (i *Instance) plan(t testing.TB, p *Protocol, config *tfprotov6.DynamicValue) (Planned, Diagnostics) {
	t.Helper()
	prior, proposed := null, null
	if i.Values != nil {
		prior = i.state
	}
	if config != null {
		proposed = p.propose(t, i.Type, prior, config)
		validated, err := p.server.ValidateResourceConfig(p.ctx, &tfprotov6.ValidateResourceConfigRequest{
			TypeName: i.Type,
			Config:   config, ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		if diags := Diagnostics(validated.Diagnostics); diags.HasError() {
			return Planned{}, diags
		}
	}
	response, err := p.server.PlanResourceChange(p.ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: i.Type, PriorState: prior, PriorIdentity: i.identity, PriorPrivate: i.private, ProposedNewState: proposed,
		Config: config,
	})
	if err != nil {
		t.Fatal(err)
	}
	planned := Planned{config: config, response: response}
	if diags := Diagnostics(response.Diagnostics); diags.HasError() {
		return planned, diags
	}
	planned.Values = p.resource(t, i.Type, response.PlannedState)
	planned.Replaces = len(response.RequiresReplace) > 0
	planned.Empty = reflect.DeepEqual(planned.Values, i.Values)
	diags := Diagnostics(response.Diagnostics)
	if planned.Replaces {
		diags = append(diags, i.PlanSuccessor(t, p, &planned)...)
	}
	return planned, diags
}

// PlanTainted plans the replacement of the object, as a CLI plans a tainted one: like a new object.
func (i *Instance) PlanTainted(t testing.TB, p *Protocol, config Values) (Planned, Diagnostics) {
	t.Helper()
	return i.planTainted(t, p, EncodeAs(t, p.schemas.ResourceSchemas[i.Type], config))
}

func (i *Instance) planTainted(t testing.TB, p *Protocol, config *tfprotov6.DynamicValue) (Planned, Diagnostics) {
	t.Helper()
	planned, diags := i.Recall(t, p, true).plan(t, p, config)
	planned.Replaces, planned.Empty, planned.Successor, planned.successor = true, false, planned.Values, planned.response
	return planned, diags
}

// PlanSuccessor plans the create of a replacement, as a CLI does after a plan that replaces the
// object, and after any plan with -replace. A CLI drops its warnings.
func (i *Instance) PlanSuccessor(t testing.TB, p *Protocol, planned *Planned) Diagnostics {
	t.Helper()
	response, err := p.server.PlanResourceChange(p.ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: i.Type, PriorState: null, PriorPrivate: planned.response.PlannedPrivate, Config: planned.config,
		ProposedNewState: p.propose(t, i.Type, null, planned.config),
	})
	if err != nil {
		t.Fatal(err)
	}
	if planned.successor = response; !Diagnostics(response.Diagnostics).HasError() {
		planned.Replaces, planned.Empty, planned.Successor = true, false, p.resource(t, i.Type, response.PlannedState)
	}
	return slices.DeleteFunc(response.Diagnostics, func(d *tfprotov6.Diagnostic) bool {
		return d.Severity != tfprotov6.DiagnosticSeverityError
	})
}

// Apply applies a plan and keeps the returned state even after a failure. It also reports results
// that Terraform would call inconsistent.
func (i *Instance) Apply(t testing.TB, p *Protocol, planned Planned) Diagnostics {
	t.Helper()
	prior, config := null, planned.config
	if i.Values != nil {
		prior = i.state
	}
	if config == nil {
		config = null
	}
	// No run destroys an object that it has just created or changed at the same address.
	if planned.Values == nil && i.applied == p.run {
		p.NextRun(t)
	}
	i.applied = p.run
	applied, err := p.server.ApplyResourceChange(p.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: i.Type, PriorState: prior, PlannedState: planned.response.PlannedState, Config: config,
		PlannedPrivate: planned.response.PlannedPrivate, PlannedIdentity: planned.response.PlannedIdentity,
	})
	if err != nil {
		t.Fatal(err)
	}
	made, diags := i.Values == nil, Diagnostics(applied.Diagnostics)
	i.keep(t, p, applied.NewState, applied.NewIdentity, applied.Private)
	i.Tainted = i.Values != nil && diags.HasError() && (made || i.Tainted)
	if !diags.HasError() && !conforms(planned.Values, i.Values) {
		diags = append(diags, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError, Summary: "Inconsistent result",
			Detail: fmt.Sprintf("%s was planned as %v, and is %v", i.Type, planned.Values, i.Values),
		})
	}
	return diags
}

// ApplyConcurrently plans a change, calls between, and applies the plan.
func (i *Instance) ApplyConcurrently(t testing.TB, p *Protocol, config Values, between func()) Diagnostics {
	t.Helper()
	planned, diags := i.Plan(t, p, config)
	if diags.HasError() {
		t.Fatal(diags)
	}
	between()
	return append(diags, i.Apply(t, p, planned)...)
}

// Create creates the object, and checks that the next plan is empty.
func (i *Instance) Create(t testing.TB, p *Protocol, config Values) {
	t.Helper()
	if diags := i.ApplyConcurrently(t, p, config, func() {}); diags.HasError() {
		t.Fatal(diags)
	}
	if planned, diags := i.Plan(t, p, config); diags.HasError() || !planned.Empty {
		t.Fatal("the plan after the create is not empty: ", diags, Equal(i.Values, planned.Values))
	}
}

func (i *Instance) keep(t testing.TB, p *Protocol, state *tfprotov6.DynamicValue, identity *tfprotov6.ResourceIdentityData,
	private []byte) {
	t.Helper()
	i.Values = p.resource(t, i.Type, state)
	i.state, i.identity, i.private = state, identity, private
	if i.Values == nil {
		i.identity, i.private = nil, nil
	}
}
