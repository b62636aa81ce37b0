package resourcebase

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Member is the resource of members, which are objects that were added to an owner. They have no
// other attributes, and the last part of their key is their external ID. It inherits Read, Update
// and Delete.
type Member[M any, T idm.Described, P ObjectModel[M, T, NoValue]] struct{ Object[M, T, NoValue, P] }

// NewMember returns the resource of the members that ops assign to an owner.
func NewMember[M any, T idm.Described, P ObjectModel[M, T, NoValue]](base Resource, ops idm.Ops[T]) *Member[M, T, P] {
	r := &Member[M, T, P]{}
	r.Resource, r.Calls.Ops = base, ops
	return r
}

// Create adds the member.
func (r *Member[M, T, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(plan), plan.OwnerLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	extID := plan.OwnExtID().ValueString()
	_, err := r.Writes.CreateUnique(ctx, func() (string, error) { return extID, r.Calls.Assign(ctx, r.API, plan.Place(), extID) },
		func() (string, error) {
			_, err := r.Calls.Get(ctx, r.API, plan.Place(), extID)
			if errors.Is(err, idm.ErrNoRecord) {
				return "", nil
			}
			return extID, err
		})
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", plan, err))
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, CreateState(resp), plan, 0)...)
}
