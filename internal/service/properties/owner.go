package properties

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// owner is a kind of object that has properties.
type owner struct {
	// noun is the name of the resource and of the data source; a and title are what people call the
	// owner, with its article and without.
	noun, a, title string
	// about is added to what the documentation calls properties, precedence to what the data source
	// shows; both may be empty.
	about, precedence string
	// key identifies the owner; its last part is the owner's external id.
	key        resourcebase.Key
	references []plancheck.Reference
	// scopes are those of the definitions which fit the owner.
	scopes []string
	// since is the release that brought the PATCH, and readSince the one that brought the GET; "" when
	// every release has it.
	since, readSince string
	// model makes an empty model of the resource.
	model func() model
	// list makes the list resource.
	list func(owner) list.ListResource
	// locks are the objects whose version a change of the properties may advance.
	locks func(key []string) []write.LockKey
	// read and update are the calls of the service.
	read   func(ctx context.Context, api *idm.API, key []string) (idm.Properties, error)
	update func(ctx context.Context, api *idm.API, key []string, patch map[string]string) (idm.Properties, error)
}

func release(since string) resourcebase.Release {
	if since == "" {
		return resourcebase.Release{}
	}
	return resourcebase.Release{Since: since, Instead: "Until then, set such properties where they are set today."}
}

// collection is what a release without the PATCH lacks too, nothing where older ones have the GET.
func (o owner) collection() plancheck.Collection {
	if o.since != o.readSince || o.since == "" {
		return plancheck.Collection{}
	}
	return plancheck.Collection{
		Parent: o.key[len(o.key)-1], ParentKind: o.references[0].Kind,
		List: func(ctx context.Context, api *idm.API, client, parent string) error {
			_, err := o.read(ctx, api, []string{client, parent})
			return err
		},
	}
}

// lockOf locks the owner itself, whose resource is called kind.
func lockOf(kind string) func([]string) []write.LockKey {
	return func(key []string) []write.LockKey { return []write.LockKey{append(write.LockKey{kind}, key...)} }
}

// owners are all that have properties.
var owners = []owner{
	{
		noun: "unit_properties", a: "a", title: "unit", key: resourcebase.Key{"client_ext_id", "unit_ext_id"},
		references: []plancheck.Reference{{Attribute: "unit_ext_id", Kind: references.Unit}},
		scopes:     []string{"onUnitGlobal"}, model: func() model { return &unitModel{} }, list: listUnits, locks: lockOf("unit"),
		read: func(ctx context.Context, api *idm.API, key []string) (idm.Properties, error) {
			return api.UnitProperties(ctx, key[0], key[1])
		},
		update: func(ctx context.Context, api *idm.API, key []string, patch map[string]string) (idm.Properties, error) {
			return api.UpdateUnitProperties(ctx, key[0], key[1], patch)
		},
	},
	{
		noun: "authorization_properties", a: "an", title: "authorization", about: " of a granted role,",
		precedence: " A value for the application of the role wins over one for all applications.",
		key:        resourcebase.Key{"client_ext_id", "profile_ext_id", "authorization_ext_id"},
		references: []plancheck.Reference{{Attribute: "profile_ext_id", Kind: references.Profile}},
		// Which application the first is for is not asked: a name that is encrypted for any of them
		// counts as encrypted.
		scopes: []string{"onProfileForApp", "onProfileForAppGlobal"},
		model:  func() model { return &authorizationModel{} }, list: listAuthorizations, locks: authorizationLocks,
		read: func(ctx context.Context, api *idm.API, key []string) (idm.Properties, error) {
			return api.AuthorizationProperties(ctx, key[0], key[1], key[2])
		},
		update: func(ctx context.Context, api *idm.API, key []string, patch map[string]string) (idm.Properties, error) {
			return api.UpdateAuthorizationProperties(ctx, key[0], key[1], key[2], patch)
		},
	},
	{
		noun: "profile_properties", a: "a", title: "profile", key: resourcebase.Key{"client_ext_id", "profile_ext_id"},
		references: []plancheck.Reference{{Attribute: "profile_ext_id", Kind: references.Profile}},
		scopes:     []string{"onProfileGlobal"}, since: "2.79.0",
		model: func() model { return &profileModel{} }, list: listProfiles, locks: lockOf("profile"),
		read: func(ctx context.Context, api *idm.API, key []string) (idm.Properties, error) {
			return api.ProfileProperties(ctx, key[0], key[1])
		},
		update: func(ctx context.Context, api *idm.API, key []string, patch map[string]string) (idm.Properties, error) {
			return api.UpdateProfileProperties(ctx, key[0], key[1], patch)
		},
	},
	{
		noun: "user_properties", a: "a", title: "user", key: resourcebase.Key{"client_ext_id", "user_ext_id"},
		references: []plancheck.Reference{{Attribute: "user_ext_id", Kind: references.User}},
		scopes:     []string{"onUserGlobal"}, since: "2.79.0", readSince: "2.79.0",
		model: func() model { return &userModel{} }, list: listUsers, locks: lockOf("user"),
		read: func(ctx context.Context, api *idm.API, key []string) (idm.Properties, error) {
			return api.UserProperties(ctx, key[0], key[1])
		},
		update: func(ctx context.Context, api *idm.API, key []string, patch map[string]string) (idm.Properties, error) {
			return api.UpdateUserProperties(ctx, key[0], key[1], patch)
		},
	},
	{
		noun: "enterprise_role_properties", a: "an", title: "enterprise role",
		key:        resourcebase.Key{"client_ext_id", "enterprise_role_ext_id"},
		references: []plancheck.Reference{{Attribute: "enterprise_role_ext_id", Kind: references.EnterpriseRole}},
		scopes:     []string{"onEnterpriseRoleGlobal"}, since: "2.75.2", readSince: "2.75.2",
		model: func() model { return &enterpriseRoleModel{} }, list: listEnterpriseRoles, locks: lockOf("enterprise_role"),
		read: func(ctx context.Context, api *idm.API, key []string) (idm.Properties, error) {
			return api.EnterpriseRoleProperties(ctx, key[0], key[1])
		},
		update: func(ctx context.Context, api *idm.API, key []string, patch map[string]string) (idm.Properties, error) {
			return api.UpdateEnterpriseRoleProperties(ctx, key[0], key[1], patch)
		},
	},
}

// authorizationLocks are those of the authorization and of the profile that holds it.
func authorizationLocks(key []string) []write.LockKey {
	return []write.LockKey{append(write.LockKey{"authorization"}, key...), append(write.LockKey{"profile"}, key[:2]...)}
}
