package unit

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// createOps is how the unit is made, and found again when the answer is lost.
func (r *unitResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client := plan.ClientExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) { return r.API.CreateUnit(ctx, client, plan.create()) },
		Get: func(extID string) (any, error) {
			made := *plan
			unit, err := r.API.Unit(ctx, client, extID)
			made.read(unit)
			return &made, err
		},
		Holder: func() string { return r.holder(ctx, plan) },
		Delete: func(extID string) error { return r.API.DeleteUnit(ctx, client, extID) },
	}
}
