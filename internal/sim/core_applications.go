package sim

var applicationFields = append([]field{
	{name: "extId", use: fixed},
	{name: "name", kind: kindName, use: editable | needed},
	{name: "description", use: editable},
	{name: "url", use: editable},
	{name: "displayed", kind: kindFlag, use: editable | needed},
	{name: "displayName", kind: kindLocalized, use: editable},
}, bookkeeping...)

const (
	applicationsPath = "/core/v1/applications"
	applicationPath  = applicationsPath + "/{applicationExtId}"
)

func applicationRoutes() []route {
	application := one("applications")
	return []route{
		serve("GET "+applicationsPath, list("applications", "all"), "ApplicationView"),
		serve("POST "+applicationsPath, create("applications", nil), "ApplicationCreate"),
		serve("GET "+applicationPath, of(application, show), "ApplicationView"),
		serve("PATCH "+applicationPath, of(application, change), "ApplicationModify"),
		serve("DELETE "+applicationPath, of(application, deleteApplication), "ApplicationDelete"),
		serve("GET "+applicationPath+"/roles", below("applications", list("roles", "application")), "ApplicationView", "RoleView"),
		serve("POST "+applicationPath+"/roles", below("applications", create("roles", nil)), "ApplicationView", "RoleCreate"),
	}
}

// deleteApplication also deletes the application's roles and their authorizations, and unlinks it
// from every client.
func deleteApplication(c *call, rec *record) (reply, error) {
	for _, role := range c.snapshot("roles", "application", rec.id) {
		c.dropRole(role)
	}
	c.dropAll("clientApplications", "application", rec.id)
	for _, definition := range c.snapshot("propertyDefinitions", "all") {
		if definition.text("applicationExtId") == rec.id {
			c.drop("propertyDefinitions", definition)
		}
	}
	c.unlinkTerms(rec.id)
	c.drop("applications", rec)
	return noContent()
}

// unlinkTerms removes an application from the terms that name it.
func (c *call) unlinkTerms(application string) {
	for _, terms := range c.snapshot("terms", "all") {
		if without, found := remove(terms.doc["applicationExtIds"], application); found {
			c.put("terms", terms.with(doc{"applicationExtIds": without}))
		}
	}
}

// remove returns a list of strings without one of them.
func remove(list any, value string) (without []any, found bool) {
	items, _ := list.([]any)
	for _, v := range items {
		if v == value {
			found = true
			continue
		}
		without = append(without, v)
	}
	return without, found
}
