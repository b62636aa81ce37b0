package unit

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// below lists the units below a unit, and when it is recursive everything below those too, parents before their children.
func below(ctx context.Context, api *idm.API, client, extID string, recursive bool) iter.Seq2[idm.Unit, error] {
	return func(yield func(idm.Unit, error) bool) {
		// A service that shows a unit below itself must not keep the walk going for ever.
		seen := map[string]bool{extID: true}
		for parents := []string{extID}; len(parents) > 0; parents = parents[1:] {
			for unit, err := range api.UnitChildren(ctx, client, parents[0]) {
				if !yield(unit, err) || err != nil {
					return
				}
				if recursive && !seen[unit.ExtID] {
					seen[unit.ExtID] = true
					parents = append(parents, unit.ExtID)
				}
			}
		}
	}
}
