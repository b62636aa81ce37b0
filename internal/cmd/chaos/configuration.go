package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// block is a block of a configuration in its JSON form.
type block = map[string]any

// grantFlags are the attributes of the four flags of a grant, and their names in the API.
var grantFlags = [4][2]string{
	{"client_global", "clientGlobal"}, {"unit_global", "unitGlobal"}, {"app_global", "appGlobal"},
	{"enterprise_role_global", "enterpriseRoleGlobal"},
}

// configuration declares the tenant. A unit is destroyed after what leaves it has moved; that order
// is Terraform's create_before_destroy.
func (t *tenant) configuration() ([]byte, error) {
	resources := map[string]block{}
	add := func(kind, name string, arguments block) {
		if resources[kind] == nil {
			resources[kind] = block{}
		}
		resources[kind][name] = arguments
	}
	for _, u := range t.Units {
		arguments := withTexts(u.Texts)
		arguments["profileless"], arguments["lifecycle"] = u.Profileless, block{"create_before_destroy": true}
		if id := t.extID(u.Key); id != "" {
			arguments["ext_id"] = id
		}
		if u.Parent != nil {
			arguments["parent_unit_ext_id"] = t.reference("idm_unit", u.Parent.Key)
		}
		add("idm_unit", u.Key, arguments)
		if len(u.Properties) > 0 {
			add("idm_unit_properties", u.Key, block{"unit_ext_id": t.reference("idm_unit", u.Key), "properties": u.Properties})
		}
	}
	for _, p := range t.Profiles {
		arguments := withTexts(p.Texts)
		arguments["user_ext_id"], arguments["profile_state"], arguments["unit_ext_id"] = t.named(user, p.User), p.State,
			t.reference("idm_unit", p.Unit.Key)
		if id := t.extID(p.Key); id != "" {
			arguments["ext_id"] = id
		}
		add("idm_profile", p.Key, arguments)
		for name, g := range p.Roles {
			arguments := t.grantArguments(g, p, name)
			arguments["role_ext_id"] = t.named(role, name)
			for i, flag := range grantFlags {
				arguments[flag[0]] = g.Flags[i]
			}
			add("idm_authorization", p.Key+"_"+name, arguments)
		}
		for name, g := range p.Enterprise {
			arguments := t.grantArguments(g, p, name)
			arguments["enterprise_role_ext_id"] = t.named(enterpriseRole, name)
			add("idm_enterprise_authorization", p.Key+"_"+name, arguments)
		}
	}
	for _, a := range t.Applications {
		add("idm_client_application", a, block{"application_ext_id": a})
	}
	t.catalogConfiguration(add)
	return json.MarshalIndent(block{
		"terraform": block{"required_providers": block{"idm": block{"source": "identity-iac/idm"}}},
		"resource":  resources,
	}, "", " ")
}

// grantArguments are those that both kinds of grants have. Every second role is granted under a
// chosen external id.
func (t *tenant) grantArguments(g *grant, p *profile, role string) block {
	arguments := block{"profile_ext_id": t.reference("idm_profile", p.Key), "validity": block{"to": g.to()}}
	if len(role)%2 == 0 {
		arguments["ext_id"] = "ext-" + p.Key + "-" + role
	}
	return arguments
}

func (g *grant) to() string { return fmt.Sprintf("%d-01-01T00:00:00Z", g.Year) }

// reference leads to the external id of another object, which is then made first; in a tenant whose
// objects stand apart it is that id.
func (t *tenant) reference(kind, key string) string {
	if t.Apart {
		return t.extID(key)
	}
	return fmt.Sprintf("${%s.%s.ext_id}", kind, key)
}

// withTexts makes arguments of texts; a dot leads into a map.
func withTexts(texts map[string]string) block {
	arguments := block{}
	for name, value := range texts {
		outer, inner, nested := strings.Cut(name, ".")
		if !nested {
			arguments[name] = value
			continue
		}
		group, ok := arguments[outer].(block)
		if !ok {
			group = block{}
			arguments[outer] = group
		}
		group[inner] = value
	}
	return arguments
}

// imports are import blocks, by the address that they import to.
func imports(ids map[string]string) ([]byte, error) {
	var blocks []block
	for to, id := range ids {
		blocks = append(blocks, block{"to": to, "id": id})
	}
	return json.Marshal(block{"import": blocks})
}
