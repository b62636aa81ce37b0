package listresource

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// The arguments of list resources.
const (
	profilePart = "profile_ext_id"
	unitPart    = "unit_ext_id"
	userPart    = "user_ext_id"
	recursive   = "recursive"
	userState   = "user_state"
)

// call lists the objects in a place, as idm.Ops do.
type call[T any] = func(ctx context.Context, api *idm.API, at idm.Place) iter.Seq2[T, error]

// Within returns a source of the objects of a type in one place: in the service, in a client, or
// with the owner that an argument identifies.
func Within[T any](of *objecttype.Type, list call[T]) Source[T] {
	arguments, owner := map[string]schema.Attribute{}, of.RefTo(of.Owner)
	for _, part := range of.PlaceKey() {
		if arguments[part] = attrs.ListClient(); part == owner {
			arguments[part] = attrs.ListOf("External ID of the " + of.Ref(owner).Title + ".")
		}
	}
	return Source[T]{Arguments: arguments, Find: func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[T, error] {
		return list(ctx, api, idm.Place{Client: of.Client(), Owner: of.Text(owner)})
	}}
}

// Profiles returns a source of the profiles of one user or of all users of a client.
func Profiles() Source[idm.Profile] {
	return Source[idm.Profile]{
		Arguments: map[string]schema.Attribute{
			clientPart: attrs.ListClient(),
			userPart: attrs.ListOption("External ID of the user whose profiles are listed. Without it, the profiles of all users of the " +
				"client are listed: this takes one request for each user, and requires permission to list users."),
		},
		Find: func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[idm.Profile, error] {
			if user := of.Text(userPart); user != "" {
				return idm.ProfileOps.List(ctx, api, idm.Under(of.Client(), user))
			}
			return api.ClientProfiles(ctx, of.Client())
		},
	}
}

// ProfileName returns the display name of a profile.
func ProfileName(p idm.Profile) string { return cmp.Or(p.Name, p.ExtID) + " of " + p.UserExtID }

// UnitsBelow returns a source of the units below a unit.
func UnitsBelow() Source[idm.Unit] {
	return Source[idm.Unit]{
		Arguments: map[string]schema.Attribute{
			clientPart: attrs.ListClient(),
			unitPart:   attrs.ListOf("External ID of the unit whose subunits are listed."),
			recursive: schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "`true` lists everything below the unit, with one request for each unit of the subtree; `false`, " +
					"the default, only the units directly below it.",
			},
		},
		Find: func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[idm.Unit, error] {
			return api.UnitsBelow(ctx, of.Client(), of.Text(unitPart), of.Flag(recursive))
		},
	}
}

// UnitName returns the display name of a unit.
func UnitName(u idm.Unit) string { return cmp.Or(u.DisplayName["EN"], u.Name) }

// Users returns a source of the users of a client.
func Users() Source[idm.User] {
	return Source[idm.User]{
		Arguments: map[string]schema.Attribute{
			clientPart: attrs.ListClient(),
			userState: attrs.ListOption("Only users in this state: `active`, `disabled` or `archived`. Without it, users in any state " +
				"are listed."),
		},
		Find: func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[idm.User, error] {
			var query idm.UserQuery
			if state := of.Text(userState); state != "" {
				query.Filters = []idm.Filter{{Name: "userState", Value: state}}
			}
			return api.Users(ctx, of.Client(), query)
		},
	}
}

// EnterpriseRoleName returns the display name of an enterprise role.
func EnterpriseRoleName(r idm.EnterpriseRole) string { return cmp.Or(r.DisplayName["EN"], r.Name) }
