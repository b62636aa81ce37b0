// Package collection implements the nouns that manage many objects of one type as one resource: the
// units of a tree, users, and profiles with what is granted to them.
package collection

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_unit_tree, idm_users and idm_profiles.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{Collections: resourcebase.Collections{newUnitTree, newUsers, newProfiles}}
}

func newUsers(single func(*objecttype.Type) resource.Resource) *resourcebase.Collection {
	c := resourcebase.NewCollection(objecttype.Users, single, "Users of a client as one resource: planning thousands takes seconds, not "+
		"minutes as with `idm_user`. Other users stay as they are.\n\n"+
		"A user that leaves the map is deleted or archived, as its `on_destroy` says; `max_removals` limits how many. The state "+
		"contains the declared personal data.",
		"The users by keys that you choose; a key stays when a name or login ID changes.", nil)
	c.List = func(ctx context.Context, api *idm.API, client, _ string) iter.Seq2[idm.Object, error] {
		return idm.DescribeAll(api.Users(ctx, client, idm.UserQuery{}))
	}
	return c
}

func newProfiles(single func(*objecttype.Type) resource.Resource) *resourcebase.Collection {
	c := resourcebase.NewCollection(objecttype.Profiles, single, "Profiles of a client with their grants as one resource: planning "+
		"thousands takes seconds, not minutes as with `idm_profile`. Other profiles stay as they are.\n\n"+
		"A new `unit_ext_id` moves a profile, which keeps its grants. A profile that leaves the map is deleted; `max_removals` "+
		"limits how many.",
		"The profiles by keys that you choose, such as those of their users.", nil)
	c.List = func(ctx context.Context, api *idm.API, client, _ string) iter.Seq2[idm.Object, error] {
		return idm.DescribeAll(api.ClientProfiles(ctx, client))
	}
	return c
}
