package tenant

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// The definition scopes that apply to each type of object.
var (
	unitScopes           = []string{"onUnitGlobal"}
	authorizationScopes  = []string{"onProfileForApp", "onProfileForAppGlobal"}
	userScopes           = []string{"onUserGlobal"}
	profileScopes        = []string{"onProfileGlobal"}
	enterpriseRoleScopes = []string{"onEnterpriseRoleGlobal"}
	credentialScopes     = []string{"onCredentialGenericGlobal"}
)

// definitions maps scope and name of each defined property to whether it is encrypted. A property
// without a definition does not exist.
type definitions map[string]map[string]bool

// definitions reads the definitions. If one of them cannot be read, no properties are read, because
// it is not known which of them are secret.
func (r *reader) definitions(ctx context.Context) (definitions, error) {
	all, err := idm.Complete(r.api.PropertyDefinitions(ctx, r.o.Client))
	d, known := definitions{}, all
	if err != nil || slices.ContainsFunc(all, func(d idm.PropertyDefinition) bool { return d.Name == "" || d.Scope == "" }) {
		known = nil
	}
	for _, definition := range known {
		if d[definition.Scope] == nil {
			d[definition.Scope] = map[string]bool{}
		}
		d[definition.Scope][definition.Name] = d[definition.Scope][definition.Name] || definition.Encrypted != nil && *definition.Encrypted
	}
	r.all = sorted(all, func(p idm.PropertyDefinition) string {
		return strings.Join([]string{p.Scope, p.ApplicationExtID, p.Name, strconv.FormatInt(p.PropertyID, 10)}, "\x00")
	})
	return d, r.faults.note(Unread{Type: objecttype.PropertyDefinition}, "property definitions, and with them all properties, of client",
		r.o.Client, err)
}

// of joins the definitions of several scopes; a name that is encrypted in one of them counts as
// encrypted.
func (d definitions) of(scopes []string) map[string]bool {
	joined := map[string]bool{}
	for _, scope := range scopes {
		for name, encrypted := range d[scope] {
			joined[name] = joined[name] || encrypted
		}
	}
	return joined
}

// withoutSecrets keeps the values of properties that are not secret.
func withoutSecrets(found idm.Properties, encrypted map[string]bool) Properties {
	p := Properties{Values: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(found.Values)) {
		switch secret, defined := encrypted[name]; {
		case !defined:
			p.Undefined = append(p.Undefined, name)
		case secret:
			p.Encrypted = append(p.Encrypted, name)
		default:
			p.Values[name] = found.Values[name]
		}
	}
	return p
}

func (r *reader) unitProperties(ctx context.Context, t *Tenant) error {
	var units []string
	of := map[string]bool{}
	for _, p := range t.Profiles {
		of[p.UnitExtID] = of[p.UnitExtID] || t.SomeProfiles[p.ExtID]
	}
	for _, u := range t.Units {
		if t.SomeProfiles == nil || of[u.ExtID] {
			units = append(units, u.ExtID)
		}
	}
	var err error
	t.UnitProperties, err = r.properties(ctx, objecttype.UnitProperties, "unit", unitScopes, units, idm.UnitOps.Properties)
	return err
}

func (r *reader) profileProperties(ctx context.Context, t *Tenant) error {
	var profiles []string
	for _, p := range t.Profiles {
		if t.SomeProfiles == nil || t.SomeProfiles[p.ExtID] {
			profiles = append(profiles, p.ExtID)
		}
	}
	var err error
	t.ProfileProperties, err = r.properties(ctx, objecttype.ProfileProperties, "profile", profileScopes, profiles,
		idm.ProfileOps.Properties)
	return err
}

// properties reads the properties of objects. Objects without properties have no entry.
func (r *reader) properties(ctx context.Context, of *objecttype.Type, noun string, scopes, extIDs []string,
	get func(context.Context, *idm.API, idm.Place, string) (idm.Properties, error)) (map[string]Properties, error) {
	encrypted, all := r.defs.of(scopes), map[string]Properties{}
	if len(encrypted) == 0 {
		return all, nil
	}
	err := each(ctx, r, noun+"s with their properties", len(extIDs), func(ctx context.Context, i int) error {
		found, err := get(ctx, r.api, idm.In(r.o.Client), extIDs[i])
		if properties := withoutSecrets(found, encrypted); err == nil && !properties.Empty() {
			r.mu.Lock()
			defer r.mu.Unlock()
			all[extIDs[i]] = properties
		}
		return r.faults.note(Unread{Type: of}, "properties of "+noun, extIDs[i], err)
	})
	return all, err
}

func (r *reader) authorizationProperties(ctx context.Context, profile, extID string) (Properties, error) {
	encrypted := r.defs.of(authorizationScopes)
	if len(encrypted) == 0 {
		return Properties{}, nil
	}
	found, err := idm.AuthorizationOps.Properties(ctx, r.api, idm.Under(r.o.Client, profile), extID)
	return withoutSecrets(found, encrypted),
		r.faults.note(Unread{Type: objecttype.AuthorizationProperties}, "properties of authorization",
			objecttype.ImportID(profile, extID), err)
}

// DefinitionID returns the import ID of a definition; see DefinitionOwners. It contains the
// application and the client only if the definition belongs to one.
func DefinitionID(d idm.PropertyDefinition) string {
	key := []string{idm.LaterPropertyScope(d.Scope), d.Name}
	for _, part := range []string{d.ApplicationExtID, d.ClientExtID} {
		if part != "" {
			key = append(key, part)
		}
	}
	return objecttype.ImportID(key...)
}
