package sim

import "slices"

var enterpriseRoleFields = append([]field{
	{name: "extId", use: fixed},
	{name: "clientExtId", use: shown},
	{name: "name", kind: kindName, use: editable | needed},
	{name: "description", use: editable},
	{name: "displayName", kind: kindLocalized, use: editable},
	{name: "roleExtIds", kind: kindStrings},
}, bookkeeping...)

func (s *Server) enterpriseRoleRoutes() []route {
	const all, one = "/core/v1/{clientExtId}/eroles", "/core/v1/{clientExtId}/eroles/{eroleExtId}"
	return []route{
		{method: "POST", pattern: all, rights: []string{"EnterpriseRoleCreate"}, handle: createEnterpriseRole},
		{method: "GET", pattern: one, rights: []string{"EnterpriseRoleView"}, handle: getEnterpriseRole},
		{
			method: "PATCH", pattern: one, rights: []string{"EnterpriseRoleView", "EnterpriseRoleModify"},
			handle: patchEnterpriseRole,
		},
		{method: "DELETE", pattern: one, rights: []string{"EnterpriseRoleDelete"}, handle: deleteEnterpriseRole},
		{method: "GET", pattern: one + "/roles", rights: []string{"EnterpriseRoleView"}, handle: listMembers},
		{
			method: "PUT", pattern: one + "/roles/{roleExtId}", rights: []string{"EnterpriseRoleMemberCreate"},
			handle: addMember,
		},
		{
			method: "DELETE", pattern: one + "/roles/{roleExtId}", rights: []string{"EnterpriseRoleMemberDelete"},
			handle: removeMember,
		},
		{
			method: "GET", pattern: one + "/properties", handle: getEnterpriseRoleProperties,
			rights: append([]string{"EnterpriseRoleView"}, viewProperties...),
		},
		{
			method: "PATCH", pattern: one + "/properties", handle: patchEnterpriseRoleProperties,
			rights: append([]string{"EnterpriseRoleView", "EnterpriseRoleModify"}, modifyProperties...),
		},
	}
}

// members returns the external IDs of an enterprise role's roles.
func members(enterpriseRole doc) []string {
	list, _ := enterpriseRole["roleExtIds"].([]any)
	out := make([]string, 0, len(list))
	for _, v := range list {
		if id, ok := v.(string); ok {
			out = append(out, id)
		}
	}
	return out
}

func (t *tx) checkMembers(d doc) error {
	for _, id := range members(d) {
		if t.get("roles", id) == nil {
			return refuse(codeInvalidData, "roleExtIds: the role %q does not exist.", id)
		}
	}
	return nil
}

func listEnterpriseRoles(c *call) (reply, error) {
	return c.page(listing{fields: enterpriseRoleFields}, c.list("enterpriseRoles", "client", c.client()))
}

func createEnterpriseRole(c *call) (reply, error) {
	d, err := c.createBody(enterpriseRoleFields)
	if err != nil {
		return reply{}, err
	}
	d["clientExtId"] = c.client()
	rec, err := c.add("enterpriseRoles", d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", c.client(), "eroles", rec.id)
}

func getEnterpriseRole(c *call) (reply, error) {
	rec, err := c.find("enterpriseRoles", "eroleExtId")
	if err != nil {
		return reply{}, err
	}
	return okReply(view(enterpriseRoleFields, rec.doc, c.quirks))
}

func patchEnterpriseRole(c *call) (reply, error) {
	rec, err := c.find("enterpriseRoles", "eroleExtId")
	if err != nil {
		return reply{}, err
	}
	if rec, err = c.patchNamed("enterpriseRoles", rec); err != nil {
		return reply{}, err
	}
	return okReply(view(enterpriseRoleFields, rec.doc, c.quirks))
}

// deleteEnterpriseRole also revokes the role from the profiles that have it.
func deleteEnterpriseRole(c *call) (reply, error) {
	rec, err := c.find("enterpriseRoles", "eroleExtId")
	if err != nil {
		return reply{}, err
	}
	c.dropAll("enterpriseAuthorizations", "role", c.client(), rec.id)
	c.dropProperties("enterpriseRole", rec.id)
	c.drop("enterpriseRoles", rec)
	return noContent()
}

func listMembers(c *call) (reply, error) {
	rec, err := c.find("enterpriseRoles", "eroleExtId")
	if err != nil {
		return reply{}, err
	}
	found := map[string]*record{}
	for _, id := range members(rec.doc) {
		found[id] = c.get("roles", id)
	}
	return c.page(listing{fields: roleFields, show: c.roleView}, sortedRecords(found))
}

// findMember returns the enterprise role and the role in the path.
func (c *call) findMember() (enterpriseRole, role *record, err error) {
	if enterpriseRole, err = c.find("enterpriseRoles", "eroleExtId"); err != nil {
		return nil, nil, err
	}
	role, err = c.findGlobal("roles", "roleExtId")
	return enterpriseRole, role, err
}

func addMember(c *call) (reply, error) {
	rec, role, err := c.findMember()
	if err != nil {
		return reply{}, err
	}
	if slices.Contains(members(rec.doc), role.id) {
		return noContent()
	}
	next := copyDoc(rec.doc)
	list, _ := next["roleExtIds"].([]any)
	next["roleExtIds"] = append(list, role.id)
	c.advanceVersion(quirkAssignBump, "enterpriseRoles", c.put("enterpriseRoles", next))
	return noContent()
}

func removeMember(c *call) (reply, error) {
	rec, role, err := c.findMember()
	if err != nil {
		return reply{}, err
	}
	without, found := remove(rec.doc["roleExtIds"], role.id)
	if !found {
		return reply{}, noRecord("role of enterprise role "+rec.id, role.id, c.client())
	}
	next := copyDoc(rec.doc)
	next["roleExtIds"] = without
	c.advanceVersion(quirkAssignBump, "enterpriseRoles", c.put("enterpriseRoles", next))
	return noContent()
}

func (c *call) enterpriseRoleOwner() (propertyOwner, error) {
	rec, err := c.find("enterpriseRoles", "eroleExtId")
	if err != nil {
		return propertyOwner{}, err
	}
	return propertyOwner{
		client: c.client(), table: "enterpriseRoles", kind: "enterpriseRole", record: rec,
		scopes: []propertyScope{{"onEnterpriseRoleGlobal", ""}},
	}, nil
}

func getEnterpriseRoleProperties(c *call) (reply, error) {
	return c.propertiesReply(c.enterpriseRoleOwner())
}

func patchEnterpriseRoleProperties(c *call) (reply, error) {
	return c.patchProperties(c.enterpriseRoleOwner())
}
