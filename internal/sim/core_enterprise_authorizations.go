package sim

import "slices"

var enterpriseAuthorizationFields = slices.Concat(
	fields(kindText, fixed, "extId"),
	fields(kindText, fixed|needed, "enterpriseRoleExtId"),
	fields(kindPeriod, editable, "validity"),
	fields(kindText, 0, "clientExtId", "profileExtId"),
	bookkeeping,
)

const (
	enterpriseAuthorizationsPath = profilePath + "/eauthorizations/"
	enterpriseAuthorizationPath  = enterpriseAuthorizationsPath + "{enterpriseAuthorizationExtId}"
)

func enterpriseAuthorizationRoutes() []route {
	const all, one = enterpriseAuthorizationsPath, enterpriseAuthorizationPath
	const view = "EnterpriseAuthorizationView"
	const table = "enterpriseAuthorizations"
	return []route{
		serve("POST "+all, create(table, (*call).advanceProfile), "EnterpriseAuthorizationCreate").inLater("ProfileModify"),
		serve("GET "+all, list(table, "profile"), view).inLater("ProfileView").forSelf(),
		serve("GET "+one, show, view).inLater("ProfileView").forSelf(),
		serve("PATCH "+one, change, view, "EnterpriseAuthorizationModify"),
		serve("DELETE "+one, deleteGrant, "EnterpriseAuthorizationDelete"),
	}
}
