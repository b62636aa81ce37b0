package tenantgen

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// kind is a type of objects other than units and profiles. Findings contain its name.
type kind struct {
	name string
	of   *objecttype.Type
	// prefix is the start of the keys.
	prefix string
	// choices are attributes with a limited set of values.
	choices []string
}

func kindOf(of *objecttype.Type, prefix string, choices ...string) *kind {
	return &kind{of.Title, of, prefix, choices}
}

// label is the attribute that starts with the key.
func (k *kind) label() string { return k.of.Texts[0] }

// texts are the other attributes with text.
func (k *kind) texts() []string { return k.of.Texts[1:] }

// table returns the array of the simulator's seed that contains the objects, such as
// enterpriseRoles.
func (k *kind) table() string { return k.of.SeedArray() }

// These kinds have more than texts.
var (
	application    = kindOf(objecttype.Application, "a")
	role           = kindOf(objecttype.Role, "r")
	enterpriseRole = kindOf(objecttype.EnterpriseRole, "e")
	user           = kindOf(objecttype.User, "h", "language_code", "sex", "gender", "birth_date", "validity.from", "validity.to")
	policy         = kindOf(objecttype.Policy, "y")
	definition     = kindOf(objecttype.PropertyDefinition, "d")
	client         = kindOf(objecttype.Client, "c")
	terms          = kindOf(objecttype.Terms, "k")

	kinds = withPlain(definition, application, role, enterpriseRole, user, policy, client, terms)
)

// withPlain adds a kind for every other type of objects.
func withPlain(kinds ...*kind) []*kind {
	for _, of := range objecttype.OfClass(objecttype.Object) {
		if of != objecttype.Unit && of != objecttype.Profile && !slices.ContainsFunc(kinds, func(k *kind) bool { return k.of == of }) {
			kinds = append(kinds, kindOf(of, strings.ReplaceAll(of.Name, "_", "")))
		}
	}
	return kinds
}

// entry is an object of such a kind.
type entry struct {
	Kind  *kind
	Key   string
	Texts map[string]string
	// Flag is displayed for an application, active for terms, and the enabled state for a user.
	Flag bool
	// Of is the application of a role.
	Of *entry
	// Type is the index of the type of a policy, and Login the login ID of a user.
	Type  int
	Login string
	// Identity is the number of earlier identities of a user's credentials.
	Identity int
	// Values contains the properties of a user, by the keys of their definitions, or the parameters
	// of a policy.
	Values map[string]string
	// Credentials contains the credentials of a user by kind, without passwords.
	Credentials map[string]string
	// Members contains the roles of an enterprise role, or the applications of a client: keys of
	// the tenant's objects, or external IDs.
	Members map[string]bool
	// Rotation is the number of passwords that a technical user has had; 0 means a person, without
	// a password.
	Rotation int
}

// growCatalog adds objects until there are n of each kind, and twice as many roles and users.
func (t *Tenant) growCatalog(r *rand.Rand, n int) {
	for _, k := range kinds {
		wanted := n
		switch {
		case k == role, k == user:
			wanted = 2 * n
		case k == client && !t.Later:
			wanted = 0
		}
		for len(t.of(k)) < wanted {
			t.addEntry(r, k)
		}
	}
}

func (t *Tenant) of(k *kind) []*entry {
	var all []*entry
	for _, e := range t.Catalog {
		if e.Kind == k {
			all = append(all, e)
		}
	}
	return all
}

// entry returns the entry with a key; nil if it does not exist.
func (t *Tenant) entry(key string) *entry {
	i := slices.IndexFunc(t.Catalog, func(e *entry) bool { return e.Key == key })
	if i < 0 {
		return nil
	}
	return t.Catalog[i]
}

func (t *Tenant) addEntry(r *rand.Rand, k *kind) {
	e := &entry{Kind: k, Key: newKey(t, k.prefix), Texts: map[string]string{}, Values: map[string]string{}, Members: map[string]bool{},
		Credentials: map[string]string{}}
	if k == role {
		apps := t.of(application)
		e.Of = apps[r.IntN(len(apps))]
	}
	if k == user && r.IntN(2) == 0 {
		e.Rotation = 1
	}
	e.Login = e.Key + "-login"
	e.change(r, t)
	t.Catalog = append(t.Catalog, e)
}

// change renames an object, and changes or clears its texts, members and credentials.
func (e *entry) change(r *rand.Rand, t *Tenant) {
	if label := e.Kind.label(); e.Texts[label] == "" || r.IntN(4) == 0 {
		e.Texts[label] = e.Key + newKey(t, " name ")
	}
	vary(r, t, e.Texts, e.Kind.texts())
	vary(r, t, e.Texts, e.Kind.choices)
	e.Flag = r.IntN(2) == 0
	switch e.Kind {
	case definition:
		e.Texts["name"] = e.Key // another one replaces the definition
		delete(e.Texts, "string_regex")
	case policy:
		vary(r, t, e.Values, []string{"maxLength", "lockTime", "resetCodeEnabled"})
	case enterpriseRole:
		e.join(t.anyRole(r), t.anyRole(r))
		vary(r, t, e.Values, []string{"tier"})
	case client:
		e.join(t.anyApplication(r))
	case terms:
		e.Texts["terms_version"] = newKey(t, "version ")
	case user:
		vary(r, t, e.Values, t.propertyNames())
		vary(r, t, e.Credentials, credentialNames())
		if e.Rotation > 0 && r.IntN(2) == 0 {
			e.Rotation++
		}
	}
}

// join adds members, and removes existing ones.
func (e *entry) join(names ...string) {
	for _, name := range names {
		if e.Members[name] {
			delete(e.Members, name)
			continue
		}
		e.Members[name] = true
	}
}

func (t *Tenant) propertyNames() []string {
	var names []string
	for _, d := range t.of(definition) {
		names = append(names, d.Key)
	}
	return names
}

// anyRole returns a role of the demo tenant or of the configuration.
func (t *Tenant) anyRole(r *rand.Rand) string {
	own := t.of(role)
	if n := r.IntN(len(roles) + len(own)); n >= len(roles) {
		return own[n-len(roles)].Key
	}
	return roles[r.IntN(len(roles))]
}

func (t *Tenant) anyEnterpriseRole(r *rand.Rand) string {
	own := t.of(enterpriseRole)
	if n := r.IntN(len(enterpriseRoles) + len(own)); n >= len(enterpriseRoles) {
		return own[n-len(enterpriseRoles)].Key
	}
	return enterpriseRoles[r.IntN(len(enterpriseRoles))]
}

func (t *Tenant) anyApplication(r *rand.Rand) string {
	own := t.of(application)
	if n := r.IntN(len(applications) + len(own)); n >= len(applications) {
		return own[n-len(applications)].Key
	}
	return applications[r.IntN(len(applications))]
}

// mutateCatalog removes and changes objects; growCatalog adds others.
func (t *Tenant) mutateCatalog(r *rand.Rand) {
	for _, e := range slices.Clone(t.Catalog) {
		switch n := r.IntN(20); {
		case n < 2:
			t.removeEntry(e)
		case n < 11:
			e.change(r, t)
		}
	}
}

// removeEntry removes an object together with all objects that depend on it.
func (t *Tenant) removeEntry(e *entry) {
	t.Catalog = slices.DeleteFunc(t.Catalog, func(other *entry) bool { return other == e })
	if e.Kind == terms {
		e.Flag = false
		t.Retired = append(t.Retired, e)
	}
	t.Profiles = slices.DeleteFunc(t.Profiles, func(p *profile) bool { return p.User == e.Key })
	for _, p := range t.Profiles {
		delete(p.Roles, e.Key)
		delete(p.Enterprise, e.Key)
	}
	for _, other := range slices.Clone(t.Catalog) {
		delete(other.Members, e.Key)
		if other.Kind == user {
			delete(other.Values, e.Key)
		}
		if other.Of == e {
			t.removeEntry(other)
		}
	}
}

// password returns the current password of a technical user, which is the same for every kind.
func (e *entry) password() string {
	return fmt.Sprintf("password of %s, number %d, %s", e.Key, e.Rotation, strings.Repeat("x", 15))
}

// catalogDesired lists the declared objects of the catalog.
func (t *Tenant) catalogDesired(add func(kind, key string, values map[string]string)) {
	for _, e := range slices.Concat(t.Catalog, t.Retired) {
		values := present(e.Texts)
		switch e.Kind {
		case client:
			for name := range e.Members {
				add("client application", e.Key+"/"+name, nil)
			}
		case terms:
			values["active"] = fmt.Sprint(e.Flag)
		case application:
			values["displayed"] = fmt.Sprint(e.Flag)
			add("client application", e.Key, nil)
		case role:
			values["application"] = e.Of.Key
		case enterpriseRole:
			for name := range e.Members {
				add("member", e.Key+"/"+name, nil)
			}
			for name, value := range e.Values {
				add("enterpriseRole property", e.Key+"/"+name, map[string]string{"value": value})
			}
		case user:
			values["login_id"], values["user_state"] = e.Login, e.state()
			for name, value := range e.Values {
				add("user property", e.Key+"/"+name, map[string]string{"value": value})
			}
			for _, c := range credentials {
				if state := e.Credentials[c.of.Title]; state != "" {
					add(c.of.Title, e.Key, map[string]string{c.attribute(): c.identity(e), "state_name": state})
				}
			}
			for _, p := range e.passwords() {
				add(p.of.Title, e.Key, map[string]string{"password": e.password()})
			}
		case policy:
			values["policy_type"] = policyTypes[e.Type]
			for name, value := range e.parameters() {
				values["parameter "+name] = value
			}
		}
		add(e.Kind.name, e.Key, values)
	}
}

func (e *entry) state() string {
	if e.Flag {
		return "active"
	}
	return "disabled"
}

// parameters returns the parameters of a policy: a fixed one, and the varied ones.
func (e *entry) parameters() map[string]string {
	all := maps.Clone(e.Values)
	all["minLength"] = "32"
	return all
}
