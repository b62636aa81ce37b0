package properties

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// found describes the results of a list: the owners of a kind.
type found[T any] struct {
	listing.Source[T]
	// what is the name of the owners in the documentation.
	what string
	// model returns the resource of an owner, with its key.
	model func(of listing.Arguments, owner T) model
	// name returns the display name of an owner.
	name func(owner T) string
	// values returns the properties if the source contains them; it is nil if reading them takes a
	// request for each owner.
	values func(owner T) map[string]string
}

// listOf lists the properties of the owners in a source.
func listOf[T any](from found[T]) func(owner) list.ListResource {
	return func(o owner) list.ListResource {
		description := "Finds the properties of " + from.what + ", for `terraform query`. Objects without properties are omitted."
		if from.values == nil {
			description += " It takes one request for each " + o.title() + "."
		}
		base := resourcebase.Resource{Subject: plancheck.Subject{Type: o.readable()}}
		return listing.New(base, listing.Listing[T]{
			Description: description, Source: from.Source,
			Read: func(ctx context.Context, r *resourcebase.Resource, of listing.Arguments, owner T) (listing.Listed, error) {
				m := from.model(of, owner)
				values, err := from.read(ctx, o, r.API, m.KeyValues(), owner)
				if err != nil || len(values) == 0 {
					return listing.Listed{}, err
				}
				secret, err := r.Checks.Encrypted(ctx, of.Client(), o.scopes...)
				if err != nil {
					return listing.Listed{}, err
				}
				m.owned().Own(values, secret)
				return listing.Listed{Model: m, Name: from.name(owner)}, nil
			},
		})
	}
}

func (f found[T]) read(ctx context.Context, o owner, api *idm.API, key []string, from T) (map[string]string, error) {
	if f.values != nil {
		return f.values(from), nil
	}
	properties, err := o.read(ctx, api, key)
	return properties.Values, err
}

var listUnits = listOf(found[idm.Unit]{
	Source: listing.UnitsBelow(), what: "the units below a unit", name: listing.UnitName,
	model: func(of listing.Arguments, u idm.Unit) model {
		return &unitModel{held{ClientExtID: of.ClientExtID}, types.StringValue(u.ExtID)}
	},
})

var listAuthorizations = listOf(found[idm.Authorization]{
	Source: listing.OfProfile((*idm.API).Authorizations), what: "the authorizations of a profile",
	name: func(a idm.Authorization) string { return a.RoleExtID },
	model: func(of listing.Arguments, a idm.Authorization) model {
		return &authorizationModel{held{ClientExtID: of.ClientExtID}, types.StringValue(of.Text("profile_ext_id")),
			types.StringValue(a.ExtID)}
	},
})

var listProfiles = listOf(found[idm.Profile]{
	Source: listing.Profiles(), what: "the profiles of one user or of all users of a client", name: listing.ProfileName,
	model: func(of listing.Arguments, p idm.Profile) model {
		return &profileModel{held{ClientExtID: of.ClientExtID}, types.StringValue(p.ExtID)}
	},
})

var listUsers = listOf(found[idm.User]{
	Source: listing.Users(), what: "the users of a client", name: func(u idm.User) string { return u.LoginID },
	model: func(of listing.Arguments, u idm.User) model {
		return &userModel{held{ClientExtID: of.ClientExtID}, types.StringValue(u.ExtID)}
	},
	values: func(u idm.User) map[string]string { return u.Properties },
})

var listEnterpriseRoles = listOf(found[idm.EnterpriseRole]{
	Source: listing.OfClient((*idm.API).EnterpriseRoles), what: "the enterprise roles of a client", name: listing.EnterpriseRoleName,
	model: func(of listing.Arguments, r idm.EnterpriseRole) model {
		return &enterpriseRoleModel{held{ClientExtID: of.ClientExtID}, types.StringValue(r.ExtID)}
	},
})
