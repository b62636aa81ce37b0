// Package collection implements the nouns that manage many objects of one type as one resource: the
// units of a tree, users, and profiles with what is granted to them.
package collection

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_unit_tree, idm_users and idm_profiles.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{Collections: resourcebase.Collections{newUnitTree, newUsers, newProfiles}}
}

// collectionResource is a collection with its schema.
type collectionResource struct {
	*resourcebase.Collection
	schema schema.Schema
}

// described returns a collection with its schema.
func described(c *resourcebase.Collection, s schema.Schema) resource.Resource {
	return &collectionResource{c, s}
}

func (r *collectionResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.schema
}
