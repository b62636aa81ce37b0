package sim

import "slices"

// members returns the external IDs of an enterprise role's roles.
func members(enterpriseRole doc) map[string]bool { return stringSet(enterpriseRole["roleExtIds"]) }

func (t *tx) checkMembers(d doc) {
	for id := range members(d) {
		if t.get("roles", id) == nil {
			panic(refuse(codeInvalidData, "roleExtIds: the role %q does not exist.", id))
		}
	}
}

// dropEnterpriseRole also revokes the role from the profiles that have it.
func (c *call) dropEnterpriseRole(rec *record) {
	c.dropAll("enterpriseAuthorizations", "role", c.client(), rec.id)
	c.dropProperties("enterpriseRole", rec)
	c.drop(rec)
}

func listMembers(c *call, rec *record) reply {
	found := map[string]*record{}
	for id := range members(rec.doc) {
		found[id] = c.get("roles", id)
	}
	return c.pageOf("roles", sortedRecords(found))
}

func addMember(c *call, role *record) reply {
	rec := c.lookup("enterpriseRoles", c.vars["eroleExtId"])
	if !members(rec.doc)[role.id] {
		list, _ := rec.doc["roleExtIds"].([]any)
		c.setMembers(rec, append(slices.Clip(list), role.id))
	}
	return noContent()
}

func (c *call) setMembers(rec *record, roles []any) {
	c.advanceVersion(quirkAssignBump, c.put("enterpriseRoles", rec.with(doc{"roleExtIds": roles})))
}

func removeMember(c *call, role *record) reply {
	rec := c.lookup("enterpriseRoles", c.vars["eroleExtId"])
	without, found := removeFrom(rec.doc["roleExtIds"], role.id)
	if !found {
		panic(noRecord("role of enterprise role "+rec.id, role.id, c.client()))
	}
	c.setMembers(rec, without)
	return noContent()
}
