package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tfsdklog"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
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
	resource interface {
		resource.ResourceWithConfigure
		resource.ResourceWithModifyPlan
	}
	ctx    context.Context //nolint:containedctx // Of the call.
	schema schema.Schema
	kind   tftypes.Type
	diags  diag.Diagnostics
	// err is a value that the protocol does not allow.
	err error
	// private contains the private state of the request by key.
	private map[string][]byte
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
		tfsdklog.WithRootFields())}
	for _, noun := range d.provider.nouns {
		for _, construct := range noun.Collections {
			r := construct(d.provider.single)
			var named resource.MetadataResponse
			if r.Metadata(c.ctx, resource.MetadataRequest{ProviderTypeName: "idm"}, &named); named.TypeName == name {
				c.resource, _ = r.(interface {
					resource.ResourceWithConfigure
					resource.ResourceWithModifyPlan
				})
			}
		}
	}
	var described resource.SchemaResponse
	c.resource.Schema(c.ctx, resource.SchemaRequest{}, &described)
	c.schema, c.kind = described.Schema, described.Schema.Type().TerraformType(c.ctx)
	if configured := d.provider.configured.Load(); configured != nil {
		var ready resource.ConfigureResponse
		c.resource.Configure(c.ctx, resource.ConfigureRequest{ProviderData: configured}, &ready)
		c.diags.Append(ready.Diagnostics...)
	}
	if len(private) > 0 && json.Unmarshal(private, &c.private) != nil {
		c.diags.AddError("Could not read the private state", "The private state of this resource is damaged. Remove it from the state "+
			"with a `removed` block that has destroy = false, and import it again.")
	}
	return c
}

// decode returns a value of the protocol.
func (c *collectionCall) decode(value *tfprotov6.DynamicValue) tftypes.Value {
	if value == nil {
		return tftypes.NewValue(c.kind, nil)
	}
	decoded, err := value.Unmarshal(c.kind)
	if err != nil {
		c.err = cmp.Or(c.err, err)
		return tftypes.NewValue(c.kind, nil)
	}
	return decoded
}

func (c *collectionCall) encode(value tftypes.Value) *tfprotov6.DynamicValue {
	encoded, err := tfprotov6.NewDynamicValue(c.kind, value)
	c.err = cmp.Or(c.err, err)
	return &encoded
}

func (c *collectionCall) state(value tftypes.Value) tfsdk.State {
	return tfsdk.State{Schema: c.schema, Raw: value}
}

func (c *collectionCall) plan(value tftypes.Value) tfsdk.Plan {
	return tfsdk.Plan{Schema: c.schema, Raw: value}
}

func (c *collectionCall) config(value tftypes.Value) tfsdk.Config {
	return tfsdk.Config{Schema: c.schema, Raw: value}
}

// given returns a private state like the given one, with the content of the request. The framework
// does not export its type.
func given[T any, P interface {
	*T
	resourcebase.Private
}](c *collectionCall, _ P) P {
	filled := P(new(T))
	for key, value := range c.private {
		if !strings.HasPrefix(key, ".") { // The framework's own.
			c.diags.Append(filled.SetKey(c.ctx, key, value)...)
		}
	}
	return filled
}

// left returns the private state after a call.
func (c *collectionCall) left(private resourcebase.Private) []byte {
	all := maps.Clone(c.private)
	if all == nil {
		all = map[string][]byte{}
	}
	maps.DeleteFunc(all, func(key string, _ []byte) bool { return strings.HasPrefix(key, ".") })
	for _, key := range resourcebase.CollectionKeys {
		value, diags := private.GetKey(c.ctx, key)
		c.diags.Append(diags...)
		if all[key] = value; len(value) == 0 {
			delete(all, key)
		}
	}
	if len(all) == 0 {
		return nil
	}
	encoded, _ := json.Marshal(all) // Bytes always have a JSON form.
	return encoded
}

// reported returns the diagnostics of a call.
func (c *collectionCall) reported() (all []*tfprotov6.Diagnostic) {
	for _, d := range c.diags {
		one := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Summary: d.Summary(), Detail: d.Detail()}
		if d.Severity() == diag.SeverityWarning {
			one.Severity = tfprotov6.DiagnosticSeverityWarning
		}
		if at, ok := d.(diag.DiagnosticWithPath); ok {
			one.Attribute = attributePath(at.Path())
		}
		all = append(all, one)
	}
	return all
}

func attributePath(of path.Path) *tftypes.AttributePath {
	at := tftypes.NewAttributePath()
	for _, step := range of.Steps() {
		switch step := step.(type) {
		case path.PathStepAttributeName:
			at = at.WithAttributeName(string(step))
		case path.PathStepElementKeyString:
			at = at.WithElementKeyString(string(step))
		default:
			return at
		}
	}
	return at
}

// ValidateResourceConfig validates the elements of a collection, and leaves the other attributes to
// the framework.
func (d direct) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (
	*tfprotov6.ValidateResourceConfigResponse, error) {
	c := d.collection(ctx, req.TypeName, nil)
	if c == nil {
		return d.protocol.ValidateResourceConfig(ctx, req)
	}
	config, name := c.decode(req.Config), objecttype.ByTypeName(req.TypeName).Elements
	var attributes map[string]tftypes.Value
	if err := config.As(&attributes); err == nil && attributes[name].IsKnown() && !attributes[name].IsNull() {
		var resp xattr.ValidateAttributeResponse
		value, err := c.schema.Attributes[name].GetType().ValueFromTerraform(c.ctx, attributes[name])
		if checked, ok := value.(xattr.ValidateableAttribute); ok && err == nil {
			checked.ValidateAttribute(c.ctx, xattr.ValidateAttributeRequest{Path: path.Root(name)}, &resp)
			c.diags.Append(resp.Diagnostics...)
			attributes = maps.Clone(attributes)
			attributes[name] = tftypes.NewValue(tftypes.Object{}, map[string]tftypes.Value{})
			rest := *req
			rest.Config = c.encode(tftypes.NewValue(c.kind, attributes))
			req = &rest
		}
	}
	validated, err := d.protocol.ValidateResourceConfig(ctx, req)
	if validated != nil {
		validated.Diagnostics = append(c.reported(), validated.Diagnostics...)
	}
	return validated, err
}

// UpgradeResourceState returns the recorded state of a collection in the form in which the CLI has
// it.
func (d direct) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (
	*tfprotov6.UpgradeResourceStateResponse, error) {
	of := objecttype.ByTypeName(req.TypeName)
	if of == nil || of.Class != objecttype.Collection || req.RawState == nil || len(req.RawState.JSON) == 0 || req.Version != 0 {
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
	planned := resource.ModifyPlanRequest{Config: c.config(c.decode(req.Config)), State: c.state(c.decode(req.PriorState)),
		Plan: c.plan(c.decode(req.ProposedNewState))}
	planned.Private = given(c, planned.Private)
	resp := resource.ModifyPlanResponse{Plan: planned.Plan, Private: planned.Private}
	if c.err == nil && !c.diags.HasError() {
		c.resource.ModifyPlan(c.ctx, planned, &resp)
		c.diags.Append(resp.Diagnostics...)
	}
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: c.encode(resp.Plan.Raw), PlannedPrivate: req.PriorPrivate,
		Diagnostics: c.reported()}, c.err
}

// ReadResource refreshes a collection.
func (d direct) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	c := d.collection(ctx, req.TypeName, req.Private)
	if c == nil {
		return d.protocol.ReadResource(ctx, req)
	}
	read := resource.ReadRequest{State: c.state(c.decode(req.CurrentState))}
	read.Private = given(c, read.Private)
	resp := resource.ReadResponse{State: read.State, Private: read.Private}
	if c.err == nil && !c.diags.HasError() {
		c.resource.Read(c.ctx, read, &resp)
		c.diags.Append(resp.Diagnostics...)
	}
	return &tfprotov6.ReadResourceResponse{NewState: c.encode(resp.State.Raw), Private: c.left(resp.Private),
		Diagnostics: c.reported()}, c.err
}

// ApplyResourceChange creates, updates or deletes a collection.
func (d direct) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (
	*tfprotov6.ApplyResourceChangeResponse, error) {
	c := d.collection(ctx, req.TypeName, req.PlannedPrivate)
	if c == nil {
		return d.protocol.ApplyResourceChange(ctx, req)
	}
	prior, planned := c.decode(req.PriorState), c.decode(req.PlannedState)
	state, private := prior, req.PlannedPrivate
	switch {
	case c.err != nil, c.diags.HasError():
	case planned.IsNull():
		state, private = c.delete(prior)
	case prior.IsNull():
		create := resource.CreateRequest{Config: c.config(c.decode(req.Config)), Plan: c.plan(planned)}
		resp := resource.CreateResponse{State: c.state(prior)}
		resp.Private = given(c, resp.Private)
		c.resource.Create(c.ctx, create, &resp)
		c.diags.Append(resp.Diagnostics...)
		state, private = resp.State.Raw, c.left(resp.Private)
	default:
		update := resource.UpdateRequest{Config: c.config(c.decode(req.Config)), Plan: c.plan(planned), State: c.state(prior)}
		update.Private = given(c, update.Private)
		resp := resource.UpdateResponse{State: update.State, Private: update.Private}
		c.resource.Update(c.ctx, update, &resp)
		c.diags.Append(resp.Diagnostics...)
		state, private = resp.State.Raw, c.left(resp.Private)
	}
	return &tfprotov6.ApplyResourceChangeResponse{NewState: c.encode(state), Private: private, Diagnostics: c.reported()}, c.err
}

// delete deletes a collection, and returns what is left.
func (c *collectionCall) delete(prior tftypes.Value) (state tftypes.Value, private []byte) {
	req := resource.DeleteRequest{State: c.state(prior)}
	req.Private = given(c, req.Private)
	resp := resource.DeleteResponse{State: req.State, Private: req.Private}
	c.resource.Delete(c.ctx, req, &resp)
	if c.diags.Append(resp.Diagnostics...); c.diags.HasError() {
		return resp.State.Raw, c.left(resp.Private)
	}
	return tftypes.NewValue(c.kind, nil), nil
}
