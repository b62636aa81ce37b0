package collection

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newUsers(single func(*objecttype.Type) resource.Resource) *resourcebase.Collection {
	c := resourcebase.NewCollection(objecttype.Users, single)
	c.All = func(ctx context.Context, api *idm.API, client string) iter.Seq2[string, error] {
		return resourcebase.ExtIDs(api.Users(ctx, client, idm.UserQuery{}))
	}
	return c.Described("Users of a client as one resource: planning thousands takes seconds, not minutes as with "+
		"`idm_user`. Other users stay as they are.\n\n"+
		"A user that leaves the map is deleted or archived, as its `on_destroy` says; `max_removals` limits how many. The state "+
		"contains the declared personal data.",
		"The users by keys that you choose; a key stays when a name or login ID changes.", nil, nil)
}
