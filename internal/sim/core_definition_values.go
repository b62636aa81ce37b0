package sim

// scopeOwners maps a scope to the kind of owner whose properties it defines.
var scopeOwners = map[string]string{
	"onUnitGlobal":           "unit",
	"onProfileGlobal":        "profile",
	"onProfileForApp":        "authorization",
	"onProfileForAppGlobal":  "authorization",
	"onEnterpriseRoleGlobal": "enterpriseRole",
}

// deleteValues deletes the stored values of a definition.
func (c *call) deleteValues(definition *record) {
	for _, client := range c.list("clients", "all") {
		if own := definition.text("clientExtId"); own != "" && own != client.id {
			continue
		}
		for _, set := range c.snapshot("properties", "client", client.id) {
			if c.definitionApplies(definition, set) {
				c.put("properties", withoutName(set.doc, "values", definition.text("name")))
			}
		}
		if definition.text("scope") != "onUserGlobal" {
			continue
		}
		for _, user := range c.snapshot("users", "client", client.id) {
			c.put("users", withoutName(user.doc, "properties", definition.text("name")))
		}
	}
}

// definitionApplies reports whether a value in a property set is that of a definition, and not that
// of another one.
func (c *call) definitionApplies(definition, set *record) bool {
	kind := set.text("ownerType")
	if scopeOwners[definition.text("scope")] != kind {
		return false
	}
	if kind != "authorization" {
		return true
	}
	owner := c.get("authorizations", set.text("clientExtId"), set.text("ownerExtId"))
	for _, scope := range c.authorizationScopes(owner.doc) {
		if rec := c.definition(set.text("clientExtId"), scope, definition.text("name")); rec != nil {
			return formatParam(rec.doc["propertyId"]) == formatParam(definition.doc["propertyId"])
		}
	}
	return true
}

// withoutName copies an object and removes one name from one of its maps.
func withoutName(d doc, group, name string) doc {
	out := copyDoc(d)
	if values, ok := out[group].(doc); ok {
		delete(values, name)
	}
	return out
}
