package resourcebase

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// Keyed is a resource's model with its key.
type Keyed interface {
	// KeyValues returns the values of the key in their order, the external ID last.
	KeyValues() []string
	// SetID sets the computed id.
	SetID(types.String)
}

// variant is a model whose object may lack parts of the resource's key.
type variant interface{ KeyParts() objecttype.Key }

// keyOf returns the key of a model's object.
func (r *Resource) keyOf(m Keyed) objecttype.Key {
	if v, ok := m.(variant); ok {
		return v.KeyParts()
	}
	return r.Type.Key
}

// Private is the private state of a response, which contains values other than the visible
// attributes.
type Private interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// put stores a value in private state.
func put(ctx context.Context, private Private, key string, value any) diag.Diagnostics {
	text, _ := json.Marshal(value) // Texts, numbers and flags always have a JSON form.
	return private.SetKey(ctx, key, text)
}

// get returns a value of private state; false for none, or an unreadable one.
func get[T any](ctx context.Context, private Private, key string) (value T, known bool) {
	text, _ := private.GetKey(ctx, key)
	known = text != nil && json.Unmarshal(text, &value) == nil
	return value, known
}

// The keys of values in private state.
const (
	versionKey = "version"
	// importedKey marks an imported object until its first read.
	importedKey = "imported"
	// assignedKey is the key in the state of an object whose external ID the service has assigned,
	// although the create sent another one: the configured ID, or "" for a generated one.
	assignedKey = "assigned"
	// predecessorKey is the key in the state of a plan for the ID of the existing object. The plan of a
	// replacement's create differs from any other create only in this private state.
	predecessorKey = "predecessor"
	// declaredKey is the key in the state of an authoritative resource for the elements that the last
	// apply declared, or that its import found.
	declaredKey = "declared"
)

// ResponseState holds the state, the identity and the private state of a response, which a method
// publishes together.
type ResponseState struct {
	State    *tfsdk.State
	Identity *tfsdk.ResourceIdentity
	Private  Private
	// declares reports that the method has written the saved object, and reads that it has refreshed it.
	declares, reads bool
}

// CreateState returns the state of the response of a create.
func CreateState(resp *resource.CreateResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private, declares: true}
}

// ReadState returns the state of the response of a read.
func ReadState(resp *resource.ReadResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private, reads: true}
}

// UpdateState returns the state of the response of an update.
func UpdateState(resp *resource.UpdateResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private, declares: true}
}

// DeleteState returns the state of the response of a delete that removed only a part.
func DeleteState(resp *resource.DeleteResponse) ResponseState {
	return ResponseState{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
}

// Save publishes a model with its ID, its identity and the version of the read. Version 0 means
// that the object has no version.
func (r *Resource) Save(ctx context.Context, to ResponseState, m Keyed, version int64) diag.Diagnostics {
	parts := m.KeyValues()
	m.SetID(types.StringValue(objecttype.ImportID(parts...)))
	diags := to.State.Set(ctx, m)
	if diags.HasError() {
		return diags
	}
	if r.Provider != nil {
		if to.reads {
			r.Checks.NoteRecorded(&r.Subject, to.State.Raw)
		}
		if configured, ok := get[string](ctx, to.Private, assignedKey); ok {
			r.Checks.NoteAssigned(&r.Subject, parts, configured)
		}
	}
	if r.Provider != nil && to.declares {
		r.Writes.Declare(r.LockKey(m))
		r.Checks.NoteWritten(r.Type.Name, parts, true)
	}
	r.Identify(ctx, to.Identity, m)
	diags.Append(put(ctx, to.Private, versionKey, version)...)
	diags.Append(to.Private.SetKey(ctx, importedKey, nil)...)
	diags.Append(to.Private.SetKey(ctx, predecessorKey, nil)...)
	diags.Append(to.Private.SetKey(ctx, planchecks.ConditionsKey, nil)...)
	return diags
}

// Identify publishes the key of a model as its identity. Parts that the object does not have are
// null.
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

// SaveKey publishes the values that are known right after a create: the planned values with the key
// that the service assigned. Values that only a read returns are null until then. SaveKey warns of a
// second object of the same create.
func (r *Resource) SaveKey(ctx context.Context, to ResponseState, m Keyed) diag.Diagnostics {
	diags := r.Save(ctx, to, m, 0)
	if diags.HasError() {
		return diags
	}
	to.State.Raw, _ = tftypes.Transform(to.State.Raw, func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		if !v.IsKnown() {
			return tftypes.NewValue(v.Type(), nil), nil
		}
		return v, nil // No value has an error.
	})
	if r.Writes.AssignsIDs(r.Type.Name) {
		diags.Append(put(ctx, to.Private, assignedKey, "")...)
	}
	if second := r.Writes.Second(r.LockKey(m)); len(second) > 0 {
		diags.Append(diagnostics.CreatedTwice(r.Type.Name, m.KeyValues(), second))
	}
	return diags
}

// Version returns the version of the read that the plan is based on. It returns 0 if it is not
// known; then a PATCH is sent without a version.
func Version(ctx context.Context, private Private) int64 {
	version, _ := get[int64](ctx, private, versionKey)
	return version
}

// memberOf returns an attribute of an object; null if the object is null.
func memberOf(object tftypes.Value, name string) tftypes.Value {
	members, _ := fixedmap.Members(object)
	if value, ok := members[name]; ok {
		return value
	}
	return tftypes.NewValue(tftypes.String, nil)
}

// textOf returns a known text; "" for any other value.
func textOf(value tftypes.Value) (known string) {
	_ = value.As(&known) // Any other value has an error, and leaves it empty.
	return known
}
