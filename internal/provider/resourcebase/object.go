package resourcebase

import (
	"context"
	"errors"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// Object is the resource of plain objects, or embedded by it. A single call creates, reads, changes
// or deletes. The noun supplies the schema, the model and the calls. M is the model and P its
// pointer, T the object as the service returns it, and I the input of its writes.
type Object[M any, T idm.Described, I any, P ObjectModel[M, T, I]] struct {
	Resource
	Calls ObjectCalls[T, I, P]
}

// NewObject returns the resource of plain objects that need nothing else.
func NewObject[M any, T idm.Described, I any, P ObjectModel[M, T, I]](of Resource, calls ObjectCalls[T, I, P]) resource.Resource {
	return &Object[M, T, I, P]{of, calls}
}

// ObjectModel is the model of a plain object. It contains the location of the object and the values
// to send.
type ObjectModel[M, T, I any] interface {
	*M
	Keyed
	// OwnExtID returns the external ID in the model.
	OwnExtID() *types.String
	// Place returns the place of the object in the service.
	Place() idm.Place
	// OwnerLock returns the lock of the owner, whose delete also deletes the object; nil for none.
	OwnerLock() write.LockKey
	// Read stores the values of a remote object and returns its version.
	Read(T) (version int64)
	// PatchFrom returns the changes from the state to the plan; from an empty state, all values of a
	// new object. remote is the current object, for an attribute that a PATCH can only replace as a
	// whole.
	PatchFrom(state, remote *M) I
}

// ObjectCalls are the calls for one type of plain objects.
type ObjectCalls[T idm.Described, I, P any] struct {
	idm.Writes[T, I]
	// SendUpdate changes the object, whose values the state holds; nil for Update.
	SendUpdate func(ctx context.Context, api *idm.API, version int64, plan, state P, patch I) (T, error)
	// NotCreated returns the diagnostic of a failed create; nil for the usual one.
	NotCreated func(ctx context.Context, plan P, err error) diag.Diagnostic
	// Unversioned reports that the service accepts no version in a PATCH.
	Unversioned bool
	// Holder returns the external ID of the object with the planned unique value, "" if it does not
	// exist; nil for a type without a unique value.
	Holder func(ctx context.Context, api *idm.API, plan P) (extID string, err error)
	// Named reports whether the service certainly refuses a second object like the plan, because of
	// that value; nil for always.
	Named func(plan P) bool
	// Siblings lists the objects among which a create finds its object after a lost response; nil
	// for a type with a sufficient Holder.
	Siblings func(ctx context.Context, api *idm.API, at idm.Place) iter.Seq2[T, error]
	// Dependents describes the objects because of which the service may refuse a delete; nil for a
	// type without such dependents.
	Dependents func(ctx context.Context, api *idm.API, state P) iter.Seq[string]
	// Refresh completes a state that was read, whose values were before: right after an import also
	// with attributes that later reads take from the configuration. It is nil for nothing.
	Refresh func(ctx context.Context, before, state P, remote T, imported bool) error
}

// Create chooses the external ID before the call, creates the object, and reads it.
func (r *Object[M, T, I, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.CreateBy(ctx, req, resp, func(plan P, held *write.Lock) (string, error) {
		*plan.OwnExtID() = NewExtID(*plan.OwnExtID())
		ops := r.CreateOps(ctx, plan)
		ops.Held = held
		return r.Writes.CreateIdempotent(ctx, r.LockKey(plan), req.Plan, ops)
	})
}

// CreateBy creates the object with send, which returns its external ID, and reads it. held is the
// lock of the owner.
func (r *Object[M, T, I, P]) CreateBy(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse,
	send func(plan P, held *write.Lock) (extID string, err error),
) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	lock := r.LockShared(ctx, &resp.Diagnostics, plan.OwnerLock())
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	extID, err := send(plan, lock)
	if err != nil {
		resp.Diagnostics.Append(r.notCreated(ctx, plan, err))
		return
	}
	*plan.OwnExtID() = types.StringValue(extID)
	to := CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, plan)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, to, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	remote, err := r.Calls.Get(ctx, r.API, plan.Place(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Failure("read", plan, err).WarnReadAfterCreate())
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, to, plan, plan.Read(remote))...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, to, req.Plan, plan.OwnExtID().ValueString())...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *Object[M, T, I, P]) notCreated(ctx context.Context, plan P, err error) diag.Diagnostic {
	if r.Calls.NotCreated == nil {
		return r.Failure("create", plan, err).NotCreated()
	}
	return r.Calls.NotCreated(ctx, plan, err)
}

// CreateOps returns the steps of a create, and of the search for the object after a lost response.
func (r *Object[M, T, I, P]) CreateOps(ctx context.Context, plan P) write.CreateOps {
	created := func(remote T) any {
		created := *plan
		P(&created).Read(remote)
		return &created
	}
	ops := write.CreateOps{
		Post: func() (string, error) {
			return r.Calls.Create(ctx, r.API, plan.Place(), plan.PatchFrom(new(M), new(M)))
		},
		Get: func(extID string) (any, error) {
			remote, err := r.Calls.Get(ctx, r.API, plan.Place(), extID)
			return created(remote), err
		},
	}
	if r.Calls.Holder != nil {
		ops.Unique = r.Calls.Named == nil || r.Calls.Named(plan)
		ops.Holder = func() (string, error) { return r.Calls.Holder(ctx, r.API, plan) }
	}
	if r.Calls.Siblings != nil {
		ops.Siblings = Siblings(r.Type, plan.Place(), r.Calls.Siblings(ctx, r.API, plan.Place()), created)
	}
	return ops
}

// Read reads the object, from a list of its siblings if one was fetched.
func (r *Object[M, T, I, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	remote, err := listcache.Read(ctx, r.Lists, r.API, r.Calls.Ops, state.Place(), state.OwnExtID().ValueString())
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, state, resp)
		return
	}
	var version int64
	if err == nil {
		before := *state
		if version = state.Read(remote); r.Calls.Refresh != nil {
			err = r.Calls.Refresh(ctx, &before, state, remote, imported(ctx, req.Private))
		}
	}
	if err != nil {
		resp.Diagnostics.Append(r.NotRead(ctx, state, err))
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, ReadState(resp), state, version)...)
}

// Update sends the planned changes, and saves the response.
func (r *Object[M, T, I, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := P(new(M)), P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(state), state.OwnerLock())
	defer lock.Unlock()
	update := NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(r.UpdateTo(ctx, UpdateState(resp), update, plan, state)...)
}

// UpdateTo sends the changes from the state to the plan, saves the response, and compares it with
// the plan.
func (r *Object[M, T, I, P]) UpdateTo(ctx context.Context, to ResponseState, update write.Update, plan, state P) diag.Diagnostics {
	version := update.Version()
	if Changes(plan.PatchFrom(state, state)) {
		remote, err := r.SendPatch(ctx, update, plan, state)
		if err != nil {
			return diag.Diagnostics{r.notUpdated(ctx, "update", plan, state, err)}
		}
		version = state.Read(remote)
	}
	if m, ok := any(state).(localModel[P]); ok {
		m.TakeLocal(plan)
	}
	diags := r.Save(ctx, to, state, version)
	diags.Append(VerifyUpdate(ctx, update, to)...)
	return diags
}

// localModel is a model with attributes that only the provider uses.
type localModel[P any] interface{ TakeLocal(plan P) }

// notUpdated returns the diagnostic of an update, with the object that has the planned unique
// value.
func (r *Object[M, T, I, P]) notUpdated(ctx context.Context, verb string, plan, state P, err error) diag.Diagnostic {
	if r.Calls.Holder == nil {
		return r.Failed(verb, state, err)
	}
	return r.Failure(verb, state, err).NotUpdated(func() (string, error) { return r.Calls.Holder(ctx, r.API, plan) })
}

// SendPatch sends the PATCH and returns the object. After a conflict, it builds the PATCH again,
// based on the current object.
func (r *Object[M, T, I, P]) SendPatch(ctx context.Context, update write.Update, plan, state P) (remote T, err error) {
	now := *state
	if r.Calls.Unversioned {
		update = update.Unversioned()
	}
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch := plan.PatchFrom(state, &now)
		if r.Calls.SendUpdate != nil {
			remote, err = r.Calls.SendUpdate(ctx, r.API, version, plan, state, patch)
			return err
		}
		remote, err = r.Calls.Update(ctx, r.API, state.Place(), state.OwnExtID().ValueString(), version, patch)
		return err
	}, func() (_ any, version int64, err error) {
		remote, err = r.Calls.Get(ctx, r.API, state.Place(), state.OwnExtID().ValueString())
		found := *state
		if err == nil {
			version = P(&found).Read(remote)
			now = found
		}
		return &found, version, err
	})
	return remote, err
}

// SaveStep records the result of a step of an update to a plan, or explains its failure.
func (r *Object[M, T, I, P]) SaveStep(ctx context.Context, to ResponseState, plan, state P, verb string, remote T, err error,
) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{r.notUpdated(ctx, verb, plan, state, err)}
	}
	return r.Save(ctx, to, state, state.Read(remote))
}

// Move moves the object with send, which does nothing if the state has the planned value of the
// attribute already, and reads the object. A move has no version, so Move first reads the object into
// the state, and keeps the place that another writer has given it. The returned verb names the failed
// step.
func (r *Object[M, T, I, P]) Move(ctx context.Context, update write.Update, state P, attribute string, send func() error,
) (verb string, remote T, _ error) {
	get := func() (T, error) { return r.Calls.Get(ctx, r.API, state.Place(), state.OwnExtID().ValueString()) }
	remote, err := get()
	if err == nil {
		state.Read(remote)
		err = update.Conflict(ctx, state, attribute)
	}
	if err == nil {
		err = send()
	}
	if err != nil {
		return "move", remote, err
	}
	remote, err = get()
	return "read", remote, err
}

// Delete deletes the object. An object that no longer exists causes no error.
func (r *Object[M, T, I, P]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(state), state.OwnerLock())
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.DeleteUnlessDeclared(ctx, lock, state, &resp.Diagnostics, func() error {
		return r.Calls.Delete(ctx, r.API, state.Place(), state.OwnExtID().ValueString())
	})
	if err != nil {
		resp.Diagnostics.Append(r.notDeleted(ctx, state, err))
	}
}

// notDeleted returns the diagnostic of a delete, with the objects that depend on this one.
func (r *Object[M, T, I, P]) notDeleted(ctx context.Context, state P, err error) diag.Diagnostic {
	if r.Calls.Dependents == nil {
		return r.Failed("delete", state, err)
	}
	return r.Failure("delete", state, err).NotDeleted(r.Calls.Dependents(ctx, r.API, state))
}
