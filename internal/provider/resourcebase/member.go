package resourcebase

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// Member is the resource of members, which are objects that were added to an owner.
// The service adds, lists and removes members. They have no other attributes. M is the model and P
// its pointer, T the member as the service returns it.
type Member[M any, T idm.Described, P MemberModel[M]] struct {
	Resource
	Ops idm.Ops[T]
}

// MemberModel is the model of a member. The last value of its key is the member's external ID.
type MemberModel[M any] interface {
	*M
	Keyed
	// Place returns the place where the service lists the members.
	Place() idm.Place
	// OwnerLock returns the lock of the owner, whose version a change of its members may advance.
	OwnerLock() write.LockKey
}

// Create adds the member.
func (r *Member[M, T, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(plan), plan.OwnerLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	extID := lastPart(plan)
	_, err := r.Writes.CreateUnique(ctx, func() (string, error) { return extID, r.Ops.Assign(ctx, r.API, plan.Place(), extID) },
		func() (string, error) {
			if found, err := r.isMember(ctx, plan); err != nil || !found {
				return "", err
			}
			return extID, nil
		})
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", plan, err))
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, CreateState(resp), plan, 0)...)
}

// lastPart returns the external ID of a member.
func lastPart(m Keyed) string {
	key := m.KeyValues()
	return key[len(key)-1]
}

// Read looks for the member in the list of its owner.
func (r *Member[M, T, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	member, err := r.isMember(ctx, state)
	if err != nil {
		resp.Diagnostics.Append(r.NotRead(ctx, state, err))
		return
	}
	if !member {
		r.Gone(ctx, state, resp)
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, ReadState(resp), state, 0)...)
}

// isMember looks for the member in the shared list of the owner's members. If it is not in there,
// it reads a separate list to the end, because the service has no read of a single member. An owner
// that does not exist has no members.
func (r *Member[M, T, P]) isMember(ctx context.Context, m P) (bool, error) {
	extID := lastPart(m)
	if _, ok := listcache.Find(ctx, r.Lists, r.Ops, m.Place(), extID); ok {
		return true, nil
	}
	begun := false
	for member, err := range idm.ErrorsLast(r.Ops.List(ctx, r.API, m.Place())) {
		if errors.Is(err, idm.ErrNoRecord) && !begun {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if idm.ExtID(member) == extID {
			return true, nil
		}
		begun = true
	}
	return false, nil
}

// Update only saves the plan, because a change of any argument replaces the member.
func (r *Member[M, T, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(r.Save(ctx, UpdateState(resp), plan, 0)...)
}

// Delete removes the member. A member that no longer exists causes no error.
func (r *Member[M, T, P]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(state), state.OwnerLock()).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(r.LockKey(state), &resp.Diagnostics) {
		return
	}
	if err := r.Ops.Delete(ctx, r.API, state.Place(), lastPart(state)); err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", state, err))
	}
}
