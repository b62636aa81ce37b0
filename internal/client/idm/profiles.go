package idm

import (
	"context"
	"errors"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Profile connects a user to a unit, to roles and to enterprise roles.
type Profile struct {
	ExtID               string `json:"extId"`
	UserExtID           string `json:"userExtId"`
	UnitExtID           string `json:"unitExtId"`
	ClientExtID         string `json:"clientExtId"`
	DeputedProfileExtID string `json:"deputedProfileExtId"`
	Name                string `json:"name"`
	// ProfileState is active, disabled or archived.
	ProfileState        string   `json:"profileState"`
	IsDefaultProfile    *bool    `json:"isDefaultProfile"`
	Remarks             string   `json:"remarks"`
	ModificationComment string   `json:"modificationComment"`
	Validity            Validity `json:"validity"`
	Record
}

func (p Profile) object() Object {
	return Object{ExtID: p.ExtID, Name: p.Name, State: p.ProfileState, Record: p.Record}
}

// ProfileOps lists the profiles of a user. Deleting a profile deletes its grants.
var ProfileOps = Ops[Profile]{
	of: objecttype.Profile, object: "{client}/profiles/{id}", list: "{client}/users/{owner}/profiles",
	properties: "{client}/profiles/{id}/properties",
}

// ProfileWrites creates the profiles of a user, the owner of their place. rest.ErrInvalid for a
// disabled or profileless unit.
var ProfileWrites = Writes[Profile, ProfileInput]{ProfileOps}

// ProfileInput contains the values of a profile to send: all values of a new one, the changes of an
// existing one. A new one needs nothing. A change must omit UnitExtID; see SetProfileUnit. With a
// Version, the service refuses the change of an object that has a different one.
type ProfileInput struct {
	ExtID               Field[string]  `json:"extId,omitzero"`
	UnitExtID           Field[string]  `json:"unitExtId,omitzero"`
	Name                Field[string]  `json:"name,omitzero"`
	ProfileState        Field[string]  `json:"profileState,omitzero"`
	IsDefaultProfile    Field[bool]    `json:"isDefaultProfile,omitzero"`
	Remarks             Field[string]  `json:"remarks,omitzero"`
	ModificationComment Field[string]  `json:"modificationComment,omitzero"`
	Validity            *ValidityPatch `json:"validity,omitempty"`
	Versioned
}

// ProfileUnit reads the unit of a profile: GET /core/v1/{client}/profiles/{profile}/unit,
// permission ProfileView or self-admin.
func (a *API) ProfileUnit(ctx context.Context, client, profile string) (Unit, error) {
	return rest.Decode[Unit](ctx, a.c, a.core(http.MethodGet, "{client}/profiles/{id}/unit", In(client), profile))
}

// SetProfileUnit replaces the unit of a profile: PUT
// /core/v1/{client}/profiles/{profile}/unit/{unit}, permissions UnitView, ProfileModify. No
// operation removes the unit. rest.ErrInvalid for a disabled or profileless unit.
func (a *API) SetProfileUnit(ctx context.Context, client, profile, unit string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPut, "{client}/profiles/{owner}/unit/{id}", Under(client, profile), unit))
}

// ProfileRoles lists the roles of a profile, including the roles of its enterprise roles: GET
// /core/v1/{client}/profiles/{profile}/roles, permission AuthorizationView or self-admin.
func (a *API) ProfileRoles(ctx context.Context, client, profile string) iter.Seq2[Role, error] {
	return coreList[Role](ctx, a, "{client}/profiles/{owner}/roles", Under(client, profile))
}

// ProfileEnterpriseRoles lists the enterprise roles of a profile: GET
// /core/v1/{client}/profiles/{profile}/eroles, permission EnterpriseAuthorizationView or
// self-admin.
func (a *API) ProfileEnterpriseRoles(ctx context.Context, client, profile string) iter.Seq2[EnterpriseRole, error] {
	return coreList[EnterpriseRole](ctx, a, "{client}/profiles/{owner}/eroles", Under(client, profile))
}

// ProfileApplications lists the applications that a profile may use:
// GET /core/v1/{client}/profiles/{profile}/applications, permission ApplicationView or self-admin.
func (a *API) ProfileApplications(ctx context.Context, client, profile string) iter.Seq2[Application, error] {
	return coreList[Application](ctx, a, "{client}/profiles/{owner}/applications", Under(client, profile))
}

// ClientProfiles lists the profiles of all users of a client, in the order of the users: Users, and
// UserProfiles of each. It skips users that were deleted in the meantime.
func (a *API) ClientProfiles(ctx context.Context, client string) iter.Seq2[Profile, error] {
	return flatten(Prefetch(ctx, a.Users(ctx, client, UserQuery{}), func(ctx context.Context, user User) ([]result[Profile], error) {
		profiles, err := collectAll(ProfileOps.List(ctx, a, Under(client, user.ExtID)))
		if errors.Is(err, ErrNoRecord) {
			return nil, nil
		}
		return profiles, err
	}))
}
