package main

import (
	"maps"
	"slices"
	"strings"
)

// writable is a kind of objects that the writers and the script edit.
type writable struct {
	// kind is what findings call it, collection where the service has it, label the attribute that
	// names it.
	kind, resource, collection, label string
	texts                             []string
	// clients says that it belongs to a client.
	clients bool
}

var writables = []writable{
	{"unit", "idm_unit", "units", "name", unitTexts, true},
	{"profile", "idm_profile", "profiles", "name", profileTexts, true},
	application.writable("applications", false),
	role.writable("roles", false),
	enterpriseRole.writable("eroles", true),
	user.writable("users", true),
	policy.writable("policies", true),
}

func (k *kind) writable(collection string, clients bool) writable {
	return writable{k.name, k.resource, collection, k.label, k.texts, clients}
}

// names are the attributes that are edited.
func (w *writable) names() []string { return append([]string{w.label}, w.texts...) }

// allNames are those of all kinds.
func allNames() []string {
	all := map[string]bool{}
	for _, w := range writables {
		for _, name := range w.names() {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// writableOf finds the kind that has a value; nil when nobody edits such objects.
func writableOf(has func(w *writable) bool) *writable {
	for i := range writables {
		if has(&writables[i]) {
			return &writables[i]
		}
	}
	return nil
}

// pathOf is where the API has an object that the writers edit.
func pathOf(object string) string {
	collection, _, _ := strings.Cut(object, "/")
	w := writableOf(func(w *writable) bool { return w.collection == collection })
	if w != nil && !w.clients {
		return "/core/v1/" + object
	}
	return "/core/v1/" + client + "/" + object
}

// edited is an object of a writer's tenant.
type edited struct {
	*writable
	key    string
	values map[string]string
}

func (e *edited) object() string { return e.collection + "/ext-" + e.key }

// importID is the id that the object is imported by.
func (e *edited) importID() string {
	if !e.clients {
		return "ext-" + e.key
	}
	return client + "/ext-" + e.key
}

// take sets the values to what the service has, as an editor does at the start.
func (e *edited) take(now map[cell]string) {
	clear(e.values)
	values := map[string]string{}
	for _, name := range e.names() {
		values[name] = now[cell{e.object(), apiName(name)}]
	}
	maps.Copy(e.values, present(values))
}

// edited are the objects of the tenant that the writers edit.
func (t *tenant) edited() []*edited {
	var all []*edited
	add := func(kind, key string, texts map[string]string) {
		if w := writableOf(func(w *writable) bool { return w.kind == kind }); w != nil {
			all = append(all, &edited{w, key, texts})
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

// bare leaves of a tenant only what the writers edit.
func (t *tenant) bare() {
	for _, u := range t.Units {
		u.Properties = nil
	}
	for _, p := range t.Profiles {
		p.Roles, p.Enterprise = nil, nil
	}
	for _, d := range t.of(definition) {
		t.removeEntry(d)
	}
	for _, e := range t.Catalog {
		e.Members, e.Rotation = nil, 0
		if e.Kind == user {
			e.Values = map[string]string{}
		}
	}
}
