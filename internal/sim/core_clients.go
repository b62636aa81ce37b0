package sim

var clientFields = append([]field{
	{name: "extId", use: fixed},
	{name: "name", kind: kindName, use: shown, later: editable | needed},
	{name: "displayName", kind: kindLocalized, use: shown, later: editable},
	{name: "remarks", later: editable},
	{name: "defaultUnitExtId"},
}, bookkeeping...)

const (
	clientsPath           = "/core/v1/clients"
	clientPath            = clientsPath + "/{clientExtId}"
	clientApplicationPath = clientPath + "/applications/{applicationExtId}"
)

func clientRoutes() []route {
	return []route{
		serve("GET "+clientsPath, listClients, "ClientView"),
		serve("GET "+clientPath, of(one("clients"), show), "ClientView"),
		serve("GET "+clientPath+"/users", listUsers,
			"ClientView", "UserView", "PropertyView", "PropertyValueView", "PropertyAllowedValueView"),
		serve("GET "+clientPath+"/users/count/", countUsers, "ClientView", "UserView"),
		serve("GET "+clientPath+"/applications", listClientApplications, "ClientView", "ApplicationView"),
		serve("PUT "+clientApplicationPath+"/", of(one("applications"), assignApplication), "ClientApplAssign"),
		serve("DELETE "+clientApplicationPath+"/",
			below("applications", of(one("clientApplications"), unassignApplication)), "ClientApplAssign"),
		serve("GET "+clientPath+"/eroles", list("enterpriseRoles", "client"), "ClientView", "EnterpriseRoleView"),
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
	return c.pageOf("clients", seen)
}

func listClientApplications(c *call) (reply, error) {
	var assigned []*record
	for _, rec := range c.list("clientApplications", "client", c.client()) {
		assigned = append(assigned, c.get("applications", rec.text("applicationExtId")))
	}
	return c.pageOf("applications", assigned)
}

func assignApplication(c *call, application *record) (reply, error) {
	if c.get("clientApplications", c.client(), application.id) != nil {
		return noContent()
	}
	c.put("clientApplications", doc{"clientExtId": c.client(), "applicationExtId": application.id})
	c.advanceVersion(quirkAssignBump, "clients", c.get("clients", c.client()))
	return noContent()
}

func unassignApplication(c *call, assignment *record) (reply, error) {
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
