package resourcebase

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Keyed is a resource's model: it knows its key.
type Keyed interface {
	// KeyValues are the values of its key in their order, the external ID last.
	KeyValues() []string
	// SetID sets the computed id.
	SetID(types.String)
}

// variant is a model whose object may lack parts of the resource's key.
type variant interface{ KeyParts() objecttype.Key }

// keyOf is the key of the object of a model.
func (r *Resource) keyOf(m Keyed) objecttype.Key {
	if v, ok := m.(variant); ok {
		return v.KeyParts()
	}
	return r.Type.Key
}

// Private is the private state of a response: what the provider keeps in addition to the
// visible attributes.
type Private interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// ResponseState is where a method puts what it knows: state, identity and private state are
// published together.
type ResponseState struct {
	State    *tfsdk.State
	Identity *tfsdk.ResourceIdentity
	Private  Private
	// declares says that the method has written what it saves.
	declares bool
}

// CreateState is the state of the response of a create.
func CreateState(resp *resource.CreateResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private, declares: true}
}

// PlannedState is the state of the response of a create that the run does later.
func PlannedState(resp *resource.CreateResponse) ResponseState {
	to := CreateState(resp)
	to.declares = false
	return to
}

// LaterState is a state for a write that is done after its own call has returned: it is compared
// with the plan, and published by the next refresh.
func LaterState(state tfsdk.State, identity *tfsdk.ResourceIdentity) ResponseState {
	return ResponseState{State: &state, Identity: &tfsdk.ResourceIdentity{Schema: identity.Schema, Raw: identity.Raw}, Private: noPrivate{},
		declares: true}
}

// noPrivate is the private state of a response that was sent.
type noPrivate struct{}

// GetKey finds nothing.
func (noPrivate) GetKey(context.Context, string) ([]byte, diag.Diagnostics) { return nil, nil }

// SetKey keeps nothing.
func (noPrivate) SetKey(context.Context, string, []byte) diag.Diagnostics { return nil }

// ReadState is the state of the response of a read.
func ReadState(resp *resource.ReadResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
}

// UpdateState is the state of the response of an update.
func UpdateState(resp *resource.UpdateResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private, declares: true}
}

// DeleteState is the state of the response of a delete that could remove only a part.
func DeleteState(resp *resource.DeleteResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
}

const versionKey = "version"

func (to ResponseState) setVersion(ctx context.Context, version int64) diag.Diagnostics {
	return to.Private.SetKey(ctx, versionKey, strconv.AppendInt(nil, version, 10))
}

// Save publishes a model with its id, its identity and the version of the read that it comes from.
// Version 0 means that the object has none.
func (r *Resource) Save(ctx context.Context, to ResponseState, m Keyed, version int64) diag.Diagnostics {
	parts := m.KeyValues()
	m.SetID(types.StringValue(objecttype.ImportID(parts...)))
	diags := to.State.Set(ctx, m)
	if diags.HasError() {
		return diags
	}
	if r.Provider != nil {
		r.Checks.NoteRead(&r.Subject, to.State.Raw)
	}
	if r.Provider != nil && to.declares {
		r.Writes.Declare(r.LockKey(m))
	}
	r.Identify(ctx, to.Identity, m)
	diags.Append(to.setVersion(ctx, version)...)
	diags.Append(to.Private.SetKey(ctx, importedKey, nil)...)
	diags.Append(to.Private.SetKey(ctx, predecessorKey, nil)...)
	return diags
}

// Identify publishes the key of a model; the parts that the object lacks are null.
func (r *Resource) Identify(ctx context.Context, identity *tfsdk.ResourceIdentity, m Keyed) {
	key, parts := r.keyOf(m), m.KeyValues()
	values := map[string]tftypes.Value{}
	for _, name := range r.Type.Key {
		values[name] = tftypes.NewValue(tftypes.String, nil)
	}
	for i, part := range parts {
		values[key[i]] = tftypes.NewValue(tftypes.String, part)
	}
	identity.Raw = tftypes.NewValue(identity.Schema.Type().TerraformType(ctx), values)
}

// SaveKey publishes what is known right after a create: the planned values with the key that the
// service assigned. What only a read can tell is null until the next one.
func (r *Resource) SaveKey(ctx context.Context, to ResponseState, m Keyed) diag.Diagnostics {
	diags := r.Save(ctx, to, m, 0)
	if diags.HasError() {
		return diags
	}
	known, err := tftypes.Transform(to.State.Raw, func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		if !v.IsKnown() {
			return tftypes.NewValue(v.Type(), nil), nil
		}
		return v, nil
	})
	if err != nil {
		diags.AddError("Could not save "+r.Type.Title, "The planned values could not be recorded: "+err.Error()+
			". This is a bug in the provider.")
		return diags
	}
	to.State.Raw = known
	return diags
}

// Version returns the version of the read that a plan was made from, 0 when none is known: then a
// PATCH is sent without one.
func Version(ctx context.Context, private Private, diags *diag.Diagnostics) int64 {
	raw, more := private.GetKey(ctx, versionKey)
	diags.Append(more...)
	version, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return 0
	}
	return version
}
