package tenantgen

import (
	"fmt"
	"maps"
	"slices"
)

// destroyedLast contains the types whose objects are destroyed only after other objects have
// dropped their references to them.
var destroyedLast = map[string]bool{"idm_unit": true, "idm_application": true, "idm_role": true, "idm_enterprise_role": true,
	"idm_user": true, "idm_policy": true, "idm_property_definition": true}

// declareCatalog declares the catalog.
func (t *Tenant) declareCatalog(add func(kind, name string, arguments Block)) {
	for _, e := range t.Catalog {
		arguments := WithTexts(e.Texts)
		if id := t.extID(e.Kind.of, e.Key); id != "" && e.Kind != definition && e.Kind != terms {
			arguments["ext_id"] = id
		}
		switch e.Kind {
		case definition:
			arguments["scope"], arguments["type"] = "USER_GLOBAL", "STRING"
		case application:
			arguments["displayed"] = e.Flag
			add("idm_client_application", e.Key, Block{"application_ext_id": reference("idm_application", e.Key)})
		case role:
			arguments["application_ext_id"] = reference("idm_application", e.Of.Key)
		case policy:
			arguments["policy_type"], arguments["parameters"] = policyTypes[e.Type], e.parameters()
		case enterpriseRole:
			t.declareMembers(e, add)
			if len(e.Values) > 0 {
				add("idm_enterprise_role_properties", e.Key,
					Block{"enterprise_role_ext_id": reference(enterpriseRole.of.TypeName(), e.Key), "properties": maps.Clone(e.Values)})
			}
		case client:
			arguments["deletion_protection"] = false
			add("idm_client_applications", e.Key, Block{"client_ext_id": reference(client.of.TypeName(), e.Key),
				"application_ext_ids": t.memberIDs(e, application)})
		case terms:
			arguments["active"], arguments["silent_acceptance"] = e.Flag, false
		case user:
			arguments["login_id"], arguments["user_state"], arguments["is_technical_user"] = e.Login, e.state(), e.technical()
			t.declareOfUser(e, add)
		}
		add(e.Kind.of.TypeName(), e.Key, arguments)
	}
}

// declareMembers declares the roles of an enterprise role, as single members or as one
// authoritative resource.
func (t *Tenant) declareMembers(e *entry, add func(kind, name string, arguments Block)) {
	of := reference(enterpriseRole.of.TypeName(), e.Key)
	if !e.together() {
		for name := range e.Members {
			add("idm_enterprise_role_member", e.Key+"_"+name, Block{"enterprise_role_ext_id": of, "role_ext_id": t.named(role, name)})
		}
		return
	}
	if all := t.memberIDs(e, role); len(all) > 0 {
		add("idm_enterprise_role_members", e.Key, Block{"enterprise_role_ext_id": of, "role_ext_ids": all})
	}
}

// memberIDs returns the external IDs of the members of an object.
func (t *Tenant) memberIDs(e *entry, k *kind) []string {
	all := []string{}
	for _, name := range slices.Sorted(maps.Keys(e.Members)) {
		all = append(all, t.named(k, name))
	}
	return all
}

// together reports whether the members of an enterprise role are declared as one resource.
func (e *entry) together() bool { return e.Key[len(e.Key)-1]%2 == 0 }

// technical reports whether a user is a technical user.
func (e *entry) technical() bool { return e.Rotation > 0 }

// declareOfUser declares the properties and the credentials of a user.
func (t *Tenant) declareOfUser(e *entry, add func(kind, name string, arguments Block)) {
	of := reference(user.of.TypeName(), e.Key)
	if len(e.Values) > 0 {
		properties := Block{}
		for name, value := range e.Values {
			properties[fmt.Sprintf("${%s.%s.name}", definition.of.TypeName(), name)] = value
		}
		add("idm_user_properties", e.Key, Block{"user_ext_id": of, "properties": properties})
	}
	for _, c := range credentials {
		state := e.Credentials[c.of.Title]
		if state == "" {
			continue
		}
		arguments := Block{"user_ext_id": of, c.attribute(): c.identity(e), "state_name": state}
		maps.Copy(arguments, c.more)
		if t.extID(user.of, e.Key) != "" {
			arguments["ext_id"] = "ext-" + c.of.Collection + "-of-" + e.Key
		}
		add(c.of.TypeName(), e.Key, arguments)
	}
	for _, p := range e.passwords() {
		arguments := Block{"user_ext_id": of, "password_wo": e.password(), "password_wo_version": e.Rotation}
		maps.Copy(arguments, p.more)
		if t.extID(user.of, e.Key) != "" {
			arguments["ext_id"] = "ext-" + p.of.Name + "-of-" + e.Key
		}
		add(p.of.TypeName(), e.Key, arguments)
	}
}

// named returns the external ID of an object of the tenant, or of the demo tenant.
func (t *Tenant) named(k *kind, name string) string {
	if e := t.entry(name); e != nil && e.Kind == k {
		return reference(k.of.TypeName(), name)
	}
	return name
}

// DestroyedLast reports whether objects of a type are destroyed only after other objects have
// dropped their references to them.
func DestroyedLast(resource string) bool { return destroyedLast[resource] }
