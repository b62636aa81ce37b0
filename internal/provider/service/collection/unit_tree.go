package collection

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newUnitTree(single func(*objecttype.Type) resource.Resource) *resourcebase.Collection {
	c := resourcebase.NewCollection(objecttype.UnitTree, single, "Units of a client as one resource: planning thousands takes seconds, "+
		"not minutes as with `idm_unit`, and changes are made in the right order, parents first. Other units stay as they are.\n\n"+
		"A new `parent` moves a unit with everything below it. One that leaves the map is deleted; `max_removals` limits how many.",
		"The units by keys that you choose; a key stays when a name changes.",
		map[string]schema.Attribute{
			"parent_unit_ext_id": attrs.OptionalText("External ID of the unit above the units without a `parent`. Without it, they are " +
				"root units."),
			"remaining": schema.MapAttribute{
				Computed: true, ElementType: types.Int64Type,
				MarkdownDescription: "How many profiles and units are left in each unit that has left the map, by its external ID. " +
					"The next plan deletes those with 0.",
			},
		})
	c.List = func(ctx context.Context, api *idm.API, client, extID string) iter.Seq2[idm.Object, error] {
		return idm.DescribeAll(api.UnitsBelow(ctx, client, extID, true))
	}
	c.InUse = func(ctx context.Context, api *idm.API, client, extID string) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for unit, err := range idm.ErrorsLast(idm.UnitOps.List(ctx, api, idm.Under(client, extID))) {
				if !yield(unit.ExtID, err) {
					return
				}
			}
			for _, err := range api.UnitProfiles(ctx, client, extID) {
				if !yield("", err) {
					return
				}
			}
		}
	}
	return c
}
