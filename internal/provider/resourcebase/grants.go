package resourcebase

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// Grants is embedded by the authoritative resources for all grants of one kind of a profile. The
// noun supplies the schema, the model and the calls. M is the model and P its pointer, G a grant in
// the model, A the grant as the service returns it, and I the input of its writes.
type Grants[M, G any, A idm.Described, I any, P GrantsModel[M, G]] struct {
	Resource
	Calls GrantsCalls[G, A, I]
}

// GrantsModel is the model of the grants of a profile. Its key identifies the profile.
type GrantsModel[M, G any] interface {
	*M
	Keyed
	// Granted returns the grants by the external ID of their role.
	Granted() *map[string]G
}

// GrantsCalls are the calls for one kind of grants.
type GrantsCalls[G any, A idm.Described, I any] struct {
	// Attribute is the name of the grants in the schema.
	Attribute string
	idm.Writes[A, I]
	// Show converts a grant to its form in the model.
	Show func(A) G
	// Patch returns the changes from have to desired; from an empty grant, the values of a new one.
	Patch func(desired, have G) I
	// New returns the input of a new grant with the identity and the values of input.
	New func(input I, g grants.Grant) I
}

// Granted returns the operations on the grants of a profile, except Update and Keep. If the release
// does not accept an external ID, a create is repeated without it.
func (c GrantsCalls[G, A, I]) Granted(ctx context.Context, r *Resource, m Keyed) reconcile.Grants[G, A] {
	key := m.KeyValues()
	at := idm.Under(key[0], key[1])
	return reconcile.Grants[G, A]{
		Noun: c.Type().Title, Show: c.Show,
		Of:      func(one A) grants.Grant { return grants.Grant{ExtID: idm.ExtID(one), RoleExtID: idm.Name(one)} },
		Version: func(one A) int64 { return idm.Version(one) },
		Differs: func(desired, have G) bool { return Changes(c.Patch(desired, have)) },
		List:    func() iter.Seq2[A, error] { return c.List(ctx, r.API, at) },
		Create: func(g grants.Grant, desired G, find func() (string, error)) (string, error) {
			var none G
			input := c.Patch(desired, none)
			return r.Writes.CreateUnique(ctx, func() (string, error) {
				extID, err := c.Create(ctx, r.API, at, c.New(input, g))
				if RefusesExtID(err) {
					g.ExtID = ""
					return c.Create(ctx, r.API, at, c.New(input, g))
				}
				return extID, err
			}, find)
		},
		Delete: func(extID string) error { return c.Delete(ctx, r.API, at, extID) },
	}
}

// Inspect warns about a create that would refuse to adopt existing grants.
func (r *Grants[M, G, A, I, P]) Inspect(p *planchecks.Planned) {
	plan := P(new(M))
	if !p.MayTakeOver(r.Calls.Attribute) || !p.Decode(plan) {
		return
	}
	granted := r.Calls.Granted(p.Context(), &r.Resource, plan)
	if remote, err := granted.Read(nil); err == nil {
		p.WarnTakeover(path.Root(r.Calls.Attribute), granted.Takeover(*plan.Granted(), remote))
	}
}

// Create grants the roles. It refuses to adopt a profile with undeclared or different grants, unless
// this run has revoked those of the resource that it replaces: then it leaves them to the next plan.
func (r *Grants[M, G, A, I, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, profileLock(plan)).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.operations(ctx, plan, &resp.Diagnostics)
	remote, err := granted.Read(nil)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", plan, err))
		return
	}
	takeover := granted.Takeover(*plan.Granted(), remote)
	if resp.Diagnostics.Append(r.checkTakeover(plan, r.Calls.Attribute, takeover)...); resp.Diagnostics.HasError() {
		return
	}
	held := granted.Hold(remote)
	base := maps.Clone(held.Grants)
	if len(takeover) > 0 {
		base = held.Leave(*plan.Granted())
	}
	resp.Diagnostics.Append(r.reconciled(plan, granted.Reconcile(base, *plan.Granted(), held))...)
	if resp.Diagnostics.HasError() {
		// Saving a state with an error would taint it, and the next plan would remove all grants and create
		// them again. Without a state, the next create adopts the existing ones.
		resp.Diagnostics.Append(diagnostics.PartlyCreated(r.Type.Name, plan.KeyValues(), grants.KeysOnlyIn(held.Grants, remote))...)
		return
	}
	r.Writes.DeclareElements(r.single(plan), slices.Values(held.ExtIDs()))
	to := CreateState(resp)
	resp.Diagnostics.Append(r.save(ctx, to, plan, held)...)
	resp.Diagnostics.Append(noteDeclared(ctx, to.Private, held.Grants, held.Grants)...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, to.State)...)
}

// Read reads all grants of the profile.
func (r *Grants[M, G, A, I, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	records := grantRecords(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.operations(ctx, state, &resp.Diagnostics)
	remote, err := granted.Read(records)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.NotRead(ctx, state, err))
		return
	}
	held, to := granted.Hold(remote), ReadState(resp)
	if imported(ctx, req.Private) {
		resp.Diagnostics.Append(noteDeclared(ctx, to.Private, held.Grants, held.Grants)...)
	}
	resp.Diagnostics.Append(r.save(ctx, to, state, held)...)
}

// Update revokes, changes and creates grants. After an error, it saves the changes made so far.
func (r *Grants[M, G, A, I, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := P(new(M)), P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	records := grantRecords(ctx, req.Private, &resp.Diagnostics)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, profileLock(state))
	defer lock.Unlock()
	update := NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.operations(ctx, state, &resp.Diagnostics)
	granted.Update = r.patcher(ctx, update, *plan, *state, granted)
	held := reconcile.Holding[G]{Grants: maps.Clone(*state.Granted()), Records: records}
	if r.Writes.Declared(profileLock(state)) {
		if err := granted.Forget(held); err != nil {
			resp.Diagnostics.Append(r.Failed("update", state, err))
			return
		}
	}
	err := granted.Reconcile(maps.Clone(held.Grants), *plan.Granted(), held)
	if err == nil {
		r.Writes.DeclareElements(r.single(state), slices.Values(held.ExtIDs()))
	}
	resp.Diagnostics.Append(r.reconciled(state, err)...)
	failed, to := resp.Diagnostics.HasError(), UpdateState(resp)
	resp.Diagnostics.Append(r.save(ctx, to, state, held)...)
	resp.Diagnostics.Append(noteDeclared(ctx, to.Private, *plan.Granted(), held.Grants)...)
	if !failed {
		resp.Diagnostics.Append(VerifyUpdate(ctx, update, to)...)
	}
}

// Removes warns in the plan of a destroy of the grants that it keeps.
func (r *Grants[M, G, A, I, P]) Removes(p *planchecks.Planned) {
	if state := P(new(M)); p.DecodeState(state) {
		warnKept(p, &r.Resource, state, r.Calls.Attribute, *state.Granted())
	}
}

// Delete revokes the grants that the last apply declared. After an error, it saves the remaining
// ones.
func (r *Grants[M, G, A, I, P]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, profileLock(state)).Unlock()
	records := grantRecords(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.operations(ctx, state, &resp.Diagnostics)
	held := reconcile.Holding[G]{Grants: maps.Clone(*state.Granted()), Records: records}
	resp.Diagnostics.Append(leaveUndeclared(ctx, &r.Resource, req.Private, state, r.Calls.Attribute, held.Grants)...)
	// A CLI passes no private state with a tainted object.
	if len(grants.KeysOnlyIn(held.Grants, records)) > 0 {
		if err := granted.Record(held); err != nil {
			resp.Diagnostics.Append(r.Failed("delete", state, err))
			return
		}
	}
	err := granted.Reconcile(maps.Clone(held.Grants), nil, held)
	resp.Diagnostics.Append(r.reconciled(state, err)...)
	if err != nil {
		resp.Diagnostics.Append(r.save(ctx, DeleteState(resp), state, held)...)
		return
	}
	r.Writes.Declare(r.emptied(state))
}

// operations returns the operations on the grants of a profile. They keep grants that another
// resource declares.
func (r *Grants[M, G, A, I, P]) operations(ctx context.Context, m P, diags *diag.Diagnostics) reconcile.Grants[G, A] {
	granted := r.Calls.Granted(ctx, &r.Resource, m)
	granted.Keep = func(extID string) bool { return r.KeepsDeclared(append(r.single(m), extID), diags) }
	return granted
}

// patcher returns a function that changes one grant from the state to the plan, with a check for
// concurrent changes.
func (r *Grants[M, G, A, I, P]) patcher(ctx context.Context, update write.Update, plan, state M, granted reconcile.Grants[G, A],
) func(key string, recorded grants.Record) (A, error) {
	base, desired, key := *P(&state).Granted(), *P(&plan).Granted(), P(&state).KeyValues()
	at := idm.Under(key[0], key[1])
	return func(key string, recorded grants.Record) (now A, err error) {
		one := update.Of(append(r.single(&state), recorded.ExtID), recorded.Version)
		err = one.PatchWithConflictCheck(ctx, func(version int64) (err error) {
			now, err = r.Calls.Update(ctx, r.API, at, recorded.ExtID, version, r.Calls.Patch(desired[key], base[key]))
			return err
		}, func() (_ any, version int64, err error) {
			now, err = r.Calls.Get(ctx, r.API, at, recorded.ExtID)
			remote, all := state, maps.Clone(base)
			all[key] = granted.Show(now)
			*P(&remote).Granted() = all
			return &remote, idm.Version(now), err
		})
		return now, err
	}
}

// single returns the key of the resource that manages a single grant, without its external ID.
func (r *Grants[M, G, A, I, P]) single(m P) write.LockKey {
	return append(write.LockKey{r.Type.Owns}, m.KeyValues()...)
}

// profileLock returns the lock of the profile, which prevents concurrent changes of its grants by
// other resources.
func profileLock(m Keyed) write.LockKey { return append(write.LockKey{"profile"}, m.KeyValues()...) }

// save works like Save for the held grants, each of which has its own version.
func (r *Grants[M, G, A, I, P]) save(ctx context.Context, to ResponseState, m P, held reconcile.Holding[G]) diag.Diagnostics {
	*m.Granted() = held.Grants
	diags := r.Save(ctx, to, m, 0)
	diags.Append(to.Private.SetKey(ctx, grants.RecordsKey, held.Records.JSON())...)
	return diags
}

// reconciled converts the error of a reconciliation to diagnostics. It warns about new grants that
// could not be read, because they exist.
func (r *Grants[M, G, A, I, P]) reconciled(m P, err error) diag.Diagnostics {
	var diags diag.Diagnostics
	if step, failed := errors.AsType[*reconcile.StepError](err); failed {
		diags.Append(r.Failure(step.Verb, m, step.Err).Element(path.Root(r.Calls.Attribute).AtMapKey(step.Key), step.Key))
	}
	if unread, failed := errors.AsType[*reconcile.UnreadError](err); failed {
		diags.Append(r.Failure("read", m, unread.Err).WarnReadAfterCreate())
	}
	return diags
}

// grantRecords returns the records of the grants in a private state, which has none right after an
// import.
func grantRecords(ctx context.Context, private Private, diags *diag.Diagnostics) grants.Records {
	raw, more := private.GetKey(ctx, grants.RecordsKey)
	diags.Append(more...)
	records, err := grants.ParseRecords(raw)
	if err != nil {
		diags.AddError("Could not read the private state",
			"The record of the grants is damaged: "+err.Error()+". Remove the resource from the state and import it again.")
	}
	return records
}
