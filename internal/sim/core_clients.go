package sim

// listClients lists only the clients in the caller's data room.
func listClients(c *call, _ *record) reply {
	var seen []*record
	for _, rec := range c.list("clients", "all") {
		if c.caller.canSee(rec.id) {
			seen = append(seen, rec)
		}
	}
	return c.pageOf("clients", seen)
}

func listClientApplications(c *call, _ *record) reply {
	var assigned []*record
	for _, rec := range c.list("clientApplications", "client", c.client()) {
		assigned = append(assigned, c.get("applications", rec.text("applicationExtId")))
	}
	return c.pageOf("applications", assigned)
}

func assignApplication(c *call, application *record) reply {
	if c.get("clientApplications", c.client(), application.id) == nil {
		c.put("clientApplications", doc{"clientExtId": c.client(), "applicationExtId": application.id})
		c.advanceVersion(quirkAssignBump, c.get("clients", c.client()))
	}
	return noContent()
}

func unassignApplication(c *call, application *record) reply {
	c.drop(c.lookup("clientApplications", application.id))
	c.advanceVersion(quirkAssignBump, c.get("clients", c.client()))
	return noContent()
}

// advanceVersion advances an object's version after a change of a related object if the quirk is
// on.
func (c *call) advanceVersion(quirk string, rec *record) {
	if c.quirks[quirk] && rec != nil {
		c.save(rec.table.name, copyDoc(rec.doc))
	}
}

// createClient also creates the client's default unit and its profile policy.
func createClient(c *call, _ *record) reply {
	client := c.add("clients", c.createBody(fieldsOf("clients")))
	unit := c.add("units", doc{"clientExtId": client.id, "name": client.text("name")})
	policy := c.add("policies", doc{"clientExtId": client.id, "policyType": "ProfilePolicy", "name": "default", "defaultPolicy": true})
	out := c.created(c.put("clients", client.with(doc{"defaultUnitExtId": unit.id})))
	out.body = doc{
		"defaultTemplateCollectionName": client.text("name"),
		"defaultUnitExtId":              unit.id,
		"defaultProfilePolicyExtId":     policy.id,
	}
	return out
}

// patchClient does not accept a version.
func patchClient(c *call, rec *record) reply {
	if _, sent := c.object()["version"]; sent && !c.quirks[quirkIgnoreUnknown] {
		panic(refuse(codeInvalidData, "Unknown fields: version."))
	}
	return change(c, rec)
}

// dropClient removes everything in the client.
func (c *call) dropClient(rec *record) {
	for name, rows := range c.data {
		if _, ok := rows.table.lists["client"]; ok {
			c.dropAll(name, "client", rec.id)
		}
	}
	c.unlinkCallers("clientExtId", rec.id)
	c.drop(rec)
}
