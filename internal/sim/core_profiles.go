package sim

var profileFields = append([]field{
	{name: "extId", use: fixed},
	{name: "userExtId", use: shown},
	{name: "unitExtId", use: fixed},
	{name: "clientExtId", use: shown},
	{name: "deputedProfileExtId", use: shown},
	{name: "name", use: editable},
	{name: "profileState", kind: kindEnum, use: editable, values: states},
	{name: "isDefaultProfile", kind: kindFlag, use: editable},
	{name: "remarks", use: editable},
	{name: "modificationComment", use: editable},
	{name: "validity", kind: kindPeriod, use: editable},
}, bookkeeping...)

const profilePath = "/core/v1/{clientExtId}/profiles/{profileExtId}"

func profileRoutes() []route {
	const ofUser = userPath + "/profiles"
	profile := one("profiles")
	rows := []route{
		serve("GET "+ofUser, below("users", listProfiles), "UserView", "ProfileView").forSelf(),
		serve("POST "+ofUser, of(one("users"), createProfile), "ProfileCreate", "AuthorizationCreate"),
		serve("GET "+profilePath, of(profile, show), "ProfileView").forSelf(),
		serve("PATCH "+profilePath, of(profile, patchProfile), "ProfileView", "ProfileModify"),
		serve("DELETE "+profilePath, of(profile, deleteProfile), "ProfileDelete"),
		serve("GET "+profilePath+"/roles", of(profile, listProfileRoles), "AuthorizationView").inLater("ProfileView").forSelf(),
		serve("GET "+profilePath+"/eroles", of(profile, listProfileEnterpriseRoles), "EnterpriseAuthorizationView").
			inLater("ProfileView").forSelf(),
		serve("GET "+profilePath+"/unit", of(profile, getProfileUnit), "ProfileView").forSelf(),
		serve("PUT "+profilePath+"/unit/{unitExtId}", of(profile, setProfileUnit), "UnitView", "ProfileModify").
			inLater("ProfileModify"),
		serve("GET "+profilePath+"/applications", of(profile, listProfileApplications), "ApplicationView").forSelf(),
	}
	return append(rows, propertyRoutes(profilePath+"/properties", "profile", profile,
		[]string{"ProfileView"}, []string{"ProfileModify"})...)
}

func fillProfile(_ *tx, d doc) {
	setDefault(d, "profileState", "active")
	setDefault(d, "isDefaultProfile", false)
}

// profileView returns a profile with the classes of its attributes.
func (c *call) profileView(rec *record) doc {
	out := view(profileFields, rec.doc, c.quirks)
	classify(out, c.classifications(c.client(), "profile"))
	return out
}

// listProfiles shows no classes of attributes.
func listProfiles(c *call) (reply, error) {
	return c.page(listing{fields: profileFields}, c.listInPath("profiles", "user"))
}

func createProfile(c *call, user *record) (reply, error) {
	d, err := c.createBody(profileFields)
	if err != nil {
		return reply{}, err
	}
	rec, err := c.addProfile(user, d)
	if err != nil {
		return reply{}, err
	}
	return c.created(rec)
}

func (c *call) addProfile(user *record, d doc) (*record, error) {
	if user.text("userState") == "archived" {
		return nil, archivedRecord(user)
	}
	if id := text(d, "unitExtId"); id != "" {
		if _, err := c.usableUnit(id); err != nil {
			return nil, err
		}
	}
	d["clientExtId"], d["userExtId"] = c.client(), user.id
	rec, err := c.add("profiles", d)
	if err == nil {
		c.clearOthers("profiles", "user", "isDefaultProfile", d)
	}
	return rec, err
}

// usableUnit returns a unit that a profile may have.
func (c *call) usableUnit(id string) (*record, error) {
	unit, err := c.lookup("units", id)
	switch {
	case err != nil:
		return nil, err
	case unit.text("state") == "disabled":
		return nil, refuse(codeInvalidParameter, "The unit %q is disabled and cannot have profiles.", id)
	case unit.flag("profileless"):
		return nil, refuse(codeInvalidParameter, "The unit %q is profileless and cannot have profiles.", id)
	}
	return unit, nil
}

func patchProfile(c *call, rec *record) (reply, error) {
	return c.change(rec, func(next doc) error {
		if rec.text("profileState") == "archived" {
			return archivedRecord(rec)
		}
		c.clearOthers("profiles", "user", "isDefaultProfile", next)
		return nil
	})
}

func deleteProfile(c *call, rec *record) (reply, error) {
	c.dropProfile(rec)
	return noContent()
}

// dropProfile deletes a profile with its authorizations.
func (c *call) dropProfile(profile *record) {
	for _, rec := range c.snapshot("authorizations", "profile", c.client(), profile.id) {
		c.dropGrant(rec)
	}
	c.dropAll("enterpriseAuthorizations", "profile", c.client(), profile.id)
	c.dropProperties("profile", profile)
	c.unlinkCallers("profileExtId", profile.id)
	c.drop("profiles", profile)
}

func getProfileUnit(c *call, rec *record) (reply, error) {
	unit := c.get("units", c.client(), rec.text("unitExtId"))
	if unit == nil {
		return reply{}, noRecord("unit of the profile", rec.id, c.client())
	}
	return show(c, unit)
}

func setProfileUnit(c *call, rec *record) (reply, error) {
	unit, err := c.usableUnit(c.vars["unitExtId"])
	if err != nil {
		return reply{}, err
	}
	if rec.text("profileState") == "archived" {
		return reply{}, archivedRecord(rec)
	}
	if rec.text("unitExtId") != unit.id {
		c.save("profiles", rec.with(doc{"unitExtId": unit.id}))
	}
	return noContent()
}
