package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// object is one object of the tenant, as it is declared or as the service holds it.
type object struct {
	Kind, Key string
	// ExtID is known of what the service holds.
	ExtID string
	// Values are by the attribute's name in a configuration; what is empty is left out.
	Values map[string]string
}

func (o object) name() string { return o.Kind + " " + o.Key }

// desired lists what the configuration declares.
func (t *tenant) desired() []object {
	var all []object
	add := func(kind, key string, values map[string]string) {
		all = append(all, object{Kind: kind, Key: key, Values: present(values)})
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
		for role, g := range p.Roles {
			values := map[string]string{"to": g.to()}
			for i, flag := range grantFlags {
				values[flag[0]] = fmt.Sprint(g.Flags[i])
			}
			add("authorization", p.Key+"/"+role, values)
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

// holdings are what the simulator holds.
type holdings struct {
	// keys are by table and external id.
	keys    map[string]string
	objects []object
}

// found lists what the simulator holds, from its state.
func found(state []byte) ([]object, error) {
	var all map[string][]map[string]any
	if err := json.Unmarshal(state, &all); err != nil {
		return nil, fmt.Errorf("the state of the simulator: %w", err)
	}
	h := &holdings{keys: map[string]string{}}
	for _, table := range []string{"units", "profiles"} {
		for _, d := range all[table] {
			// The name begins with the key.
			h.keys[table+text(d, "extId")], _, _ = strings.Cut(text(d, "name"), " ")
		}
	}
	for _, k := range kinds {
		for _, d := range all[k.table] {
			h.keys[k.table+text(d, "extId")] = k.keyOf(d)
		}
	}
	for _, d := range all["units"] {
		values := texts(d, append(unitTexts, "name", "profileless"))
		values["parent"] = h.keys["units"+text(d, "parentUnitExtId")]
		h.add("unit", h.keys["units"+text(d, "extId")], d, values)
	}
	for _, d := range all["profiles"] {
		values := texts(d, append(profileTexts, "name", "profile_state"))
		values["unit"], values["user"] = h.keys["units"+text(d, "unitExtId")], h.key("users", text(d, "userExtId"))
		h.add("profile", h.keys["profiles"+text(d, "extId")], d, values)
	}
	h.addGrants(all)
	h.addCatalog(all)
	for _, d := range all["properties"] {
		owner := text(d, "ownerType")
		values, _ := d["values"].(map[string]any)
		for name := range values {
			h.add(owner+" property", h.keys[owner+"s"+text(d, "ownerExtId")]+"/"+name, d, map[string]string{"value": text(values, name)})
		}
	}
	return h.objects, nil
}

func (h *holdings) addGrants(all map[string][]map[string]any) {
	for _, d := range all["authorizations"] {
		values := map[string]string{"to": text(d, "validity.to")}
		for _, flag := range grantFlags {
			values[flag[0]] = text(d, flag[1])
		}
		h.add("authorization", h.keys["profiles"+text(d, "profileExtId")]+"/"+h.key("roles", text(d, "roleExtId")), d, values)
	}
	for _, d := range all["enterpriseAuthorizations"] {
		key := h.keys["profiles"+text(d, "profileExtId")] + "/" + h.key("enterpriseRoles", text(d, "enterpriseRoleExtId"))
		h.add("enterprise authorization", key, d, map[string]string{"to": text(d, "validity.to")})
	}
}

// key is that of an object of a table.
func (h *holdings) key(table, extID string) string { return h.keys[table+extID] }

func (h *holdings) add(kind, key string, d map[string]any, values map[string]string) {
	if text(d, "clientExtId") == client {
		h.objects = append(h.objects, object{Kind: kind, Key: key, ExtID: text(d, "extId"), Values: present(values)})
	}
}

// texts reads values of the API under the names that a configuration has for them.
func texts(d map[string]any, names []string) map[string]string {
	values := map[string]string{}
	for _, name := range names {
		values[name] = text(d, apiName(name))
	}
	return values
}

// apiName is the API's name of an attribute: display_name.en is displayName.EN.
func apiName(attribute string) string {
	outer, inner, nested := strings.Cut(attribute, ".")
	switch {
	case !nested:
		return camel(outer)
	case len(inner) == len("en"):
		return camel(outer) + "." + strings.ToUpper(inner)
	}
	return camel(outer) + "." + camel(inner)
}

func camel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// text reads a value as text, "" when there is none; a dot leads into an object.
func text(d map[string]any, name string) string {
	outer, inner, nested := strings.Cut(name, ".")
	if nested {
		group, _ := d[outer].(map[string]any)
		return text(group, inner)
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
