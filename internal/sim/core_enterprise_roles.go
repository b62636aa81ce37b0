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

const (
	enterpriseRolesPath = "/core/v1/{clientExtId}/eroles"
	enterpriseRolePath  = enterpriseRolesPath + "/{eroleExtId}"
)

func enterpriseRoleRoutes() []route {
	const member = enterpriseRolePath + "/roles/{roleExtId}"
	role := one("enterpriseRoles")
	rows := []route{
		serve("POST "+enterpriseRolesPath, create("enterpriseRoles", nil), "EnterpriseRoleCreate"),
		serve("GET "+enterpriseRolePath, of(role, show), "EnterpriseRoleView"),
		serve("PATCH "+enterpriseRolePath, of(role, change), "EnterpriseRoleView", "EnterpriseRoleModify"),
		serve("DELETE "+enterpriseRolePath, of(role, deleteEnterpriseRole), "EnterpriseRoleDelete"),
		serve("GET "+enterpriseRolePath+"/roles", of(role, listMembers), "EnterpriseRoleView"),
		serve("PUT "+member, ofMember(addMember), "EnterpriseRoleMemberCreate"),
		serve("DELETE "+member, ofMember(removeMember), "EnterpriseRoleMemberDelete"),
	}
	return append(rows, propertyRoutes(enterpriseRolePath+"/properties", "enterpriseRole", role,
		[]string{"EnterpriseRoleView"}, []string{"EnterpriseRoleView", "EnterpriseRoleModify"})...)
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

// deleteEnterpriseRole also revokes the role from the profiles that have it.
func deleteEnterpriseRole(c *call, rec *record) (reply, error) {
	c.dropAll("enterpriseAuthorizations", "role", c.client(), rec.id)
	c.dropProperties("enterpriseRole", rec)
	c.drop("enterpriseRoles", rec)
	return noContent()
}

func listMembers(c *call, rec *record) (reply, error) {
	found := map[string]*record{}
	for _, id := range members(rec.doc) {
		found[id] = c.get("roles", id)
	}
	return c.pageOf("roles", sortedRecords(found))
}

// ofMember passes the enterprise role and the role in the path to a handler.
func ofMember(handle func(c *call, enterpriseRole, role *record) (reply, error)) handler {
	return of(one("enterpriseRoles"), func(c *call, enterpriseRole *record) (reply, error) {
		role, err := c.find("roles")
		if err != nil {
			return reply{}, err
		}
		return handle(c, enterpriseRole, role)
	})
}

func addMember(c *call, rec, role *record) (reply, error) {
	if slices.Contains(members(rec.doc), role.id) {
		return noContent()
	}
	next := copyDoc(rec.doc)
	list, _ := next["roleExtIds"].([]any)
	next["roleExtIds"] = append(list, role.id)
	c.advanceVersion(quirkAssignBump, "enterpriseRoles", c.put("enterpriseRoles", next))
	return noContent()
}

func removeMember(c *call, rec, role *record) (reply, error) {
	without, found := remove(rec.doc["roleExtIds"], role.id)
	if !found {
		return reply{}, noRecord("role of enterprise role "+rec.id, role.id, c.client())
	}
	c.advanceVersion(quirkAssignBump, "enterpriseRoles", c.put("enterpriseRoles", rec.with(doc{"roleExtIds": without})))
	return noContent()
}
