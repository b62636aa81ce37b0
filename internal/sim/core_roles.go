package sim

// roleView returns a role with the current name of its application.
func (c *call) roleView(rec *record) doc {
	out := view(fieldsOf("roles"), rec.doc, c.quirks)
	out["applicationName"] = c.get("applications", rec.text("applicationExtId")).text("name")
	return out
}

// dropRole deletes a role, its authorizations, and its memberships in enterprise roles.
func (c *call) dropRole(role *record) {
	for _, rec := range c.snapshot("authorizations", "role", role.id) {
		c.dropGrant(rec)
	}
	for _, client := range c.list("clients", "all") {
		for _, rec := range c.snapshot("enterpriseRoles", "client", client.id) {
			if without, found := removeFrom(rec.doc["roleExtIds"], role.id); found {
				c.put("enterpriseRoles", rec.with(doc{"roleExtIds": without}))
			}
		}
	}
	c.drop(role)
}
