package tenantgen

import (
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Writable is a kind of objects whose texts are edited one by one.
type Writable struct {
	// Kind is its name in findings, Collection its place in the service, Label the attribute that
	// names it.
	Kind, Resource, Collection, Label string
	Texts                             []string
	// InClient reports whether it belongs to a client.
	InClient bool
}

var writables = []Writable{
	writable(objecttype.Unit, "name", unitTexts),
	writable(objecttype.Profile, "name", profileTexts),
	application.writable(), role.writable(), enterpriseRole.writable(), user.writable(), policy.writable(),
}

func (k *kind) writable() Writable { return writable(k.of, k.label, k.texts) }

func writable(of *objecttype.Type, label string, texts []string) Writable {
	return Writable{of.Title, of.TypeName(), of.Collection, label, texts, of.OfClient()}
}

// Names are the attributes that are edited.
func (w *Writable) Names() []string { return append([]string{w.Label}, w.Texts...) }

// AllNames are the attributes of all kinds.
func AllNames() []string {
	all := map[string]bool{}
	for _, w := range writables {
		for _, name := range w.Names() {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// WritableOf finds the kind that has a value, nil when no such objects are edited.
func WritableOf(has func(w *Writable) bool) *Writable {
	for i := range writables {
		if has(&writables[i]) {
			return &writables[i]
		}
	}
	return nil
}

// PathOf is the path of an object in the API, from its collection and external ID.
func PathOf(object string) string {
	collection, _, _ := strings.Cut(object, "/")
	global := slices.ContainsFunc(objecttype.All(), func(of *objecttype.Type) bool {
		return of.Collection == collection && of.Scope == objecttype.Global
	})
	if global {
		return "/core/v1/" + object
	}
	return "/core/v1/" + Client + "/" + object
}

// Edited is an object of a tenant whose texts are edited.
type Edited struct {
	*Writable
	Key    string
	Values map[string]string
}

// Object is the collection and the external ID.
func (e *Edited) Object() string { return e.Collection + "/ext-" + e.Key }

// ImportID is the ID that the object is imported by.
func (e *Edited) ImportID() string {
	if !e.InClient {
		return "ext-" + e.Key
	}
	return Client + "/ext-" + e.Key
}

// Take sets the values to those that the service holds, by the attributes of the API.
func (e *Edited) Take(held func(attribute string) string) {
	values := map[string]string{}
	for _, name := range e.Names() {
		delete(e.Values, name)
		values[name] = held(APIName(name))
	}
	maps.Copy(e.Values, present(values))
}

// Vary gives one text a value that was never used, or clears it.
func (t *Tenant) Vary(e *Edited, name, prefix string, clearIt bool) {
	if clearIt {
		delete(e.Values, name)
		return
	}
	e.Values[name] = newKey(t, prefix)
}

// Edited are the objects of the tenant whose texts are edited.
func (t *Tenant) Edited() []*Edited {
	var all []*Edited
	add := func(kind, key string, texts map[string]string) {
		if w := WritableOf(func(w *Writable) bool { return w.Kind == kind }); w != nil {
			all = append(all, &Edited{w, key, texts})
		}
	}
	for _, u := range t.Units {
		add("unit", u.Key, u.Texts)
	}
	for _, p := range t.Profiles {
		add("profile", p.Key, p.Texts)
	}
	for _, e := range t.Catalog {
		add(e.Kind.name, e.Key, e.Texts)
	}
	return all
}

// Bare leaves of a tenant only the objects whose texts are edited.
func (t *Tenant) Bare() {
	for _, u := range t.Units {
		u.Properties = nil
	}
	for _, p := range t.Profiles {
		p.Roles, p.Enterprise, p.Properties = nil, nil, nil
	}
	for _, d := range t.of(definition) {
		t.removeEntry(d)
	}
	for _, e := range t.Catalog {
		e.Members, e.Rotation, e.Credentials = nil, 0, nil
		if e.Kind == user || e.Kind == enterpriseRole {
			e.Values = map[string]string{}
		}
	}
}
