package tenantgen

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Object is one object of the tenant, either declared or in the service.
type Object struct {
	Kind, Key string
	// ExtID is set for objects in the service. Path is also set if another writer can delete the
	// object there.
	ExtID, Path string
	// Values contains the values by the name of the attribute in a configuration; empty values are
	// omitted.
	Values map[string]string
	// Replaced reports that the apply may replace the object.
	Replaced bool
}

func (o Object) name() string { return o.Kind + " " + o.Key }

// Address returns the address of the resource that declares the object; "" for parts of a resource.
func (o Object) Address() string {
	for _, of := range objecttype.All() {
		if of.Title == o.Kind {
			return of.TypeName() + "." + strings.ReplaceAll(o.Key, "/", "_")
		}
	}
	return ""
}

// Desired returns the declared objects.
func (t *Tenant) Desired() []Object {
	var all []Object
	add := func(kind, key string, values map[string]string) {
		o := Object{Kind: kind, Key: key, Values: present(values)}
		o.Replaced = t.mayBeReplaced(o)
		all = append(all, o)
	}
	for _, u := range t.Units {
		values := present(u.Texts)
		values["profileless"] = fmt.Sprint(u.Profileless)
		if u.Parent != nil {
			values["parent"] = u.Parent.Key
		}
		add("unit", u.Key, values)
		for name, value := range u.Properties {
			add("unit property", u.Key+"/"+name, map[string]string{"value": value})
		}
	}
	for _, p := range t.Profiles {
		values := present(p.Texts)
		values["unit"], values["user"], values["profile_state"] = p.Unit.Key, p.User, p.State
		add("profile", p.Key, values)
		for name, value := range p.Properties {
			add("profile property", p.Key+"/"+name, map[string]string{"value": value})
		}
		for role, g := range p.Roles {
			values := map[string]string{"to": g.to()}
			for i, flag := range grantFlags {
				values[flag[0]] = fmt.Sprint(g.Flags[i])
			}
			add("authorization", p.Key+"/"+role, values)
			if g.Limit != "" && !p.together() {
				add("authorization property", p.Key+"/"+role+"/limit", map[string]string{"value": g.Limit})
			}
		}
		for role, g := range p.Enterprise {
			add("enterprise authorization", p.Key+"/"+role, map[string]string{"to": g.to()})
		}
	}
	for _, a := range t.Applications {
		add("client application", a, nil)
	}
	t.catalogDesired(add)
	return all
}

// holdings collects the objects of the simulator.
type holdings struct {
	// keys maps a table and an external ID to a key.
	keys    map[string]string
	objects []Object
}

// Found returns the objects in a state of the simulator.
func Found(state []byte) ([]Object, error) {
	var all map[string][]map[string]any
	if err := json.Unmarshal(state, &all); err != nil {
		return nil, fmt.Errorf("the state of the simulator: %w", err)
	}
	h := &holdings{keys: map[string]string{}}
	for _, table := range []string{"units", "profiles"} {
		for _, d := range all[table] {
			// The name starts with the key.
			h.keys[table+Text(d, "extId")], _, _ = strings.Cut(Text(d, "name"), " ")
		}
	}
	for _, k := range kinds {
		for _, d := range all[k.table()] {
			h.keys[k.table()+Text(d, "extId")] = k.keyOf(d)
		}
	}
	for _, d := range all["units"] {
		values := texts(d, slices.Concat(unitTexts, unitChoices, []string{"name", "profileless"}))
		values["parent"] = h.keys["units"+Text(d, "parentUnitExtId")]
		h.addAt(PathOf("units/"+Text(d, "extId")), "unit", h.keys["units"+Text(d, "extId")], d, values)
	}
	for _, d := range all["profiles"] {
		values := texts(d, slices.Concat(profileTexts, profileChoices, []string{"name", "profile_state"}))
		values["unit"], values["user"] = h.keys["units"+Text(d, "unitExtId")], h.key("users", Text(d, "userExtId"))
		h.addAt(PathOf("profiles/"+Text(d, "extId")), "profile", h.keys["profiles"+Text(d, "extId")], d, values)
	}
	h.addGrants(all)
	h.addCatalog(all)
	for _, d := range all["properties"] {
		owner := Text(d, "ownerType")
		values, _ := d["values"].(map[string]any)
		for name := range values {
			h.add(owner+" property", h.keys[owner+"s"+Text(d, "ownerExtId")]+"/"+name, d, map[string]string{"value": Text(values, name)})
		}
	}
	return h.objects, nil
}

func (h *holdings) addGrants(all map[string][]map[string]any) {
	for _, d := range all["authorizations"] {
		values := map[string]string{"to": Text(d, "validity.to")}
		for _, flag := range grantFlags {
			values[flag[0]] = Text(d, flag[1])
		}
		key := h.keys["profiles"+Text(d, "profileExtId")] + "/" + h.key("roles", Text(d, "roleExtId"))
		h.keys["authorizations"+Text(d, "extId")] = key
		h.addAt(PathOf("profiles/"+Text(d, "profileExtId"))+"/authorizations/"+Text(d, "extId"), "authorization", key, d, values)
	}
	for _, d := range all["enterpriseAuthorizations"] {
		key := h.keys["profiles"+Text(d, "profileExtId")] + "/" + h.key("enterpriseRoles", Text(d, "enterpriseRoleExtId"))
		h.addAt(PathOf("profiles/"+Text(d, "profileExtId"))+"/eauthorizations/"+Text(d, "extId"), "enterprise authorization", key, d,
			map[string]string{"to": Text(d, "validity.to")})
	}
}

// key returns the key of an object in a table.
func (h *holdings) key(table, extID string) string { return h.keys[table+extID] }

func (h *holdings) add(kind, key string, d map[string]any, values map[string]string) {
	if Text(d, "clientExtId") == Client {
		h.objects = append(h.objects, Object{Kind: kind, Key: key, ExtID: Text(d, "extId"), Values: present(values)})
	}
}

// addAt works like add for an object that another writer can delete at a path.
func (h *holdings) addAt(path, kind, key string, d map[string]any, values map[string]string) {
	before := len(h.objects)
	if h.add(kind, key, d, values); len(h.objects) > before {
		h.objects[before].Path = path
	}
}

// texts reads values of the API and returns them by the names of a configuration.
func texts(d map[string]any, names []string) map[string]string {
	values := map[string]string{}
	for _, name := range names {
		values[name] = Text(d, APIName(name))
	}
	return values
}

// APIName returns the name of an attribute in the API: displayName.EN for display_name.en.
func APIName(attribute string) string {
	outer, inner, nested := strings.Cut(attribute, ".")
	switch {
	case !nested:
		return objecttype.APIName(outer)
	case slices.Contains(localized, outer):
		return objecttype.APIName(outer) + "." + strings.ToUpper(inner)
	}
	return objecttype.APIName(outer) + "." + objecttype.APIName(inner)
}

// localized lists the attributes with a member for each language.
var localized = []string{"display_name", "abbreviation", "urls"}

// Text returns a value as a string, or "" if it is missing. A dot refers to a member of an object.
func Text(d map[string]any, name string) string {
	outer, inner, nested := strings.Cut(name, ".")
	if nested {
		group, _ := d[outer].(map[string]any)
		return Text(group, inner)
	}
	if d[outer] == nil {
		return ""
	}
	return fmt.Sprint(d[outer])
}

func present(values map[string]string) map[string]string {
	kept := map[string]string{}
	for name, value := range values {
		if value != "" {
			kept[name] = value
		}
	}
	return kept
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
