package properties

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// owner is a type of object that has properties.
type owner struct {
	// of is the type of the properties. Their key identifies the owner; its last part is the owner's
	// external ID.
	of *objecttype.Type
	// about is added to the description of the properties, precedence to the description of the data
	// source; both may be empty.
	about, precedence string
	// scopes are the scopes of the definitions for the owner's properties.
	scopes []string
	// everyReleaseReads reports that releases without the PATCH have the GET.
	everyReleaseReads bool
	// list returns the list resource.
	list func(owner) list.ListResource
}

// read and update call the service.
func (o owner) read(ctx context.Context, api *idm.API, key []string) (idm.Properties, error) {
	at, extID := place(key)
	return o.ops().Properties(ctx, api, at, extID)
}

func (o owner) update(ctx context.Context, api *idm.API, key []string, patch map[string]string) (idm.Properties, error) {
	at, extID := place(key)
	return o.ops().UpdateProperties(ctx, api, at, extID, patch)
}

func (o owner) ops() idm.Reads { return idm.ReadsOf(objecttype.ByName(o.of.Owner)) }

// place returns the place and the external ID of the owner with a key.
func place(key []string) (at idm.Place, extID string) {
	if at = idm.In(key[0]); len(key) > 2 {
		at.Owner = key[1]
	}
	return at, key[len(key)-1]
}

// title returns the owner's name in a sentence.
func (o owner) title() string { return objecttype.ByName(o.of.Owner).Title }

// readable returns the type of the properties, with the release that introduced the GET.
func (o owner) readable() *objecttype.Type {
	of := *o.of
	if o.everyReleaseReads {
		of.Since, of.Instead = "", ""
	}
	return &of
}

// collection returns the GET that a release without the PATCH lacks, or nil if every release has
// the GET.
func (o owner) collection() planchecks.Collection {
	if o.readable().Since == "" {
		return nil
	}
	return func(ctx context.Context, api *idm.API, client, owner string) error {
		_, err := o.read(ctx, api, []string{client, owner})
		return err
	}
}

// locks returns the objects whose version a change of the properties may advance: the owner, and the
// profile of an authorization.
func (o owner) locks(key []string) []write.LockKey {
	locks := []write.LockKey{append(write.LockKey{o.of.Owner}, key...)}
	if len(key) > 2 {
		locks = append(locks, append(write.LockKey{objecttype.ByName(o.of.Owner).Owner}, key[:2]...))
	}
	return locks
}

// owners lists all types of objects with properties.
var owners = []owner{
	{
		of:     objecttype.UnitProperties,
		scopes: []string{"onUnitGlobal"}, list: listUnits,
	},
	{
		of: objecttype.AuthorizationProperties, about: " of a granted role,",
		precedence: " A value for the application of the role wins over one for all applications.",
		// The application of the first scope is not checked: a name that is encrypted for any application
		// counts as encrypted.
		scopes: []string{"onProfileForApp", "onProfileForAppGlobal"}, list: listAuthorizations,
	},
	{
		of:     objecttype.ProfileProperties,
		scopes: []string{"onProfileGlobal"}, everyReleaseReads: true, list: listProfiles,
	},
	{
		of:     objecttype.UserProperties,
		scopes: []string{"onUserGlobal"}, list: listUsers,
	},
	{
		of:     objecttype.EnterpriseRoleProperties,
		scopes: []string{"onEnterpriseRoleGlobal"}, list: listEnterpriseRoles,
	},
}
