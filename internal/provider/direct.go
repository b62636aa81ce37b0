package provider

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tfsdklog"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// direct answers the calls for the objects of a collection without the plugin framework, which
// converts all elements about ten times in each call. Collections have no defaults, no identity and
// no plan modifiers, and set all computed attributes themselves.
type direct struct {
	protocol
	provider *idmProvider
}

// collectionCall is a configured collection in one call.
type collectionCall struct {
	resourcebase.CollectionCall
	*resourcebase.Collection
	ctx  context.Context //nolint:containedctx // Of the call.
	kind tftypes.Object
	// err is a value that the protocol does not allow, or private state that is not the provider's.
	err error
	// spellings are the maps of elements in the values of the request, and types those that they share.
	spellings []spelling
	types     knownTypes
}

// collection returns the collection of a call; nil for any other type.
func (d direct) collection(ctx context.Context, name string, private []byte) *collectionCall {
	of := objecttype.ByTypeName(name)
	if of == nil || of.Class != objecttype.Collection {
		return nil
	}
	collectOften()
	// The framework's values write to its log.
	c := &collectionCall{ctx: tfsdklog.NewSubsystem(ctx, "framework", tfsdklog.WithLevelFromEnv("TF_LOG_SDK_FRAMEWORK"),
		tfsdklog.WithRootFields()), types: knownTypes{}}
	for _, construct := range d.provider.parts.Collections {
		if all := construct(d.provider.single); all.Type == of {
			c.Collection = all
		}
	}
	c.kind, _ = c.Described.Type().TerraformType(c.ctx).(tftypes.Object)
	var ready resource.ConfigureResponse
	c.Configure(c.ctx, resource.ConfigureRequest{ProviderData: d.provider.configured.Load()}, &ready)
	if len(private) > 0 {
		c.err = json.Unmarshal(private, &c.Private)
	}
	return c
}

// call calls a method of the collection with values, unless one of them is wrong.
func (c *collectionCall) call(config, state, plan *tfprotov6.DynamicValue, method func(context.Context, *resourcebase.CollectionCall)) {
	c.Config, c.State, c.Plan = c.decode(config), c.decode(state), c.decode(plan)
	if c.err == nil {
		method(c.ctx, &c.CollectionCall)
	}
}

// private returns the private state after a call.
func (c *collectionCall) private() []byte {
	encoded, _ := json.Marshal(c.Private) // Texts and booleans always have a JSON form.
	return encoded
}

// reported returns the diagnostics of a call.
func (c *collectionCall) reported() (all []*tfprotov6.Diagnostic) {
	for _, d := range c.Diags {
		// The numbers of the framework's severities are those of the protocol.
		one := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverity(d.Severity()), Summary: d.Summary(), Detail: d.Detail()}
		if at, ok := d.(diag.DiagnosticWithPath); ok {
			one.Attribute = tftypes.NewAttributePath()
			for _, step := range at.Path().Steps() {
				if key, ok := step.(path.PathStepElementKeyString); ok {
					one.Attribute = one.Attribute.WithElementKeyString(string(key))
				} else {
					one.Attribute = one.Attribute.WithAttributeName(step.String())
				}
			}
		}
		all = append(all, one)
	}
	return all
}

// ValidateResourceConfig validates the elements of a collection, and leaves the other attributes to
// the framework.
func (d direct) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (
	*tfprotov6.ValidateResourceConfigResponse, error) {
	c := d.collection(ctx, req.TypeName, nil)
	if c == nil {
		return d.protocol.ValidateResourceConfig(ctx, req)
	}
	name, rest := c.Type.Elements, *req
	attributes, _ := fixedmap.Members(c.decode(req.Config))
	if _, known := fixedmap.Members(attributes[name]); known {
		fixedmap.Check(c.ctx, path.Root(name), attributes[name], c.Described.Attributes[name], &c.Diags)
		attributes = maps.Clone(attributes)
		attributes[name] = tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
		rest.Config = c.encode(tftypes.NewValue(c.kind, attributes))
	}
	validated, err := d.protocol.ValidateResourceConfig(ctx, &rest)
	if validated != nil {
		validated.Diagnostics = append(c.reported(), validated.Diagnostics...)
	}
	return validated, err
}

// UpgradeResourceState returns the recorded state of a collection in the form in which the CLI has
// it.
func (d direct) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (
	*tfprotov6.UpgradeResourceStateResponse, error) {
	if d.collection(ctx, req.TypeName, nil) == nil || req.RawState == nil || req.Version != 0 {
		return d.protocol.UpgradeResourceState(ctx, req)
	}
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &tfprotov6.DynamicValue{JSON: req.RawState.JSON}}, nil
}

// PlanResourceChange plans a collection.
func (d direct) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse,
	error) {
	c := d.collection(ctx, req.TypeName, req.PriorPrivate)
	if c == nil {
		return d.protocol.PlanResourceChange(ctx, req)
	}
	c.call(req.Config, req.PriorState, req.ProposedNewState, c.PlanElements)
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: c.encode(c.Plan), PlannedPrivate: req.PriorPrivate,
		Diagnostics: c.reported()}, c.err
}

// ReadResource refreshes a collection.
func (d direct) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	c := d.collection(ctx, req.TypeName, req.Private)
	if c == nil {
		return d.protocol.ReadResource(ctx, req)
	}
	c.call(nil, req.CurrentState, nil, c.ReadElements)
	return &tfprotov6.ReadResourceResponse{NewState: c.encode(c.State), Private: c.private(), Diagnostics: c.reported()}, c.err
}

// ApplyResourceChange creates, updates or deletes a collection.
func (d direct) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (
	*tfprotov6.ApplyResourceChangeResponse, error) {
	c := d.collection(ctx, req.TypeName, req.PlannedPrivate)
	if c == nil {
		return d.protocol.ApplyResourceChange(ctx, req)
	}
	c.call(req.Config, req.PriorState, req.PlannedState, c.ApplyElements)
	return &tfprotov6.ApplyResourceChangeResponse{NewState: c.encode(c.State), Private: c.private(), Diagnostics: c.reported()}, c.err
}
