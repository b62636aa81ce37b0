package sim

// clientWriteRoutes returns the routes of later releases that create and change clients.
func (s *Server) clientWriteRoutes() []route {
	const client = "/core/v1/clients/{clientExtId}"
	return []route{
		{method: "POST", pattern: "/core/v1/clients", rights: []string{"ClientCreate"}, later: true, handle: createClient},
		{method: "PATCH", pattern: client, rights: []string{"ClientModify"}, later: true, handle: patchClient},
		{method: "DELETE", pattern: client, rights: []string{"ClientDelete"}, later: true, handle: deleteClient},
	}
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
	unit := doc{"clientExtId": client.id, "name": client.text("name")}
	fillUnit(c.tx, unit)
	u, err := c.add("units", unit)
	if err != nil {
		return reply{}, err
	}
	policy := doc{"clientExtId": client.id, "policyType": "ProfilePolicy", "name": "default", "defaultPolicy": true}
	p, err := c.add("policies", policy)
	if err != nil {
		return reply{}, err
	}
	marked := copyDoc(client.doc)
	marked["defaultUnitExtId"] = u.id
	c.put("clients", marked)
	out, err := c.created("core", "v1", "clients", client.id)
	out.body = doc{
		"defaultTemplateCollectionName": client.text("name"),
		"defaultUnitExtId":              u.id,
		"defaultProfilePolicyExtId":     p.id,
	}
	return out, err
}

// patchClient does not accept a version.
func patchClient(c *call) (reply, error) {
	body, err := c.object()
	if err != nil {
		return reply{}, err
	}
	if _, sent := body["version"]; sent && !c.quirks[quirkIgnoreUnknown] {
		return reply{}, refuse(codeInvalidData, "Unknown fields: version.")
	}
	rec, err := c.patchNamed("clients", c.get("clients", c.client()))
	if err != nil {
		return reply{}, err
	}
	return okReply(view(clientFields, rec.doc, c.quirks))
}

// deleteClient removes everything in the client.
func deleteClient(c *call) (reply, error) {
	for _, t := range tables {
		if _, ok := t.lists["client"]; ok {
			c.dropAll(t.name, "client", c.client())
		}
	}
	c.unlinkCallers("clientExtId", c.client())
	c.drop("clients", c.get("clients", c.client()))
	return noContent()
}
