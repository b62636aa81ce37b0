package resourcebase

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// singleResource is the resource of one object.
type singleResource interface {
	resource.ResourceWithConfigure
	resource.ResourceWithIdentity
	resource.ResourceWithModifyPlan
	Checked() *planchecks.Subject
}

// defaultedResource is a resource with an argument that only the provider uses and whose default it
// configures. Default returns that of a name, given the other arguments.
type defaultedResource interface {
	Default(name string, argument func(name string) tftypes.Value) (tftypes.Value, bool)
}

// managed calls the methods of a type's own resource for one object of a collection.
type managed struct {
	singleResource
	of         *objecttype.Type
	schema     schema.Schema
	kind       tftypes.Object
	identities tfsdk.ResourceIdentity
	// arguments are the attributes outside of the key.
	arguments []string
}

// object is one object: its plan, or its state with its private state. A null value is no object.
type object struct {
	tftypes.Value
	private map[string]json.RawMessage
}

func newManaged(of *objecttype.Type, r resource.Resource) *managed {
	if spelled, ok := r.(*strictResource); ok {
		r = spelled.typedResource // The objects are typed.
	}
	m := &managed{of: of}
	m.singleResource, _ = r.(singleResource)
	var described resource.SchemaResponse
	var identified resource.IdentitySchemaResponse
	m.Schema(context.Background(), resource.SchemaRequest{}, &described)
	m.IdentitySchema(context.Background(), resource.IdentitySchemaRequest{}, &identified)
	m.schema = fixedmap.TypedSchema(described.Schema)
	m.kind, _ = m.schema.Type().TerraformType(context.Background()).(tftypes.Object)
	m.identities = tfsdk.ResourceIdentity{Schema: identified.IdentitySchema,
		Raw: tftypes.NewValue(identityType(identified.IdentitySchema), nil)}
	for name := range m.schema.Attributes {
		if name != "id" && !slices.Contains(of.Key, name) {
			m.arguments = append(m.arguments, name)
		}
	}
	slices.Sort(m.arguments)
	return m
}

func identityType(of identityschema.Schema) tftypes.Type {
	return of.Type().TerraformType(context.Background())
}

// none is the value of an object that does not exist.
func (m *managed) none() object { return object{Value: tftypes.NewValue(m.kind, nil)} }

// build returns an object with a key. argument returns the value of an attribute outside of the key.
func (m *managed) build(key []tftypes.Value, argument func(name string, of tftypes.Type) tftypes.Value) tftypes.Value {
	values := make(map[string]tftypes.Value, len(m.kind.AttributeTypes))
	for _, name := range m.arguments {
		values[name] = argument(name, m.kind.AttributeTypes[name])
	}
	return m.keyed(values, key)
}

// keyed returns an object with the given attributes and a key.
func (m *managed) keyed(values map[string]tftypes.Value, key []tftypes.Value) tftypes.Value {
	texts := make([]string, len(key))
	for i, part := range key {
		values[m.of.Key[i]], texts[i] = part, textOf(part)
	}
	values["id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	if !slices.Contains(texts, "") {
		values["id"] = text(objecttype.ImportID(texts...))
	}
	return tftypes.NewValue(m.kind, values)
}

// withKey returns an object with another key.
func (m *managed) withKey(of tftypes.Value, key ...tftypes.Value) tftypes.Value {
	members, ok := membersClone(of)
	if !ok {
		return of
	}
	return m.keyed(members, key)
}

// same reports whether a plan changes none of the given arguments.
func same(before, after tftypes.Value, keys map[string]fixedmap.Key, arguments []string) bool {
	was, _ := fixedmap.Members(before)
	becomes, _ := fixedmap.Members(after)
	if was == nil || becomes == nil {
		return before.IsNull() == after.IsNull()
	}
	return !slices.ContainsFunc(arguments, func(name string) bool { return !fixedmap.Same(was[name], becomes[name], keys[name]) })
}

// fresh returns an empty private state of a request or response.
func fresh[T any](*T) *T { return new(T) }

// filled fills an empty private state with that of an object.
func filled[P Private](ctx context.Context, empty P, of object) P {
	for key, value := range of.private {
		empty.SetKey(ctx, key, value)
	}
	return empty
}

// result returns the object in the response of a method. A value that equals like is like, which has
// its types in common with thousands of others.
func result(ctx context.Context, state tfsdk.State, private Private, like object) object {
	if state.Raw.IsNull() {
		return object{Value: state.Raw}
	}
	if state.Raw.Equal(like.Value) {
		state.Raw = like.Value
	}
	kept := map[string]json.RawMessage{}
	for _, key := range []string{versionKey, assignedKey, grants.RecordsKey} {
		if value, _ := private.GetKey(ctx, key); value != nil {
			kept[key] = value
		}
	}
	return object{state.Raw, kept}
}

func (m *managed) state(of object) tfsdk.State { return tfsdk.State{Schema: m.schema, Raw: of.Value} }

func (m *managed) plan(of object) tfsdk.Plan { return tfsdk.Plan{Schema: m.schema, Raw: of.Value} }

// config returns the configuration of an object: its plan without what the service or the provider
// chooses.
func (m *managed) config(of object, omitted []string) tfsdk.Config {
	members, ok := membersClone(of.Value)
	if !ok {
		return tfsdk.Config{Schema: m.schema, Raw: of.Value}
	}
	for _, name := range append([]string{"id"}, omitted...) {
		members[name] = tftypes.NewValue(m.kind.AttributeTypes[name], nil)
	}
	return tfsdk.Config{Schema: m.schema, Raw: tftypes.NewValue(m.kind, members)}
}

func (m *managed) identity() *tfsdk.ResourceIdentity { one := m.identities; return &one }

// check plans a change. omitted lists the arguments that the configuration omits; replaced is the id
// of an object that is deleted before this one is created.
func (m *managed) check(ctx context.Context, before, after object, omitted []string, replaced string) diag.Diagnostics {
	req := resource.ModifyPlanRequest{
		Config: m.config(after, omitted), State: m.state(before), Plan: m.plan(after), Identity: m.identity(),
	}
	diags := m.validate(ctx, req.Config)
	req.Private = filled(ctx, fresh(req.Private), before)
	if replaced != "" {
		diags.Append(notePredecessor(ctx, replaced, req.Private)...)
	}
	resp := resource.ModifyPlanResponse{Plan: req.Plan, Identity: m.identity(), Private: filled(ctx, fresh(req.Private), before)}
	if m.ModifyPlan(ctx, req, &resp); !diags.HasError() {
		diags.Append(resp.Diagnostics...)
	}
	return diags
}

// validate runs the validators that compare arguments with each other.
func (m *managed) validate(ctx context.Context, config tfsdk.Config) (diags diag.Diagnostics) {
	if m.of.Class != objecttype.Properties || config.Raw.IsNull() {
		return nil
	}
	for _, name := range m.arguments {
		if checked, ok := m.schema.Attributes[name].(schema.MapAttribute); ok {
			for _, check := range checked.Validators {
				var resp validator.MapResponse
				check.ValidateMap(ctx, validator.MapRequest{Path: path.Root(name), Config: config}, &resp)
				diags.Append(resp.Diagnostics...)
			}
		}
	}
	return diags
}

func (m *managed) create(ctx context.Context, after object, omitted []string) (object, diag.Diagnostics) {
	req := resource.CreateRequest{Config: m.config(after, omitted), Plan: m.plan(after), Identity: m.identity()}
	resp := resource.CreateResponse{State: m.state(m.none()), Identity: m.identity()}
	resp.Private = fresh(resp.Private)
	m.Create(ctx, req, &resp)
	return result(ctx, resp.State, resp.Private, after), resp.Diagnostics
}

func (m *managed) read(ctx context.Context, before object, imported bool) (object, diag.Diagnostics) {
	req := resource.ReadRequest{State: m.state(before), Identity: m.identity()}
	req.Private = filled(ctx, fresh(req.Private), before)
	if imported {
		req.Private.SetKey(ctx, importedKey, []byte("true"))
	}
	resp := resource.ReadResponse{State: req.State, Identity: m.identity(), Private: req.Private}
	m.Read(ctx, req, &resp)
	return result(ctx, resp.State, resp.Private, before), resp.Diagnostics
}

func (m *managed) update(ctx context.Context, before, after object, omitted []string) (object, diag.Diagnostics) {
	req := resource.UpdateRequest{Config: m.config(after, omitted), Plan: m.plan(after), State: m.state(before), Identity: m.identity()}
	req.Private = filled(ctx, fresh(req.Private), before)
	resp := resource.UpdateResponse{State: req.State, Identity: m.identity(), Private: filled(ctx, fresh(req.Private), before)}
	m.Update(ctx, req, &resp)
	return result(ctx, resp.State, resp.Private, after), resp.Diagnostics
}

func (m *managed) remove(ctx context.Context, before object) (object, diag.Diagnostics) {
	req := resource.DeleteRequest{State: m.state(before), Identity: m.identity()}
	req.Private = filled(ctx, fresh(req.Private), before)
	resp := resource.DeleteResponse{State: req.State, Identity: m.identity(), Private: filled(ctx, fresh(req.Private), before)}
	if m.Delete(ctx, req, &resp); !resp.Diagnostics.HasError() {
		return m.none(), resp.Diagnostics
	}
	return result(ctx, resp.State, resp.Private, before), resp.Diagnostics
}

// memberOf returns an attribute of an object; null if the object is null.
func memberOf(object tftypes.Value, name string) tftypes.Value {
	members, _ := fixedmap.Members(object)
	if value, ok := members[name]; ok {
		return value
	}
	return tftypes.NewValue(tftypes.String, nil)
}

// with returns an object with another value of an attribute.
func with(object tftypes.Value, name string, value tftypes.Value) tftypes.Value {
	members, _ := membersClone(object)
	members[name] = value
	return tftypes.NewValue(object.Type(), members)
}

func membersClone(object tftypes.Value) (map[string]tftypes.Value, bool) {
	members, ok := fixedmap.Members(object)
	return maps.Clone(members), ok
}
