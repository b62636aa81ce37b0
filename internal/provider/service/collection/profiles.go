package collection

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newProfiles(single func(*objecttype.Type) resource.Resource) *resourcebase.Collection {
	c := resourcebase.NewCollection(objecttype.Profiles, single)
	c.All = func(ctx context.Context, api *idm.API, client string) iter.Seq2[string, error] {
		return resourcebase.ExtIDs(api.ClientProfiles(ctx, client))
	}
	return c.Described("Profiles of a client with their grants as one resource: planning thousands takes seconds, not "+
		"minutes as with `idm_profile`. Other profiles stay as they are.\n\n"+
		"A new `unit_ext_id` moves a profile, which keeps its grants. A profile that leaves the map is deleted; `max_removals` "+
		"limits how many.",
		"The profiles by keys that you choose, such as those of their users.", nil, nil)
}
