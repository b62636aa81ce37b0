package sim

var applicationFields = append([]field{
	{name: "extId", use: fixed},
	{name: "name", kind: kindName, use: editable | needed},
	{name: "description", use: editable},
	{name: "url", use: editable},
	{name: "displayed", kind: kindFlag, use: editable | needed},
	{name: "displayName", kind: kindLocalized, use: editable},
}, bookkeeping...)

func (s *Server) applicationRoutes() []route {
	const all, one = "/core/v1/applications", "/core/v1/applications/{applicationExtId}"
	return []route{
		{method: "GET", pattern: all, rights: []string{"ApplicationView"}, handle: listApplications},
		{method: "POST", pattern: all, rights: []string{"ApplicationCreate"}, handle: createApplication},
		{method: "GET", pattern: one, rights: []string{"ApplicationView"}, handle: getApplication},
		{method: "PATCH", pattern: one, rights: []string{"ApplicationModify"}, handle: patchApplication},
		{method: "DELETE", pattern: one, rights: []string{"ApplicationDelete"}, handle: deleteApplication},
		{method: "GET", pattern: one + "/roles", rights: []string{"ApplicationView", "RoleView"}, handle: listRoles},
		{method: "POST", pattern: one + "/roles", rights: []string{"ApplicationView", "RoleCreate"}, handle: createRole},
	}
}

func listApplications(c *call) (reply, error) {
	return c.page(listing{fields: applicationFields, byID: true}, c.list("applications", "all"))
}

func createApplication(c *call) (reply, error) {
	d, err := c.createBody(applicationFields)
	if err != nil {
		return reply{}, err
	}
	rec, err := c.add("applications", d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", "applications", rec.id)
}

func getApplication(c *call) (reply, error) {
	rec, err := c.findGlobal("applications", "applicationExtId")
	if err != nil {
		return reply{}, err
	}
	return okReply(view(applicationFields, rec.doc, c.quirks))
}

func patchApplication(c *call) (reply, error) {
	rec, err := c.findGlobal("applications", "applicationExtId")
	if err != nil {
		return reply{}, err
	}
	if rec, err = c.patchNamed("applications", rec); err != nil {
		return reply{}, err
	}
	return okReply(view(applicationFields, rec.doc, c.quirks))
}

// patchNamed applies the body of a PATCH to an object with a unique name, and returns the new
// record.
func (c *call) patchNamed(table string, rec *record) (*record, error) {
	next, err := c.patch(c.data[table].table.fields, rec)
	if err != nil || next == nil {
		return rec, err
	}
	if err := c.checkName(table, next); err != nil {
		return nil, err
	}
	return c.save(table, next), nil
}

// deleteApplication also deletes the application's roles and their authorizations, and unlinks it
// from every client.
func deleteApplication(c *call) (reply, error) {
	rec, err := c.findGlobal("applications", "applicationExtId")
	if err != nil {
		return reply{}, err
	}
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
			next := copyDoc(terms.doc)
			next["applicationExtIds"] = without
			c.put("terms", next)
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
