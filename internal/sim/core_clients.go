package sim

var clientFields = append([]field{
	{name: "extId", use: fixed},
	{name: "name", kind: kindName, use: shown, later: editable | needed},
	{name: "displayName", kind: kindLocalized, use: shown, later: editable},
	{name: "remarks", later: editable},
	{name: "defaultUnitExtId"},
}, bookkeeping...)

func (s *Server) clientRoutes() []route {
	return []route{
		{method: "GET", pattern: "/core/v1/clients", rights: []string{"ClientView"}, handle: listClients},
		{method: "GET", pattern: "/core/v1/clients/{clientExtId}", rights: []string{"ClientView"}, handle: getClient},
		{
			method: "GET", pattern: "/core/v1/clients/{clientExtId}/users",
			rights: []string{"ClientView", "UserView", "PropertyView", "PropertyValueView", "PropertyAllowedValueView"},
			handle: listUsers,
		},
		{
			method: "GET", pattern: "/core/v1/clients/{clientExtId}/users/count/",
			rights: []string{"ClientView", "UserView"}, handle: countUsers,
		},
		{
			method: "GET", pattern: "/core/v1/clients/{clientExtId}/applications",
			rights: []string{"ClientView", "ApplicationView"}, handle: listClientApplications,
		},
		{
			method: "PUT", pattern: "/core/v1/clients/{clientExtId}/applications/{applicationExtId}/",
			rights: []string{"ClientApplAssign"}, handle: assignApplication,
		},
		{
			method: "DELETE", pattern: "/core/v1/clients/{clientExtId}/applications/{applicationExtId}/",
			rights: []string{"ClientApplAssign"}, handle: unassignApplication,
		},
		{
			method: "GET", pattern: "/core/v1/clients/{clientExtId}/eroles",
			rights: []string{"ClientView", "EnterpriseRoleView"}, handle: listEnterpriseRoles,
		},
	}
}

// listClients lists only the clients in the caller's data room.
func listClients(c *call) (reply, error) {
	var seen []*record
	for _, rec := range c.list("clients", "all") {
		if c.caller.canSee(rec.id) {
			seen = append(seen, rec)
		}
	}
	return c.page(listing{fields: clientFields}, seen)
}

func getClient(c *call) (reply, error) {
	return okReply(view(clientFields, c.get("clients", c.client()).doc, c.quirks))
}

func listClientApplications(c *call) (reply, error) {
	var assigned []*record
	for _, rec := range c.list("clientApplications", "client", c.client()) {
		assigned = append(assigned, c.get("applications", rec.text("applicationExtId")))
	}
	return c.page(listing{fields: applicationFields, byID: true}, assigned)
}

func assignApplication(c *call) (reply, error) {
	application, err := c.findGlobal("applications", "applicationExtId")
	if err != nil {
		return reply{}, err
	}
	if c.get("clientApplications", c.client(), application.id) != nil {
		return noContent()
	}
	c.put("clientApplications", doc{"clientExtId": c.client(), "applicationExtId": application.id})
	c.advanceVersion(quirkAssignBump, "clients", c.get("clients", c.client()))
	return noContent()
}

func unassignApplication(c *call) (reply, error) {
	if _, err := c.findGlobal("applications", "applicationExtId"); err != nil {
		return reply{}, err
	}
	assignment, err := c.find("clientApplications", "applicationExtId")
	if err != nil {
		return reply{}, err
	}
	c.drop("clientApplications", assignment)
	c.advanceVersion(quirkAssignBump, "clients", c.get("clients", c.client()))
	return noContent()
}

// advanceVersion advances an object's version after a change of a related object if the quirk is
// on.
func (c *call) advanceVersion(quirk, table string, rec *record) {
	if c.quirks[quirk] && rec != nil {
		c.touch(table, rec)
	}
}
