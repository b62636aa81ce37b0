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

// ProfileOps lists the profiles of a user.
var ProfileOps = Ops[Profile]{of: objecttype.Profile, get: inClient((*API).Profile), list: ofOwner((*API).UserProfiles)}

// ProfileWrites creates the profiles of a user, the owner of their place.
var ProfileWrites = Writes[Profile, ProfileInput]{
	Post: func(a *API, ctx context.Context, at Place, profile ProfileInput) (string, error) {
		return a.CreateProfile(ctx, at.Client, at.Owner, profile)
	},
	Patch: func(a *API, ctx context.Context, at Place, extID string, profile ProfileInput) (Profile, error) {
		return a.UpdateProfile(ctx, at.Client, extID, profile)
	},
	Delete: func(a *API, ctx context.Context, at Place, extID string) error {
		return a.DeleteProfile(ctx, at.Client, extID)
	},
}

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

// Profile reads a profile: GET /core/v1/{client}/profiles/{extID}, permission ProfileView or
// self-admin.
func (a *API) Profile(ctx context.Context, client, extID string) (Profile, error) {
	return one[Profile](ctx, a, extID, a.core(http.MethodGet, client, "profiles", extID))
}

// UserProfiles lists the profiles of a user: GET /core/v1/{client}/users/{user}/profiles,
// permissions UserView, ProfileView, or self-admin.
func (a *API) UserProfiles(ctx context.Context, client, user string) iter.Seq2[Profile, error] {
	return coreList[Profile](ctx, a, client, "users", user, "profiles")
}

// CreateProfile creates a profile of a user and returns its external ID: POST
// /core/v1/{client}/users/{user}/profiles, permissions ProfileCreate, AuthorizationCreate.
// rest.ErrNoRecord when the user or unit does not exist, rest.ErrInvalid for a disabled or
// profileless unit, rest.ErrDuplicate when the external ID is taken.
func (a *API) CreateProfile(ctx context.Context, client, user string, profile ProfileInput) (string, error) {
	// The path of a profile is below its client, so the Location may point there.
	request := a.core(http.MethodPost, client, "users", user, "profiles").CreatedIn("core", "v1", client, "profiles")
	return rest.Create(ctx, a.c, request.Body(profile))
}

// UpdateProfile changes a profile and returns it: PATCH /core/v1/{client}/profiles/{extID},
// permissions ProfileView, ProfileModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateProfile(ctx context.Context, client, extID string, patch ProfileInput) (Profile, error) {
	return one[Profile](ctx, a, extID, a.core(http.MethodPatch, client, "profiles", extID).Body(patch))
}

// DeleteProfile deletes a profile and its grants: DELETE /core/v1/{client}/profiles/{extID},
// permission ProfileDelete.
func (a *API) DeleteProfile(ctx context.Context, client, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, client, "profiles", extID))
}

// ProfileUnit reads the unit of a profile: GET /core/v1/{client}/profiles/{profile}/unit,
// permission ProfileView or self-admin.
func (a *API) ProfileUnit(ctx context.Context, client, profile string) (Unit, error) {
	return rest.Decode[Unit](ctx, a.c, a.core(http.MethodGet, client, "profiles", profile, "unit"))
}

// SetProfileUnit replaces the unit of a profile: PUT
// /core/v1/{client}/profiles/{profile}/unit/{unit}, permissions UnitView, ProfileModify. No
// operation removes the unit. rest.ErrInvalid for a disabled or profileless unit.
func (a *API) SetProfileUnit(ctx context.Context, client, profile, unit string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPut, client, "profiles", profile, "unit", unit))
}

// ProfileRoles lists the roles of a profile, including the roles of its enterprise roles: GET
// /core/v1/{client}/profiles/{profile}/roles, permission AuthorizationView or self-admin.
func (a *API) ProfileRoles(ctx context.Context, client, profile string) iter.Seq2[Role, error] {
	return coreList[Role](ctx, a, client, "profiles", profile, "roles")
}

// ProfileEnterpriseRoles lists the enterprise roles of a profile: GET
// /core/v1/{client}/profiles/{profile}/eroles, permission EnterpriseAuthorizationView or
// self-admin.
func (a *API) ProfileEnterpriseRoles(ctx context.Context, client, profile string) iter.Seq2[EnterpriseRole, error] {
	return coreList[EnterpriseRole](ctx, a, client, "profiles", profile, "eroles")
}

// ProfileApplications lists the applications that a profile may use:
// GET /core/v1/{client}/profiles/{profile}/applications, permission ApplicationView or self-admin.
func (a *API) ProfileApplications(ctx context.Context, client, profile string) iter.Seq2[Application, error] {
	return coreList[Application](ctx, a, client, "profiles", profile, "applications")
}

// ClientProfiles lists the profiles of all users of a client, in the order of the users: Users, and
// UserProfiles of each. It skips users that were deleted in the meantime.
func (a *API) ClientProfiles(ctx context.Context, client string) iter.Seq2[Profile, error] {
	return flatten(Prefetch(ctx, a.Users(ctx, client, UserQuery{}), func(ctx context.Context, user User) ([]result[Profile], error) {
		profiles, err := collectAll(a.UserProfiles(ctx, client, user.ExtID))
		if errors.Is(err, ErrNoRecord) {
			return nil, nil
		}
		return profiles, err
	}))
}
