package resourcebase

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
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
	of       *objecttype.Type
	schema   schema.Schema
	kind     tftypes.Object
	identity tfsdk.ResourceIdentity
	// arguments are the attributes outside of the key, and keys those of an element for them.
	arguments []string
	keys      map[string]fixedmap.Key
}

// object is one object: its plan, or its state with its private state. A null value is no object.
type object struct {
	tftypes.Value
	private map[string]json.RawMessage
	// omitted lists the arguments that the configuration leaves to the service.
	omitted []string
}

func newManaged(of *objecttype.Type, r resource.Resource) *managed {
	m := &managed{of: of, keys: map[string]fixedmap.Key{}}
	m.singleResource, _ = r.(singleResource)
	m.Checked().Element = true
	var described resource.SchemaResponse
	var identified resource.IdentitySchemaResponse
	m.Schema(context.Background(), resource.SchemaRequest{}, &described)
	m.IdentitySchema(context.Background(), resource.IdentitySchemaRequest{}, &identified)
	m.schema = fixedmap.TypedSchema(described.Schema)
	m.kind, _ = m.schema.Type().TerraformType(context.Background()).(tftypes.Object)
	m.identity.Schema = identified.IdentitySchema
	for name := range m.schema.Attributes {
		if name != "id" && !slices.Contains(of.Key, name) {
			m.arguments = append(m.arguments, name)
			m.keys[name] = keyOf(of, described.Schema.Attributes[name])
		}
	}
	slices.Sort(m.arguments)
	return m
}

// keyOf returns the key of an element for an argument of a type.
func keyOf(of *objecttype.Type, argument schema.Attribute) fixedmap.Key {
	as := fmt.Sprintf(" As in [`idm_%[1]s`](%[1]s.md).", of.Name)
	switch own := argument.(type) {
	case schema.DynamicAttribute:
		own.Required, own.Optional = false, true
		own.MarkdownDescription = "The complete map." + as + " Without it, they are not managed."
		return own
	case schema.MapAttribute:
		if of.Class == objecttype.Properties {
			own.Validators, own.MarkdownDescription = nil, "Only these names are managed."+as
			return own
		}
	}
	return argument
}

// none is the value of an object that does not exist.
func (m *managed) none() object { return object{Value: tftypes.NewValue(m.kind, nil)} }

func (m *managed) null(name string) tftypes.Value {
	return tftypes.NewValue(m.kind.AttributeTypes[name], nil)
}

// build returns an object with a key. argument returns the value of an attribute outside of the key.
func (m *managed) build(key []tftypes.Value, argument func(name string) tftypes.Value) tftypes.Value {
	values, texts := make(map[string]tftypes.Value, len(m.kind.AttributeTypes)), make([]string, len(key))
	for _, name := range m.arguments {
		values[name] = argument(name)
	}
	for i, part := range key {
		values[m.of.Key[i]], texts[i] = part, textOf(part)
	}
	values["id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	if !slices.Contains(texts, "") {
		values["id"] = text(objecttype.ImportID(texts...))
	}
	return tftypes.NewValue(m.kind, values)
}

// withKey returns an object with the key of an element.
func (m *managed) withKey(of object, key []tftypes.Value) object {
	if value := of.Value; !value.IsNull() {
		of.Value = m.build(key, func(name string) tftypes.Value { return memberOf(value, name) })
	}
	return of
}

// private returns the private state of an object for a request.
func private[T any, P interface {
	*T
	Private
}](ctx context.Context, _ P, of object) P {
	filled := P(new(T))
	for key, value := range of.private {
		filled.SetKey(ctx, key, value)
	}
	return filled
}

// config returns the configuration of an object: its plan without what the service or the provider
// chooses.
func (m *managed) config(of object) tfsdk.Config {
	for _, name := range of.omitted {
		of.Value = with(of.Value, name, m.null(name))
	}
	return tfsdk.Config{Schema: m.schema, Raw: of.Value}
}

// check plans a change. replaced is the id of an object that is deleted before this one is created.
func (m *managed) check(ctx context.Context, before, after object, replaced string) diag.Diagnostics {
	req := resource.ModifyPlanRequest{Config: m.config(after), State: tfsdk.State{Schema: m.schema, Raw: before.Value},
		Plan: tfsdk.Plan{Schema: m.schema, Raw: after.Value}}
	req.Private = private(ctx, req.Private, before)
	identity := m.identity
	resp := resource.ModifyPlanResponse{Plan: req.Plan, Identity: &identity, Private: req.Private}
	if replaced != "" {
		resp.Diagnostics.Append(put(ctx, req.Private, predecessorKey, replaced)...)
	}
	m.ModifyPlan(ctx, req, &resp)
	return resp.Diagnostics
}

// call returns what a method makes of an object. A value that equals like is like, which has its
// types in common with thousands of others.
func (m *managed) call(ctx context.Context, before, like object, method func(to *resource.UpdateResponse)) (object, diag.Diagnostics) {
	identity := m.identity
	to := resource.UpdateResponse{State: tfsdk.State{Schema: m.schema, Raw: before.Value}, Identity: &identity}
	to.Private = private(ctx, to.Private, before)
	method(&to)
	if to.State.Raw.Equal(like.Value) {
		to.State.Raw = like.Value
	}
	now := object{Value: to.State.Raw, private: map[string]json.RawMessage{}}
	for _, key := range []string{versionKey, assignedKey, grants.RecordsKey} {
		if value, _ := to.Private.GetKey(ctx, key); value != nil {
			now.private[key] = value
		}
	}
	return now, to.Diagnostics
}

func (m *managed) read(ctx context.Context, before object, imported bool) (object, diag.Diagnostics) {
	return m.call(ctx, before, before, func(to *resource.UpdateResponse) {
		if imported {
			to.Private.SetKey(ctx, importedKey, []byte("true"))
		}
		resp := resource.ReadResponse{State: to.State, Identity: to.Identity, Private: to.Private}
		m.Read(ctx, resource.ReadRequest{State: to.State, Private: to.Private}, &resp)
		to.State, to.Diagnostics = resp.State, resp.Diagnostics
	})
}

// apply creates, changes or deletes an object.
func (m *managed) apply(ctx context.Context, before, after object) (object, diag.Diagnostics) {
	if before.IsNull() {
		before.private = nil // A replaced object may have left it.
	}
	return m.call(ctx, before, after, func(to *resource.UpdateResponse) {
		req := resource.UpdateRequest{Config: m.config(after), Plan: tfsdk.Plan{Schema: m.schema, Raw: after.Value}, State: to.State,
			Private: to.Private}
		switch {
		case before.IsNull():
			m.Create(ctx, resource.CreateRequest{Config: req.Config, Plan: req.Plan}, (*resource.CreateResponse)(to))
		case !after.IsNull():
			m.Update(ctx, req, to)
		default:
			m.Delete(ctx, resource.DeleteRequest{State: req.State, Private: req.Private}, (*resource.DeleteResponse)(to))
			if !to.Diagnostics.HasError() {
				to.State.RemoveResource(ctx)
			}
		}
	})
}

// with returns an object with another value of an attribute.
func with(object tftypes.Value, name string, value tftypes.Value) tftypes.Value {
	members := membersClone(object)
	members[name] = value
	return tftypes.NewValue(object.Type(), members)
}

func membersClone(object tftypes.Value) map[string]tftypes.Value {
	members, _ := fixedmap.Members(object)
	return maps.Clone(members)
}
