package sim

// clientWriteRoutes returns the routes of later releases that create and change clients.
func clientWriteRoutes() []route {
	client := one("clients")
	rows := []route{
		serve("POST "+clientsPath, createClient, "ClientCreate"),
		serve("PATCH "+clientPath, of(client, patchClient), "ClientModify"),
		serve("DELETE "+clientPath, of(client, deleteClient), "ClientDelete"),
	}
	for i := range rows {
		rows[i].later = true
	}
	return rows
}

// createClient also creates the client's default unit and its profile policy.
func createClient(c *call) (reply, error) {
	d, err := c.createBody(clientFields)
	if err != nil {
		return reply{}, err
	}
	client, err := c.add("clients", d)
	if err != nil {
		return reply{}, err
	}
	u, err := c.add("units", doc{"clientExtId": client.id, "name": client.text("name")})
	if err != nil {
		return reply{}, err
	}
	policy := doc{"clientExtId": client.id, "policyType": "ProfilePolicy", "name": "default", "defaultPolicy": true}
	p, err := c.add("policies", policy)
	if err != nil {
		return reply{}, err
	}
	out, err := c.created(c.put("clients", client.with(doc{"defaultUnitExtId": u.id})))
	out.body = doc{
		"defaultTemplateCollectionName": client.text("name"),
		"defaultUnitExtId":              u.id,
		"defaultProfilePolicyExtId":     p.id,
	}
	return out, err
}

// patchClient does not accept a version.
func patchClient(c *call, rec *record) (reply, error) {
	body, err := c.object()
	if err != nil {
		return reply{}, err
	}
	if _, sent := body["version"]; sent && !c.quirks[quirkIgnoreUnknown] {
		return reply{}, refuse(codeInvalidData, "Unknown fields: version.")
	}
	return change(c, rec)
}

// deleteClient removes everything in the client.
func deleteClient(c *call, rec *record) (reply, error) {
	for _, t := range tables {
		if _, ok := t.lists["client"]; ok {
			c.dropAll(t.name, "client", c.client())
		}
	}
	c.unlinkCallers("clientExtId", c.client())
	c.drop("clients", rec)
	return noContent()
}
