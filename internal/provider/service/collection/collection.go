// Package collection implements the nouns that manage many objects of one type as one resource: the
// units of a tree, users, and profiles with what is granted to them.
package collection

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_unit_tree, idm_users and idm_profiles.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{Collections: resourcebase.Collections{newUnitTree, newUsers, newProfiles}}
}
