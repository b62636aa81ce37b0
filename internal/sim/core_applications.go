package sim

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
		if without, found := removeFrom(terms.doc["applicationExtIds"], rec.id); found {
			c.put("terms", terms.with(doc{"applicationExtIds": without}))
		}
	}
	c.drop(rec)
}

// removeFrom returns a list of strings without one of them.
func removeFrom(list any, value string) (without []any, found bool) {
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
