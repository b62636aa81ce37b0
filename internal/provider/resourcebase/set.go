package resourcebase

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// Set is the resource of the authoritative types: for all grants of one kind of a profile, or all
// members of an owner. The noun supplies the schema, the model and the calls. M is the model and P
// its pointer, G the value of an element in the model, A the element as the service returns it, and I
// the input of its writes.
type Set[M, G any, A idm.Described, I any, P SetModel[M, G]] struct {
	Resource
	Calls SetCalls[G, A, I]
}

// SetModel is the model of a set. Its key identifies the owner.
type SetModel[M, G any] interface {
	*M
	Keyed
	// Elements returns the values of the elements: grants by the external ID of their role, or members by
	// their own.
	Elements() map[string]G
	// SetElements stores them.
	SetElements(of map[string]G)
}

// NoValue is the value of a member.
type NoValue = struct{}

// SetCalls are the calls for one kind of elements.
type SetCalls[G any, A idm.Described, I any] struct {
	// Attribute is the name of the elements in the schema.
	Attribute string
	idm.Writes[A, I]
	// AddVerb and RemoveVerb are the verbs for the operations in a message.
	AddVerb, RemoveVerb string
	// Show converts a grant to its form in the model; nil for members, like Patch and New.
	Show func(A) G
	// Validity returns the validity of a grant; nil for members.
	Validity func(G) attrs.FixedMap
	// Patch returns the changes from have to desired; from an empty grant, the values of a new one.
	Patch func(desired, have G) I
	// New returns the input of a new grant with the identity and the values of input.
	New func(input I, g grants.Grant) I
}

// place returns the place of the elements of a model's owner.
func place(m Keyed) idm.Place {
	key := append(m.KeyValues(), "")
	return idm.Under(key[0], key[1])
}

// Of returns the operations on the elements of a model's owner, except Update and Keep.
func (c SetCalls[G, A, I]) Of(ctx context.Context, r *Resource, m Keyed) reconcile.Set[G, A] {
	at := place(m)
	s := reconcile.Set[G, A]{
		Noun: c.Type().Title, AddVerb: c.AddVerb, RemoveVerb: c.RemoveVerb,
		Of:      func(one A) grants.Grant { return grants.Grant{ExtID: idm.ExtID(one), RoleExtID: idm.ExtID(one)} },
		Version: func(A) (none int64) { return none },
		Show:    func(A) (none G) { return none },
		List:    func() iter.Seq2[A, error] { return c.List(ctx, r.API, at) },
		Create: func(member grants.Grant, _ G, find func() (string, error)) (string, error) {
			return r.Writes.CreateUnique(ctx, func() (string, error) {
				return member.RoleExtID, c.Assign(ctx, r.API, at, member.RoleExtID)
			}, find)
		},
		Delete: func(extID string) error { return c.Delete(ctx, r.API, at, extID) },
	}
	if c.Patch == nil {
		return s
	}
	s.Of = func(one A) grants.Grant { return grants.Grant{ExtID: idm.ExtID(one), RoleExtID: idm.Name(one)} }
	s.Version, s.Show = func(one A) int64 { return idm.Version(one) }, c.Show
	s.Differs = func(desired, have G) bool { return Changes(c.Patch(desired, have)) }
	s.Regrants = func(desired, have G) bool { return c.Validity(have).LosesBound(c.Validity(desired)) }
	s.Create = func(g grants.Grant, desired G, find func() (string, error)) (string, error) {
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
	}
	return s
}

// Elements reads all elements of a model's owner.
func (c SetCalls[G, A, I]) Elements(ctx context.Context, r *Resource, m Keyed) (map[string]G, error) {
	s := c.Of(ctx, r, m)
	remote, err := s.Read(nil)
	return s.Hold(remote).Grants, err
}

// Members returns the members with external IDs.
func Members(extIDs []string) map[string]NoValue {
	members := make(map[string]NoValue, len(extIDs))
	for _, extID := range extIDs {
		members[extID] = NoValue{}
	}
	return members
}

// ExtIDsOf returns the external IDs of members; an empty set is not null.
func ExtIDsOf(members map[string]NoValue) []string {
	return slices.AppendSeq([]string{}, maps.Keys(members))
}

// NewSet returns the resource of a set, with the checks of its plan.
func NewSet[M, G any, A idm.Described, I any, P SetModel[M, G]](base Resource, calls SetCalls[G, A, I]) *Set[M, G, A, I, P] {
	r := &Set[M, G, A, I, P]{Resource: base, Calls: calls}
	r.Subject.Inspect, r.Subject.Removes, r.Replaced = r.Inspect, r.Removes, r.Removes
	return r
}

// Inspect warns about a create that would refuse to adopt existing elements.
func (r *Set[M, G, A, I, P]) Inspect(p *planchecks.Planned) {
	plan := P(new(M))
	if !p.MayTakeOver(r.Calls.Attribute) || !p.Decode(plan) {
		return
	}
	granted := r.Calls.Of(p.Context(), &r.Resource, plan)
	if remote, err := granted.Read(nil); err == nil {
		p.WarnTakeover(path.Root(r.Calls.Attribute), granted.Takeover(plan.Elements(), remote))
	}
}

// ModifyPlan also preserves the spelling of values with an equal meaning.
func (r *Set[M, G, A, I, P]) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	fixedmap.PreserveSemanticEquality(req.State, &resp.Plan)
	req.Plan = resp.Plan
	r.Resource.ModifyPlan(ctx, req, resp)
}

// spelled prepares a method that writes a state of typed values, and returns the function that
// rewrites the state in the spelling of like. After an error, that does not rewrite a state that
// the method did not change.
func spelled(state *tfsdk.State, like tftypes.Value, diags *diag.Diagnostics) func() {
	written, before := *state, fixedmap.TypedState(*state)
	*state = before
	return func() {
		typed := state.Raw
		*state = written
		if !diags.HasError() || !typed.Equal(before.Raw) {
			fixedmap.Rewrite(state, typed, like)
		}
	}
}

// Create grants the roles. It refuses to adopt a profile with undeclared or different grants, unless
// this run has revoked those of the resource that it replaces: then it leaves them to the next plan.
func (r *Set[M, G, A, I, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	defer spelled(&resp.State, req.Plan.Raw, &resp.Diagnostics)()
	req.Plan = fixedmap.TypedPlan(req.Plan)
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.ownerLock(plan)).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.operations(ctx, plan, &resp.Diagnostics)
	remote, err := granted.Read(nil)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", plan, err))
		return
	}
	takeover := granted.Takeover(plan.Elements(), remote)
	if resp.Diagnostics.Append(r.checkTakeover(plan, takeover)...); resp.Diagnostics.HasError() {
		return
	}
	held := granted.Hold(remote)
	base := maps.Clone(held.Grants)
	if len(takeover) > 0 {
		base = held.Leave(plan.Elements())
	}
	resp.Diagnostics.Append(r.reconciled(plan, granted.Reconcile(base, plan.Elements(), held))...)
	if resp.Diagnostics.HasError() {
		// Saving a state with an error would taint it, and the next plan would remove all grants and create
		// them again. Without a state, the next create adopts the existing ones.
		resp.Diagnostics.Append(r.about(diagnostics.PartlyCreated, plan, grants.KeysOnlyIn(held.Grants, remote))...)
		return
	}
	r.Writes.DeclareElements(r.single(plan), slices.Values(held.ExtIDs()))
	to := CreateState(resp)
	resp.Diagnostics.Append(r.save(ctx, to, plan, held)...)
	resp.Diagnostics.Append(noteDeclared(ctx, to.Private, held.Grants, held.Grants)...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, to.State)...)
}

// Read reads all grants of the profile.
func (r *Set[M, G, A, I, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	defer spelled(&resp.State, req.State.Raw, &resp.Diagnostics)()
	req.State = fixedmap.TypedState(req.State)
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
func (r *Set[M, G, A, I, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	defer spelled(&resp.State, req.Plan.Raw, &resp.Diagnostics)()
	req.Plan, req.State = fixedmap.TypedPlan(req.Plan), fixedmap.TypedState(req.State)
	plan, state := P(new(M)), P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	records := grantRecords(ctx, req.Private, &resp.Diagnostics)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.ownerLock(state))
	defer lock.Unlock()
	update := NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.operations(ctx, state, &resp.Diagnostics)
	granted.Update = r.patcher(ctx, update, *plan, *state, granted)
	held, err := r.held(granted, state, records, r.Writes.Declared(r.ownerLock(state)))
	if err != nil {
		resp.Diagnostics.Append(r.Failed("update", state, err))
		return
	}
	err = granted.Reconcile(maps.Clone(held.Grants), plan.Elements(), held)
	if err == nil {
		r.Writes.DeclareElements(r.single(state), slices.Values(held.ExtIDs()))
	}
	resp.Diagnostics.Append(r.reconciled(state, err)...)
	failed, to := resp.Diagnostics.HasError(), UpdateState(resp)
	resp.Diagnostics.Append(r.save(ctx, to, state, held)...)
	resp.Diagnostics.Append(noteDeclared(ctx, to.Private, plan.Elements(), held.Grants)...)
	if !failed {
		resp.Diagnostics.Append(VerifyUpdate(ctx, update, to)...)
	}
}

// Removes warns in the plan of a destroy of the elements that it keeps.
func (r *Set[M, G, A, I, P]) Removes(p *planchecks.Planned) {
	if state := P(new(M)); p.DecodeState(state) {
		p.Append(r.leaveUndeclared(p.Context(), p.Private(), state, state.Elements()))
	}
}

// Delete revokes the grants that the last apply declared. After an error, it saves the remaining
// ones.
func (r *Set[M, G, A, I, P]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	defer spelled(&resp.State, req.State.Raw, &resp.Diagnostics)()
	req.State = fixedmap.TypedState(req.State)
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.ownerLock(state)).Unlock()
	records := grantRecords(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.operations(ctx, state, &resp.Diagnostics)
	held, err := r.held(granted, state, records, false)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("delete", state, err))
		return
	}
	resp.Diagnostics.Append(r.leaveUndeclared(ctx, req.Private, state, held.Grants)...)
	err = granted.Reconcile(maps.Clone(held.Grants), nil, held)
	resp.Diagnostics.Append(r.reconciled(state, err)...)
	if err != nil {
		resp.Diagnostics.Append(r.save(ctx, DeleteState(resp), state, held)...)
		return
	}
	r.Writes.Declare(r.emptied(state))
}

// held returns the elements that the state holds: of a changed owner those that it still has, because
// it may have been replaced. A CLI passes no private state with a tainted object.
func (r *Set[M, G, A, I, P]) held(of reconcile.Set[G, A], state P, records grants.Records, changed bool) (held reconcile.Holding[G], err error) {
	held = reconcile.Holding[G]{Grants: maps.Clone(state.Elements()), Records: records}
	if changed || len(grants.KeysOnlyIn(held.Grants, records)) > 0 {
		err = of.Record(held)
	}
	return held, err
}

// operations returns the operations on the elements of an owner. They keep elements that another
// resource declares.
func (r *Set[M, G, A, I, P]) operations(ctx context.Context, m P, diags *diag.Diagnostics) reconcile.Set[G, A] {
	granted := r.Calls.Of(ctx, &r.Resource, m)
	granted.Keep = func(extID string) bool { return r.KeepsDeclared(append(r.single(m), extID), diags) }
	return granted
}

// patcher returns a function that changes one grant from the state to the plan, with a check for
// concurrent changes.
func (r *Set[M, G, A, I, P]) patcher(ctx context.Context, update write.Update, plan, state M, granted reconcile.Set[G, A],
) func(key string, recorded grants.Record) (A, error) {
	base, desired, at := P(&state).Elements(), P(&plan).Elements(), place(P(&state))
	return func(key string, recorded grants.Record) (now A, err error) {
		one := update.Of(append(r.single(&state), recorded.ExtID), recorded.Version)
		err = one.PatchWithConflictCheck(ctx, func(version int64) (err error) {
			now, err = r.Calls.Update(ctx, r.API, at, recorded.ExtID, version, r.Calls.Patch(desired[key], base[key]))
			return err
		}, func() (_ any, version int64, err error) {
			now, err = r.Calls.Get(ctx, r.API, at, recorded.ExtID)
			remote, all := state, maps.Clone(base)
			all[key] = granted.Show(now)
			P(&remote).SetElements(all)
			return &remote, idm.Version(now), err
		})
		return now, err
	}
}

// single returns the key of the resource that manages a single grant, without its external ID.
func (r *Set[M, G, A, I, P]) single(m P) write.LockKey {
	return append(write.LockKey{r.Type.Owns}, m.KeyValues()...)
}

// ownerLock returns the lock of the owner, which prevents concurrent changes of its elements by other
// resources.
func (r *Set[M, G, A, I, P]) ownerLock(m P) write.LockKey {
	return append(write.LockKey{cmp.Or(r.Type.Owner, objecttype.Client.Name)}, m.KeyValues()...)
}

// save works like Save for the held grants, each of which has its own version.
func (r *Set[M, G, A, I, P]) save(ctx context.Context, to ResponseState, m P, held reconcile.Holding[G]) diag.Diagnostics {
	m.SetElements(held.Grants)
	diags := r.Save(ctx, to, m, 0)
	diags.Append(to.Private.SetKey(ctx, grants.RecordsKey, held.Records.JSON())...)
	return diags
}

// reconciled converts the error of a reconciliation to diagnostics. It warns about new grants that
// could not be read, because they exist.
func (r *Set[M, G, A, I, P]) reconciled(m P, err error) diag.Diagnostics {
	var diags diag.Diagnostics
	if step, failed := errors.AsType[*reconcile.StepError](err); failed {
		at := path.Root(r.Calls.Attribute)
		if r.Calls.Patch != nil {
			at = at.AtMapKey(step.Key)
		}
		diags.Append(r.Failure(step.Verb, m, step.Err).Element(at, step.Key))
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
