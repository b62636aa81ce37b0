package sim

var roleFields = append([]field{
	{name: "extId", use: fixed},
	{name: "applicationExtId", use: shown},
	{name: "applicationName", use: shown},
	{name: "name", kind: kindName, use: editable | needed},
	{name: "description", use: editable},
}, bookkeeping...)

const rolePath = "/core/v1/roles/{roleExtId}"

func roleRoutes() []route {
	role := one("roles")
	return []route{
		serve("GET "+rolePath, of(role, show), "RoleView"),
		serve("PATCH "+rolePath, of(role, change), "RoleView", "RoleModify"),
		serve("DELETE "+rolePath, of(role, deleteRole), "RoleDelete"),
	}
}

// roleView returns a role with the current name of its application.
func (c *call) roleView(rec *record) doc {
	out := view(roleFields, rec.doc, c.quirks)
	out["applicationName"] = c.get("applications", rec.text("applicationExtId")).text("name")
	return out
}

func deleteRole(c *call, rec *record) (reply, error) {
	c.dropRole(rec)
	return noContent()
}

// dropRole deletes a role, its authorizations, and its memberships in enterprise roles.
func (c *call) dropRole(role *record) {
	for _, rec := range c.snapshot("authorizations", "role", role.id) {
		c.dropGrant(rec)
	}
	for _, client := range c.list("clients", "all") {
		for _, rec := range c.snapshot("enterpriseRoles", "client", client.id) {
			if without, found := remove(rec.doc["roleExtIds"], role.id); found {
				c.put("enterpriseRoles", rec.with(doc{"roleExtIds": without}))
			}
		}
	}
	c.drop("roles", role)
}
