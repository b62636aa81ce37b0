package properties

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// found describes the results of a list: the owners of a kind.
type found[T idm.Described] struct {
	listresource.Source[T]
	// what is the name of the owners in the documentation.
	what string
	// name returns the display name of an owner.
	name func(owner T) string
	// values returns the properties if the source contains them; it is nil if reading them takes a
	// request for each owner.
	values func(owner T) map[string]string
}

// listOf lists the properties of the owners in a source.
func listOf[T idm.Described](from found[T]) func(owner) list.ListResource {
	return func(o owner) list.ListResource {
		description := "Finds the properties of " + from.what + ", for `terraform query`. Objects without properties are omitted."
		if from.values == nil {
			description += " It takes one request for each " + o.title() + "."
		}
		return listresource.New(o.readable(), listresource.Listing[T]{
			Description: description, Source: from.Source,
			Read: func(ctx context.Context, r *resourcebase.Resource, of listresource.Arguments, owner T) (listresource.Listed, error) {
				m := &model{of: o.of}
				for _, part := range o.of.Key {
					m.key = append(m.key, of.Text(part))
				}
				m.key[0], m.key[len(m.key)-1] = of.Client(), idm.ExtID(owner)
				values, err := from.read(ctx, o, r.API, m.key, owner)
				if err != nil || len(values) == 0 {
					return listresource.Listed{}, err
				}
				secret, err := r.Checks.Encrypted(ctx, of.Client(), o.scopes...)
				if err != nil {
					return listresource.Listed{}, err
				}
				m.Own(values, secret)
				return listresource.Listed{Model: m, Name: from.name(owner)}, nil
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
	Source: listresource.UnitsBelow(), what: "the units below a unit", name: listresource.UnitName,
})

var listAuthorizations = listOf(found[idm.Authorization]{
	Source: listresource.Within(objecttype.Authorization, idm.AuthorizationOps.List), what: "the authorizations of a profile",
	name: func(a idm.Authorization) string { return a.RoleExtID },
})

var listProfiles = listOf(found[idm.Profile]{
	Source: listresource.Profiles(), what: "the profiles of one user or of all users of a client", name: listresource.ProfileName,
})

var listUsers = listOf(found[idm.User]{
	Source: listresource.Users(), what: "the users of a client", name: func(u idm.User) string { return u.LoginID },
	values: func(u idm.User) map[string]string { return u.Properties },
})

var listEnterpriseRoles = listOf(found[idm.EnterpriseRole]{
	Source: listresource.Within(objecttype.EnterpriseRole, idm.EnterpriseRoleOps.List), what: "the enterprise roles of a client",
	name: listresource.EnterpriseRoleName,
})
