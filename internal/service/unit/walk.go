package unit

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// below lists the units below a unit, and when it is recursive everything below those too, parents
// before their children.
func below(ctx context.Context, api *idm.API, client, extID string, recursive bool) iter.Seq2[idm.Unit, error] {
	return func(yield func(idm.Unit, error) bool) {
		// A service that shows a unit below itself, or always another one below, must not keep the walk
		// going for ever.
		seen, tree := map[string]bool{extID: true}, api.NewUnitTree(client, extID)
		for level := []string{extID}; len(level) > 0; {
			var next []string
			for _, parent := range level {
				for unit, err := range api.UnitChildren(ctx, client, parent) {
					if !yield(unit, err) || err != nil {
						return
					}
					if recursive && !seen[unit.ExtID] {
						seen[unit.ExtID] = true
						next = append(next, unit.ExtID)
					}
				}
			}
			if err := tree.Level(len(next)); err != nil {
				yield(idm.Unit{}, err)
				return
			}
			level = next
		}
	}
}
