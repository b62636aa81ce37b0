package listing

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// What a list resource starts from.
const (
	profilePart = "profile_ext_id"
	unitPart    = "unit_ext_id"
	userPart    = "user_ext_id"
	recursive   = "recursive"
	userState   = "user_state"
)

// OfClient finds what a client has, by a call of the service.
func OfClient[T any](call func(api *idm.API, ctx context.Context, client string) iter.Seq2[T, error]) Source[T] {
	return Source[T]{
		Arguments: map[string]schema.Attribute{clientPart: attrs.ListClient()},
		Find: func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[T, error] {
			return call(api, ctx, of.Client())
		},
	}
}

// OfService finds what the service has for all clients.
func OfService[T any](call func(api *idm.API, ctx context.Context) iter.Seq2[T, error]) Source[T] {
	return Source[T]{Find: func(ctx context.Context, api *idm.API, _ Arguments) iter.Seq2[T, error] { return call(api, ctx) }}
}

// OfOne finds what one object of a client has, which an argument names.
func OfOne[T any](argument, description string, call func(api *idm.API, ctx context.Context, client, extID string) iter.Seq2[T, error],
) Source[T] {
	return Source[T]{
		Arguments: map[string]schema.Attribute{clientPart: attrs.ListClient(), argument: attrs.ListOf(description)},
		Find: func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[T, error] {
			return call(api, ctx, of.Client(), of.Text(argument))
		},
	}
}

// OfProfile finds what a profile has.
func OfProfile[T any](call func(api *idm.API, ctx context.Context, client, profile string) iter.Seq2[T, error]) Source[T] {
	return OfOne(profilePart, "External ID of the profile.", call)
}

// Profiles finds the profiles of one user or of all users of a client.
func Profiles() Source[idm.Profile] {
	return Source[idm.Profile]{
		Arguments: map[string]schema.Attribute{
			clientPart: attrs.ListClient(),
			userPart: attrs.ListOption("External ID of the user whose profiles are listed. When it is left out, the profiles of every " +
				"user of the client are listed: that takes one request for each user, and also the permissions to list users."),
		},
		Find: func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[idm.Profile, error] {
			if user := of.Text(userPart); user != "" {
				return api.UserProfiles(ctx, of.Client(), user)
			}
			return api.ClientProfiles(ctx, of.Client())
		},
	}
}

// ProfileName is what people call a profile.
func ProfileName(p idm.Profile) string { return cmp.Or(p.Name, p.ExtID) + " of " + p.UserExtID }

// UnitsBelow finds the units below a unit.
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

// UnitName is what people call a unit.
func UnitName(u idm.Unit) string { return cmp.Or(u.DisplayName["EN"], u.Name) }

// Users finds the users of a client.
func Users() Source[idm.User] {
	return Source[idm.User]{
		Arguments: map[string]schema.Attribute{
			clientPart: attrs.ListClient(),
			userState: attrs.ListOption("Only users in this state: `active`, `disabled` or `archived`. Left out, users in any state are " +
				"listed."),
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

// EnterpriseRoleName is what people call an enterprise role.
func EnterpriseRoleName(r idm.EnterpriseRole) string { return cmp.Or(r.DisplayName["EN"], r.Name) }
