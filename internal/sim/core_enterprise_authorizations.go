package sim

var enterpriseAuthorizationFields = append([]field{
	{name: "extId", use: fixed},
	{name: "enterpriseRoleExtId", use: fixed | needed},
	{name: "validity", kind: kindPeriod, use: editable},
	{name: "clientExtId"},
	{name: "profileExtId"},
}, bookkeeping...)

func (s *Server) enterpriseAuthorizationRoutes() []route {
	const list = "/core/v1/{clientExtId}/profiles/{profileExtId}/eauthorizations/"
	const one = list + "{authorizationExtId}"
	return []route{
		{
			method: "POST", pattern: list, rights: []string{"EnterpriseAuthorizationCreate"},
			laterRights: []string{"ProfileModify"}, handle: createEnterpriseAuthorization,
		},
		{
			method: "GET", pattern: list, rights: []string{"EnterpriseAuthorizationView"},
			laterRights: []string{"ProfileView"}, self: true, handle: listEnterpriseAuthorizations,
		},
		{
			method: "GET", pattern: one, rights: []string{"EnterpriseAuthorizationView"},
			laterRights: []string{"ProfileView"}, self: true, handle: getEnterpriseAuthorization,
		},
		{
			method: "PATCH", pattern: one, handle: patchEnterpriseAuthorization,
			rights: []string{"EnterpriseAuthorizationView", "EnterpriseAuthorizationModify"},
		},
		{
			method: "DELETE", pattern: one, rights: []string{"EnterpriseAuthorizationDelete"},
			handle: deleteEnterpriseAuthorization,
		},
	}
}

func createEnterpriseAuthorization(c *call) (reply, error) {
	profile, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	d, err := c.createBody(enterpriseAuthorizationFields)
	if err != nil {
		return reply{}, err
	}
	if _, err := c.lookup("enterpriseRoles", text(d, "enterpriseRoleExtId")); err != nil {
		return reply{}, err
	}
	rec, err := c.addGrant("enterpriseAuthorizations", profile, d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", c.client(), "profiles", profile.id, "eauthorizations", rec.id)
}

func listEnterpriseAuthorizations(c *call) (reply, error) {
	profile, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	records := c.list("enterpriseAuthorizations", "profile", c.client(), profile.id)
	return c.page(listing{fields: enterpriseAuthorizationFields}, records)
}

func getEnterpriseAuthorization(c *call) (reply, error) {
	rec, err := c.findGrant("enterpriseAuthorizations")
	if err != nil {
		return reply{}, err
	}
	return okReply(view(enterpriseAuthorizationFields, rec.doc, c.quirks))
}

func patchEnterpriseAuthorization(c *call) (reply, error) {
	return c.patchGrant("enterpriseAuthorizations", enterpriseAuthorizationFields)
}

func deleteEnterpriseAuthorization(c *call) (reply, error) {
	rec, err := c.findGrant("enterpriseAuthorizations")
	if err != nil {
		return reply{}, err
	}
	c.drop("enterpriseAuthorizations", rec)
	c.advanceVersion(quirkAssignBump, "profiles", c.get("profiles", c.client(), rec.text("profileExtId")))
	return noContent()
}
