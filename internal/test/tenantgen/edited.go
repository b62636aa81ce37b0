package tenantgen

import (
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Writable is a kind of objects whose texts are edited one at a time.
type Writable struct {
	// Kind is its name in findings, Collection its collection in the API, and Label the attribute
	// with its name.
	Kind, Resource, Collection, Label string
	Texts                             []string
	// InClient reports whether its objects belong to a client.
	InClient bool
}

var writables = writable()

// writable returns all types of objects except those that a bare tenant lacks.
func writable() []Writable {
	var all []Writable
	for _, of := range objecttype.OfClass(objecttype.Object) {
		if of != objecttype.Client && of != objecttype.Terms && of != objecttype.PropertyDefinition {
			all = append(all, Writable{of.Title, of.TypeName(), of.Collection, of.Texts[0], of.Texts[1:], of.OfClient()})
		}
	}
	return all
}

// Names returns the edited attributes.
func (w *Writable) Names() []string { return append([]string{w.Label}, w.Texts...) }

// AllNames returns the edited attributes of all kinds.
func AllNames() []string {
	all := map[string]bool{}
	for _, w := range writables {
		for _, name := range w.Names() {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// WritableOf returns the first kind for which has returns true; nil without a match.
func WritableOf(has func(w *Writable) bool) *Writable {
	for i := range writables {
		if has(&writables[i]) {
			return &writables[i]
		}
	}
	return nil
}

// PathOf returns the API path of an object, given its collection and external ID.
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

// Object returns the collection and the external ID.
func (e *Edited) Object() string { return e.Collection + "/ext-" + e.Key }

// ImportID returns the import ID of the object.
func (e *Edited) ImportID() string {
	if !e.InClient {
		return "ext-" + e.Key
	}
	return Client + "/ext-" + e.Key
}

// Take sets the values to the values in the service, by attribute of the API.
func (e *Edited) Take(held func(attribute string) string) {
	values := map[string]string{}
	for _, name := range e.Names() {
		delete(e.Values, name)
		values[name] = held(APIName(name))
	}
	maps.Copy(e.Values, present(values))
}

// Vary sets one text to a new unique value, or clears it.
func (t *Tenant) Vary(e *Edited, name, prefix string, clearIt bool) {
	if clearIt {
		delete(e.Values, name)
		return
	}
	e.Values[name] = newKey(t, prefix)
}

// Edited returns the objects of the tenant whose texts are edited.
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

// Assignments returns the import IDs of the applications of the client, by address.
func (t *Tenant) Assignments() map[string]string {
	ids := map[string]string{}
	for _, a := range t.Applications {
		ids["idm_client_application."+a] = Client + "/" + a
	}
	for _, e := range t.of(application) {
		ids["idm_client_application."+e.Key] = Client + "/" + t.extID(application.of, e.Key)
	}
	return ids
}

// Bare removes all objects from a tenant except those whose texts are edited.
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
