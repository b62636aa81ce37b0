package unit

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// holder returns the unit with the planned name below the planned parent, or "".
func holder(ctx context.Context, api *idm.API, plan *model) (extID string, _ error) {
	name := plan.Name.ValueString()
	if name == "" {
		return "", nil
	}
	for unit, err := range idm.ErrorsLast(siblings(ctx, api, plan)) {
		if err != nil {
			return extID, err
		}
		if unit.Name == name {
			return unit.ExtID, nil
		}
		if extID == "" && strings.EqualFold(unit.Name, name) {
			extID = unit.ExtID
		}
	}
	return extID, nil
}

// siblings yields the units below the planned parent. The service has no list of root units, so
// siblings searches for those with the planned name.
func siblings(ctx context.Context, api *idm.API, plan *model) iter.Seq2[idm.Unit, error] {
	client := plan.ClientExtID.ValueString()
	if parent := plan.ParentUnitExtID.ValueString(); parent != "" {
		return idm.UnitOps.List(ctx, api, idm.Under(client, parent))
	}
	return api.RootUnits(ctx, client, plan.Name.ValueString())
}

// dependents lists the subunits and the profiles of a unit for an error, if they can be found.
func dependents(ctx context.Context, api *idm.API, state *model) iter.Seq[string] {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	units := resourcebase.Dependents(idm.UnitOps.List(ctx, api, idm.Under(client, extID)), func(u idm.Unit) string {
		return fmt.Sprintf("unit %s (%q)", objecttype.ImportID(client, u.ExtID), u.Name)
	})
	profiles := resourcebase.Dependents(api.UnitProfiles(ctx, client, extID), func(p idm.Profile) string {
		return fmt.Sprintf("profile %s of user %s", objecttype.ImportID(client, p.ExtID), p.UserExtID)
	})
	return func(yield func(string) bool) {
		for _, all := range []iter.Seq[string]{units, profiles} {
			for one := range all {
				if !yield(one) {
					return
				}
			}
		}
	}
}
