package tenantgen

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// policyTypes are the types of the policies.
var policyTypes = []string{"DevicePasswordPolicy", "PwdPolicy"}

// Replace changes some objects so that the next apply replaces them: they get another external ID,
// application, user, type, or identity. Some users exchange their login IDs. It returns the addresses
// of unchanged resources to replace, for -replace.
//
// A unit, or an object of the catalog with a unique name, is replaced by an object with another name
// and ID, because its resource uses create_before_destroy.
func (t *Tenant) Replace(r *rand.Rand) (forced []string) {
	t.Settle()
	if t.issued == nil {
		t.issued = map[string]int{}
	}
	for _, u := range t.Units {
		if r.IntN(12) == 0 && t.extID(objecttype.Unit, u.Key) != "" {
			t.reissue(u.Key)
			u.Texts["name"] = u.Key + newKey(t, " name ")
		}
	}
	for _, e := range t.Catalog {
		if r.IntN(8) == 0 {
			t.replaceEntry(r, e)
		}
	}
	t.passLogin(r)
	for _, p := range t.Profiles {
		switch n := r.IntN(15); {
		case n < 1:
			p.User = users[r.IntN(len(users))]
			t.replaced[p.Key] = true
		case n < 2 && t.extID(objecttype.Profile, p.Key) != "":
			t.reissue(p.Key)
		case n < 3:
			t.replaced[p.Key] = true
			forced = append(forced, "idm_profile."+p.Key)
		case n < 5:
			forced = append(forced, t.forceGrant(r, p)...)
		}
	}
	return forced
}

// Settle ends the round in which an apply may replace objects and exchange login IDs.
func (t *Tenant) Settle() { t.replaced, t.handed = map[string]bool{}, map[string]bool{} }

// HandsLogin reports whether the user at an address gets the login ID that another user still has in
// the plan. The plan of one user cannot know that the other one gives it up.
func (t *Tenant) HandsLogin(address string) bool { return t.handed[address] }

// reissue gives an object another external ID.
func (t *Tenant) reissue(key string) {
	t.issued[key]++
	t.replaced[key] = true
}

// replaceEntry replaces an object of the catalog and all that belongs to it.
func (t *Tenant) replaceEntry(r *rand.Rand, e *entry) {
	chosen := t.extID(e.Kind.of, e.Key) != ""
	switch e.Kind {
	case application, enterpriseRole:
		if chosen {
			t.renew(e)
		}
	case role:
		apps := t.of(application)
		e.Of = apps[r.IntN(len(apps))]
		t.renew(e)
	case policy:
		e.Type = 1 - e.Type
		t.renew(e)
	case client:
		// Its resource destroys first, so the name stays.
		if chosen {
			t.reissue(e.Key)
		}
	case user:
		t.replaceUser(r, e, chosen)
	}
}

// renew replaces an object, its roles, and the profiles of a user.
func (t *Tenant) renew(e *entry) {
	t.replaced[e.Key] = true
	if t.extID(e.Kind.of, e.Key) != "" {
		t.reissue(e.Key)
	}
	e.Texts[e.Kind.label()] = e.Key + newKey(t, " name ")
	for _, other := range t.Catalog {
		if other.Of == e {
			t.renew(other)
		}
	}
	for _, p := range t.Profiles {
		if p.User == e.Key {
			t.replaced[p.Key] = true
		}
	}
}

// replaceUser replaces a user, or only the user's credentials.
func (t *Tenant) replaceUser(r *rand.Rand, e *entry, chosen bool) {
	switch n := r.IntN(3); {
	case n == 0:
		e.Identity++
		for _, c := range credentials {
			t.replaced[Object{Kind: c.of.Title, Key: e.Key}.name()] = true
		}
		return
	case n == 1:
		// A person becomes a technical user, or the reverse.
		e.Rotation = min(1, e.Rotation)
		e.Rotation = 1 - e.Rotation
	case !chosen:
		return
	}
	e.Login = newKey(t, e.Key+"-login-")
	t.renew(e)
}

// passLogin gives the login ID of one user to another one, which gives its own to a third one.
// None of them is replaced in the same apply: a plan refuses to destroy a user whose new login ID
// is taken.
func (t *Tenant) passLogin(r *rand.Rand) {
	people := slices.DeleteFunc(t.of(user), func(e *entry) bool { return t.replaced[e.Key] })
	if len(people) < 2 || r.IntN(2) == 0 {
		return
	}
	r.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	next := newKey(t, people[0].Key+"-login-")
	for i, e := range people[:min(3, len(people))] {
		e.Login, next = next, e.Login
		t.handed[user.of.TypeName()+"."+e.Key] = i > 0
		t.handed[objecttype.Users.TypeName()+"."+Collected] = true
	}
}

// forceGrant returns the addresses of a single grant of a profile to replace, if it has one.
func (t *Tenant) forceGrant(r *rand.Rand, p *profile) []string {
	names := slices.Sorted(maps.Keys(p.Roles))
	if len(names) == 0 || p.together() {
		return nil
	}
	key := p.Key + "/" + names[r.IntN(len(names))]
	t.replaced["authorization "+key] = true
	t.replaced["authorization property "+key+"/limit"] = true
	return []string{"idm_authorization." + strings.ReplaceAll(key, "/", "_")}
}

// Some returns about a quarter of the resources, and at least one.
func Some(r *rand.Rand, all []Resource) []Resource {
	some := slices.DeleteFunc(slices.Clone(all), func(Resource) bool { return r.IntN(4) > 0 })
	if len(some) == 0 {
		some = all[:1]
	}
	return some
}

// mayBeReplaced reports whether the apply may replace an object: itself, its owner, or the object
// that it refers to.
func (t *Tenant) mayBeReplaced(o Object) bool {
	return t.replaced[o.name()] || slices.ContainsFunc(strings.Split(o.Key, "/"), func(key string) bool { return t.replaced[key] })
}

// issue returns the part of an external ID that distinguishes it from earlier ones of the same key.
func (t *Tenant) issue(key string) string {
	if n := t.issued[key]; n > 0 {
		return fmt.Sprintf("-%d", n)
	}
	return ""
}
