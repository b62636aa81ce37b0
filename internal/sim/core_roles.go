package sim

var roleFields = append([]field{
	{name: "extId", use: fixed},
	{name: "applicationExtId", use: shown},
	{name: "applicationName", use: shown},
	{name: "name", kind: kindName, use: editable | needed},
	{name: "description", use: editable},
}, bookkeeping...)

func (s *Server) roleRoutes() []route {
	const role = "/core/v1/roles/{roleExtId}"
	return []route{
		{method: "GET", pattern: role, rights: []string{"RoleView"}, handle: getRole},
		{method: "PATCH", pattern: role, rights: []string{"RoleView", "RoleModify"}, handle: patchRole},
		{method: "DELETE", pattern: role, rights: []string{"RoleDelete"}, handle: deleteRole},
	}
}

// roleView returns a role with the current name of its application.
func (c *call) roleView(rec *record) doc {
	out := view(roleFields, rec.doc, c.quirks)
	out["applicationName"] = c.get("applications", rec.text("applicationExtId")).text("name")
	return out
}

func listRoles(c *call) (reply, error) {
	application, err := c.findGlobal("applications", "applicationExtId")
	if err != nil {
		return reply{}, err
	}
	return c.page(listing{fields: roleFields, show: c.roleView}, c.list("roles", "application", application.id))
}

func createRole(c *call) (reply, error) {
	application, err := c.findGlobal("applications", "applicationExtId")
	if err != nil {
		return reply{}, err
	}
	d, err := c.createBody(roleFields)
	if err != nil {
		return reply{}, err
	}
	d["applicationExtId"] = application.id
	rec, err := c.add("roles", d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", "roles", rec.id)
}

func getRole(c *call) (reply, error) {
	rec, err := c.findGlobal("roles", "roleExtId")
	if err != nil {
		return reply{}, err
	}
	return okReply(c.roleView(rec))
}

func patchRole(c *call) (reply, error) {
	rec, err := c.findGlobal("roles", "roleExtId")
	if err != nil {
		return reply{}, err
	}
	if rec, err = c.patchNamed("roles", rec); err != nil {
		return reply{}, err
	}
	return okReply(c.roleView(rec))
}

func deleteRole(c *call) (reply, error) {
	rec, err := c.findGlobal("roles", "roleExtId")
	if err != nil {
		return reply{}, err
	}
	c.dropRole(rec)
	return noContent()
}

// dropRole deletes a role, its authorizations, and its memberships in enterprise roles.
func (c *call) dropRole(role *record) {
	for _, rec := range c.snapshot("authorizations", "role", role.id) {
		c.dropAuthorization(rec)
	}
	for _, client := range c.list("clients", "all") {
		for _, rec := range c.snapshot("enterpriseRoles", "client", client.id) {
			if without, found := remove(rec.doc["roleExtIds"], role.id); found {
				next := copyDoc(rec.doc)
				next["roleExtIds"] = without
				c.put("enterpriseRoles", next)
			}
		}
	}
	c.drop("roles", role)
}
