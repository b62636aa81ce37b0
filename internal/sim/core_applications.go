package sim

import "slices"

var applicationFields = slices.Concat(
	fields(kindText, fixed, "extId"),
	fields(kindName, editable|needed, "name"),
	fields(kindText, editable, "description", "url"),
	fields(kindFlag, editable|needed, "displayed"),
	fields(kindLocalized, editable, "displayName"),
	bookkeeping,
)

const (
	applicationsPath = "/core/v1/applications"
	applicationPath  = applicationsPath + "/{applicationExtId}"
)

func applicationRoutes() []route {
	return []route{
		serve("GET "+applicationsPath, list("applications", "all"), "ApplicationView"),
		serve("POST "+applicationsPath, create("applications", nil), "ApplicationCreate"),
		serve("GET "+applicationPath, show, "ApplicationView"),
		serve("PATCH "+applicationPath, change, "ApplicationModify"),
		serve("DELETE "+applicationPath, deleting((*call).dropApplication), "ApplicationDelete"),
		serve("GET "+applicationPath+"/roles", list("roles", "application"), "ApplicationView", "RoleView"),
		serve("POST "+applicationPath+"/roles", create("roles", nil), "ApplicationView", "RoleCreate"),
	}
}

// dropApplication also deletes the application's roles and their authorizations, and unlinks it from
// every client and from the terms that name it.
func (c *call) dropApplication(rec *record) {
	for _, role := range c.snapshot("roles", "application", rec.id) {
		c.dropRole(role)
	}
	c.dropAll("clientApplications", "application", rec.id)
	for _, definition := range c.snapshot("propertyDefinitions", "all") {
		if definition.text("applicationExtId") == rec.id {
			c.drop(definition)
		}
	}
	for _, terms := range c.snapshot("terms", "all") {
		if without, found := remove(terms.doc["applicationExtIds"], rec.id); found {
			c.put("terms", terms.with(doc{"applicationExtIds": without}))
		}
	}
	c.drop(rec)
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
