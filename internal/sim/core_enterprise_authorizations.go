package sim

var enterpriseAuthorizationFields = append([]field{
	{name: "extId", use: fixed},
	{name: "enterpriseRoleExtId", use: fixed | needed},
	{name: "validity", kind: kindPeriod, use: editable},
	{name: "clientExtId"},
	{name: "profileExtId"},
}, bookkeeping...)

const (
	enterpriseAuthorizationsPath = profilePath + "/eauthorizations/"
	enterpriseAuthorizationPath  = enterpriseAuthorizationsPath + "{authorizationExtId}"
)

func enterpriseAuthorizationRoutes() []route {
	const all, one = enterpriseAuthorizationsPath, enterpriseAuthorizationPath
	const view = "EnterpriseAuthorizationView"
	const table = "enterpriseAuthorizations"
	grant := oneGrant(table)
	return []route{
		serve("POST "+all, below("profiles", create(table, (*call).checkEnterpriseAuthorization)), "EnterpriseAuthorizationCreate").
			inLater("ProfileModify"),
		serve("GET "+all, below("profiles", list(table, "profile")), view).inLater("ProfileView").forSelf(),
		serve("GET "+one, of(grant, show), view).inLater("ProfileView").forSelf(),
		serve("PATCH "+one, of(grant, change), view, "EnterpriseAuthorizationModify"),
		serve("DELETE "+one, of(grant, deleteGrant), "EnterpriseAuthorizationDelete"),
	}
}

func (c *call) checkEnterpriseAuthorization(d doc) error {
	if _, err := c.lookup("enterpriseRoles", text(d, "enterpriseRoleExtId")); err != nil {
		return err
	}
	return c.checkGrant("enterpriseAuthorizations", d)
}
