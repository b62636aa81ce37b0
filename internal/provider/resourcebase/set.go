package resourcebase

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// Set is embedded by the authoritative resources for all members of an owner. The noun supplies the
// schema, the model and the calls. M is the model and P its pointer, T a member as the service
// returns it.
type Set[M any, T idm.Described, P SetModel[M]] struct {
	Resource
	Calls SetCalls[T]
}

// SetModel is the model of a set. Its key identifies the owner.
type SetModel[M any] interface {
	*M
	Keyed
	// Members returns the external IDs of the members.
	Members() *[]types.String
	// Place returns the place where the service lists the members.
	Place() idm.Place
	// OwnerLock returns the lock of the owner, which prevents concurrent changes of its members.
	OwnerLock() write.LockKey
}

// SetCalls are the calls for one type of members.
type SetCalls[T idm.Described] struct {
	// Attribute is the name of the set in the schema.
	Attribute string
	Ops       idm.Ops[T]
	// AddVerb and RemoveVerb are the verbs for the operations in a message.
	AddVerb, RemoveVerb string
}

// Inspect warns about a create that would refuse to adopt existing members.
func (r *Set[M, T, P]) Inspect(p *planchecks.Planned) {
	plan := P(new(M))
	if !p.MayTakeOver(r.Calls.Attribute) || !p.Decode(plan) {
		return
	}
	if remote, err := r.list(p.Context(), plan); err == nil {
		p.WarnTakeover(path.Root(r.Calls.Attribute), reconcile.SetTakeover(setOf(*plan.Members()), remote))
	}
}

// Create adds the members. It refuses to adopt an owner with undeclared ones, unless this run has
// removed those of the resource that it replaces: then it leaves them to the next plan.
func (r *Set[M, T, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, plan.OwnerLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	remote, err := r.list(ctx, plan)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", plan, err))
		return
	}
	takeover := reconcile.SetTakeover(setOf(*plan.Members()), remote)
	if resp.Diagnostics.Append(r.checkTakeover(plan, r.Calls.Attribute, takeover)...); resp.Diagnostics.HasError() {
		return
	}
	if desired := setOf(*plan.Members()); len(takeover) > 0 {
		maps.DeleteFunc(remote, func(extID string, _ bool) bool { return !desired[extID] })
	}
	state := *plan
	*P(&state).Members() = SetElements(remote)
	resp.Diagnostics.Append(r.reconcile(ctx, plan, &state)...)
	if resp.Diagnostics.HasError() {
		// Saving a state with an error would taint it, and the next plan would remove all members and add
		// them again. Without a state, the next create adopts the existing ones.
		added := grants.KeysOnlyIn(setOf(*P(&state).Members()), remote)
		resp.Diagnostics.Append(diagnostics.PartlyCreated(r.Type.Name, plan.KeyValues(), added)...)
		return
	}
	to := CreateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, P(&state), 0)...)
	resp.Diagnostics.Append(noteDeclared(ctx, to.Private, setOf(*plan.Members()), remote)...)
}

// Read reads all members.
func (r *Set[M, T, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	remote, err := r.list(ctx, state)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.NotRead(ctx, state, err))
		return
	}
	*state.Members() = SetElements(remote)
	to := ReadState(resp)
	if imported(ctx, req.Private) {
		resp.Diagnostics.Append(noteDeclared(ctx, to.Private, remote, remote)...)
	}
	resp.Diagnostics.Append(r.Save(ctx, to, state, 0)...)
}

// Update removes and adds members.
func (r *Set[M, T, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := P(new(M)), P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.OwnerLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(r.reconcile(ctx, plan, state)...)
	to := UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, state, 0)...)
	resp.Diagnostics.Append(noteDeclared(ctx, to.Private, setOf(*plan.Members()), setOf(*state.Members()))...)
}

// Removes warns in the plan of a destroy of the members that it keeps.
func (r *Set[M, T, P]) Removes(p *planchecks.Planned) {
	if state := P(new(M)); p.DecodeState(state) {
		warnKept(p, &r.Resource, state, r.Calls.Attribute, setOf(*state.Members()))
	}
}

// Delete removes the members that the last apply declared. After an error, it saves the remaining
// ones.
func (r *Set[M, T, P]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.OwnerLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	held := setOf(*state.Members())
	resp.Diagnostics.Append(leaveUndeclared(ctx, &r.Resource, req.Private, state, r.Calls.Attribute, held)...)
	*state.Members() = SetElements(held)
	failed := r.reconcile(ctx, P(new(M)), state)
	resp.Diagnostics.Append(failed...)
	if failed.HasError() {
		resp.Diagnostics.Append(r.Save(ctx, DeleteState(resp), state, 0)...)
		return
	}
	r.Writes.Declare(r.emptied(state))
}

// reconcile changes the owner from the state to the plan. It updates the state after every write.
func (r *Set[M, T, P]) reconcile(ctx context.Context, plan, state P) (diags diag.Diagnostics) {
	single := append(write.LockKey{r.Type.Owns}, state.KeyValues()...)
	held, desired := setOf(*state.Members()), setOf(*plan.Members())
	err := reconcile.Set{
		RemoveVerb: r.Calls.RemoveVerb, Remove: func(extID string) error { return r.remove(ctx, state, extID) },
		AddVerb: r.Calls.AddVerb, Add: func(extID string) error { return r.add(ctx, state, extID) },
		Keep: func(extID string) bool { return r.KeepsDeclared(append(slices.Clone(single), extID), &diags) },
	}.Reconcile(held, desired)
	*state.Members() = SetElements(held)
	if err == nil {
		r.Writes.DeclareElements(single, maps.Keys(desired))
	}
	if step, failed := errors.AsType[*reconcile.StepError](err); failed {
		diags.Append(r.Failure(step.Verb, state, step.Err).Element(path.Root(r.Calls.Attribute), step.Key))
	}
	return diags
}

func (r *Set[M, T, P]) add(ctx context.Context, state P, extID string) error {
	return r.addMember(ctx, func() error { return r.Calls.Ops.Assign(ctx, r.API, state.Place(), extID) }, func() (bool, error) {
		remote, err := r.list(ctx, state)
		return remote[extID], err
	})
}

// remove removes a member. A CLI stores texts in Unicode normal form C, so a member that the service
// does not have may have an ID in another form.
func (r *Set[M, T, P]) remove(ctx context.Context, state P, extID string) error {
	err := r.Calls.Ops.Delete(ctx, r.API, state.Place(), extID)
	if !errors.Is(err, idm.ErrNoRecord) || !strings.ContainsFunc(extID, func(c rune) bool { return c > unicode.MaxASCII }) {
		return err
	}
	remote, failed := r.list(ctx, state)
	if failed != nil {
		return failed
	}
	for other := range remote {
		if other != extID && norm.NFC.String(other) == extID {
			return r.Calls.Ops.Delete(ctx, r.API, state.Place(), other)
		}
	}
	return err
}

// list reads the members of a model's owner.
func (r *Set[M, T, P]) list(ctx context.Context, m P) (map[string]bool, error) {
	return ListSet(r.Calls.Ops.List(ctx, r.API, m.Place()))
}

// ListSet reads a list to its end and returns the external IDs as a set.
func ListSet[T idm.Described](all iter.Seq2[T, error]) (map[string]bool, error) {
	set := map[string]bool{}
	for one, err := range idm.ErrorsLast(all) {
		if err != nil {
			return nil, err
		}
		set[idm.ExtID(one)] = true
	}
	return set, nil
}

// SetElements returns the elements of a set for a model.
func SetElements(set map[string]bool) []types.String {
	elements := make([]types.String, 0, len(set))
	for extID := range set {
		elements = append(elements, types.StringValue(extID))
	}
	return elements
}

func setOf(elements []types.String) map[string]bool {
	set := make(map[string]bool, len(elements))
	for _, extID := range elements {
		set[extID.ValueString()] = true
	}
	return set
}
