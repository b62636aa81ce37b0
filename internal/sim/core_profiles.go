package sim

func fillProfile(_ *tx, d doc) {
	setDefault(d, "profileState", "active")
	setDefault(d, "isDefaultProfile", false)
}

// profileView returns a profile with the classes of its attributes.
func (c *call) profileView(rec *record) doc {
	out := view(fieldsOf("profiles"), rec.doc, c.quirks)
	classify(out, c.classifications(c.client(), "profile"))
	return out
}

// listProfiles shows no classes of attributes.
func listProfiles(c *call, _ *record) reply {
	return c.page(listing{fields: fieldsOf("profiles")}, c.listInPath("profiles", "user"))
}

func (c *call) settleProfile(d doc) {
	refuseArchived(c.lookup("users", text(d, "userExtId")))
	if id := text(d, "unitExtId"); id != "" {
		checkUnit(c.lookup("units", id))
	}
	c.clearOthers("profiles", "user", "isDefaultProfile", d)
}

// checkUnit refuses a unit that a profile must not have.
func checkUnit(unit *record) {
	switch {
	case unit.text("state") == "disabled":
		panic(refuse(codeInvalidParameter, "The unit %q is disabled and cannot have profiles.", unit.id))
	case unit.flag("profileless"):
		panic(refuse(codeInvalidParameter, "The unit %q is profileless and cannot have profiles.", unit.id))
	}
}

func (c *call) patchedProfile(old *record, next doc) {
	refuseArchived(old)
	c.clearOthers("profiles", "user", "isDefaultProfile", next)
}

// dropProfile deletes a profile with its authorizations.
func (c *call) dropProfile(profile *record) {
	for _, rec := range c.snapshot("authorizations", "profile", c.client(), profile.id) {
		c.dropGrant(rec)
	}
	c.dropAll("enterpriseAuthorizations", "profile", c.client(), profile.id)
	c.dropProperties("profile", profile)
	c.unlinkCallers("profileExtId", profile.id)
	c.drop(profile)
}

func getProfileUnit(c *call, rec *record) reply {
	return show(c, c.lookup("units", rec.text("unitExtId")))
}

func setProfileUnit(c *call, unit *record) reply {
	checkUnit(unit)
	profile := c.lookup("profiles", c.vars["profileExtId"])
	refuseArchived(profile)
	if profile.text("unitExtId") != unit.id {
		c.save("profiles", profile.with(doc{"unitExtId": unit.id}))
	}
	return noContent()
}
