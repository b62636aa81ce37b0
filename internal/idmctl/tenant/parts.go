package tenant

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// parts reads the parts selected by the options.
func (r *reader) parts(ctx context.Context, t *Tenant) error {
	for _, part := range []struct {
		part Part
		read func(context.Context, *Tenant) error
	}{
		{AllApplications, r.allApplications}, {Roles, r.roles}, {EnterpriseRoles, r.enterpriseRoles},
		{ProfileProperties, r.profileProperties}, {DefinitionOwners, r.definitionOwners}, {Consents, r.consents},
		{Credentials, r.credentials},
	} {
		if !r.o.asks(part.part) && (part.part != ProfileProperties || r.o.SecondProfiles == nil || !r.o.whole()) {
			continue
		}
		if err := part.read(ctx, t); err != nil {
			return err
		}
	}
	t.Objects = map[*objecttype.Type][]idm.Object{}
	for _, row := range Plain() {
		if err := r.plain(ctx, t, row); err != nil {
			return err
		}
	}
	return nil
}

// plain reads the objects of a type that the service returns in one list.
func (r *reader) plain(ctx context.Context, t *Tenant, row *objecttype.Type) error {
	if !r.o.asks(Objects(row)) {
		return nil
	}
	found, err := idm.Complete(idm.ReadsOf(row).Objects(ctx, r.api, idm.Place{Client: r.o.Client}, 0))
	t.Objects[row] = sorted(found, func(o idm.Object) string { return o.ExtID })
	where := " of client"
	if !row.OfClient() {
		where = " of the service, seen from client"
	}
	return r.faults.note(Unread{Type: row}, row.Plural+where, r.o.Client, err)
}

func (r *reader) allApplications(ctx context.Context, t *Tenant) error {
	found, err := idm.Complete(idm.ApplicationOps.List(ctx, r.api, idm.Place{}))
	t.AllApplications = sorted(found, func(a idm.Application) string { return a.ExtID })
	return r.faults.note(Unread{Type: objecttype.Application}, "applications of the service, seen from client", r.o.Client, err)
}

// roles reads the roles of all known applications. A caller who cannot list the applications of the
// service still gets the roles of the assigned applications.
func (r *reader) roles(ctx context.Context, t *Tenant) error {
	applications := sorted(slices.Concat(t.AllApplications, t.Applications), func(a idm.Application) string { return a.ExtID })
	found, err := below(ctx, r, "applications with their roles", applications,
		func(ctx context.Context, a idm.Application) ([]idm.Role, error) {
			roles, err := idm.Complete(idm.RoleOps.List(ctx, r.api, idm.Place{Owner: a.ExtID}))
			for i := range roles {
				roles[i].ApplicationExtID = cmp.Or(roles[i].ApplicationExtID, a.ExtID)
			}
			return roles, err
		}, func(a idm.Application, err error) error {
			return r.faults.note(Unread{Type: objecttype.Role, Owned: true}, "roles of application", a.ExtID, err)
		})
	t.Roles = sorted(found, func(role idm.Role) string { return role.ApplicationExtID + "\x00" + role.ExtID })
	return err
}

func (r *reader) enterpriseRoles(ctx context.Context, t *Tenant) error {
	found, err := idm.Complete(idm.EnterpriseRoleOps.List(ctx, r.api, idm.In(r.o.Client)))
	if err := r.faults.note(Unread{Type: objecttype.EnterpriseRole}, "enterprise roles of client", r.o.Client, err); err != nil {
		return err
	}
	encrypted := r.defs.of(enterpriseRoleScopes)
	for _, role := range sorted(found, func(e idm.EnterpriseRole) string { return e.ExtID }) {
		t.EnterpriseRoles = append(t.EnterpriseRoles, EnterpriseRole{EnterpriseRole: role})
	}
	return each(ctx, r, "enterprise roles with their members", len(t.EnterpriseRoles), func(ctx context.Context, i int) error {
		role := &t.EnterpriseRoles[i]
		members, err := idm.Complete(idm.EnterpriseRoleMemberOps.List(ctx, r.api, idm.Under(r.o.Client, role.ExtID)))
		if members != nil {
			role.Members = sorted(members, func(m idm.Role) string { return m.ExtID })
		}
		err = r.faults.note(Unread{Type: objecttype.EnterpriseRoleMember, Owned: true}, "members of enterprise role", role.ExtID, err)
		if err != nil || len(encrypted) == 0 {
			return err
		}
		properties, err := idm.EnterpriseRoleOps.Properties(ctx, r.api, idm.In(r.o.Client), role.ExtID)
		role.Properties = withoutSecrets(properties, encrypted)
		return r.faults.note(Unread{Type: objecttype.EnterpriseRoleProperties}, "properties of enterprise role", role.ExtID, err)
	})
}

// secondProfiles returns the profiles of users with several profiles, and of the users of the
// options; nil for all profiles.
func (r *reader) secondProfiles(all []Profile) map[string]bool {
	if r.o.SecondProfiles == nil || !r.o.whole() {
		return nil
	}
	count, found := map[string]int{}, map[string]bool{}
	for _, p := range all {
		count[p.UserExtID]++
	}
	for _, p := range all {
		if count[p.UserExtID] > 1 || r.o.SecondProfiles[p.UserExtID] {
			found[p.ExtID] = true
		}
	}
	return found
}

// definitionOwners reads the definitions again, with an operation that older releases lack.
func (r *reader) definitionOwners(ctx context.Context, t *Tenant) error {
	found, err := idm.Complete(idm.PropertyDefinitionOps.List(ctx, r.api, idm.In(r.o.Client)))
	if err != nil && !errors.Is(err, rest.ErrNoOperation) {
		return r.faults.note(Unread{Type: objecttype.PropertyDefinition},
			"clients and applications of property definitions, seen from client", r.o.Client, err)
	}
	owners := map[int64]idm.PropertyDefinition{}
	for _, definition := range found {
		owners[definition.PropertyID] = definition
	}
	t.DefinitionsOwned = map[int64]bool{}
	for i := range t.Definitions {
		d := &t.Definitions[i]
		if owner, ok := owners[d.PropertyID]; ok {
			d.ClientExtID, d.ApplicationExtID, d.DisplayName = owner.ClientExtID, owner.ApplicationExtID, owner.DisplayName
			t.DefinitionsOwned[d.PropertyID] = true
		}
	}
	return nil
}

func (r *reader) consents(ctx context.Context, t *Tenant) error {
	found, err := below(ctx, r, "users with their consents", t.Users, func(ctx context.Context, u idm.User) ([]Consent, error) {
		found, err := idm.Complete(r.api.UserConsents(ctx, r.o.Client, u.ExtID))
		consents := make([]Consent, len(found))
		for i, consent := range found {
			consents[i] = Consent{UserExtID: u.ExtID, Consent: consent}
		}
		return consents, err
	}, func(u idm.User, err error) error {
		return r.faults.note(Unread{}, "consents of user", u.ExtID, err, objecttype.ViewConsents...)
	})
	t.Consents = sorted(found, func(c Consent) string { return c.UserExtID + "\x00" + c.TermsExtID })
	return err
}

func (r *reader) credentials(ctx context.Context, t *Tenant) error {
	encrypted := r.defs.of(credentialScopes)
	users := t.Users
	if of := r.o.CredentialsOf; of != nil {
		users = slices.DeleteFunc(slices.Clone(users), func(u idm.User) bool {
			always, asked := of[u.ExtID]
			return !always && (!asked || u.IsTechnicalUser == nil || !*u.IsTechnicalUser)
		})
	}
	found, err := below(ctx, r, "users with their credentials", users, func(ctx context.Context, u idm.User) ([]idm.Credential, error) {
		credentials, err := idm.Complete(r.api.UserCredentials(ctx, r.o.Client, u.ExtID))
		for i := range credentials {
			c := &credentials[i]
			c.UserExtID = cmp.Or(c.UserExtID, u.ExtID)
			c.CredentialSecrets = idm.CredentialSecrets{}
			c.Properties = withoutSecrets(idm.Properties{Values: c.Properties}, encrypted).Values
		}
		return credentials, err
	}, func(u idm.User, err error) error {
		return r.faults.note(Unread{Type: objecttype.Password, Owned: true}, "credentials of user", u.ExtID, err,
			objecttype.ViewCredentials...)
	})
	slices.SortStableFunc(found, func(a, b idm.Credential) int {
		return cmp.Or(strings.Compare(a.UserExtID, b.UserExtID), strings.Compare(a.Type, b.Type), strings.Compare(a.ExtID, b.ExtID))
	})
	t.Credentials = found
	return err
}

// below reads the lists of owners concurrently. If the release lacks the operation, the first
// response decides for all owners.
func below[O, T any](
	ctx context.Context, r *reader, what string, owners []O, list func(context.Context, O) ([]T, error), note func(O, error) error,
) ([]T, error) {
	found := make([][]T, len(owners))
	var absent atomic.Bool
	err := each(ctx, r, what, len(owners), func(ctx context.Context, i int) error {
		if absent.Load() {
			return nil
		}
		var err error
		found[i], err = list(ctx, owners[i])
		if errors.Is(err, rest.ErrNoOperation) && absent.Swap(true) {
			return nil
		}
		return note(owners[i], err)
	})
	return slices.Concat(found...), err
}
