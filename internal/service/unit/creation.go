package unit

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
)

// creation is how the unit is made, and found again when the answer is lost.
func (r *unitResource) creation(ctx context.Context, plan *model) framework.Creation {
	client := plan.ClientExtID.ValueString()
	return framework.Creation{
		Send: func() (string, error) { return r.API.CreateUnit(ctx, client, plan.create()) },
		Find: func(extID string) (framework.Keyed, error) {
			made := *plan
			unit, err := r.API.Unit(ctx, client, extID)
			made.read(unit)
			return &made, err
		},
		Withdraw: func(extID string) error { return r.API.DeleteUnit(ctx, client, extID) },
	}
}
