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

func (s *Server) profileRoutes() []route {
	const profile = "/core/v1/{clientExtId}/profiles/{profileExtId}"
	const ofUser = "/core/v1/{clientExtId}/users/{userExtId}/profiles"
	return []route{
		{method: "GET", pattern: ofUser, rights: []string{"UserView", "ProfileView"}, self: true, handle: listProfiles},
		{method: "POST", pattern: ofUser, rights: []string{"ProfileCreate", "AuthorizationCreate"}, handle: createProfile},
		{method: "GET", pattern: profile, rights: []string{"ProfileView"}, self: true, handle: getProfile},
		{method: "PATCH", pattern: profile, rights: []string{"ProfileView", "ProfileModify"}, handle: patchProfile},
		{method: "DELETE", pattern: profile, rights: []string{"ProfileDelete"}, handle: deleteProfile},
		{
			method: "GET", pattern: profile + "/roles", rights: []string{"AuthorizationView"},
			laterRights: []string{"ProfileView"}, self: true, handle: listProfileRoles,
		},
		{
			method: "GET", pattern: profile + "/eroles", rights: []string{"EnterpriseAuthorizationView"},
			laterRights: []string{"ProfileView"}, self: true, handle: listProfileEnterpriseRoles,
		},
		{method: "GET", pattern: profile + "/unit", rights: []string{"ProfileView"}, self: true, handle: getProfileUnit},
		{
			method: "PUT", pattern: profile + "/unit/{unitExtId}", rights: []string{"UnitView", "ProfileModify"},
			laterRights: []string{"ProfileModify"}, handle: setProfileUnit,
		},
		{
			method: "GET", pattern: profile + "/applications", rights: []string{"ApplicationView"}, self: true,
			handle: listProfileApplications,
		},
		{
			method: "GET", pattern: profile + "/properties",
			rights: append([]string{"ProfileView"}, viewProperties...), handle: getProfileProperties,
		},
		{
			method: "PATCH", pattern: profile + "/properties",
			rights: append([]string{"ProfileModify"}, modifyProperties...), handle: patchProfileProperties,
		},
	}
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

func listProfiles(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	return c.page(listing{fields: profileFields}, c.list("profiles", "user", c.client(), user.id))
}

func createProfile(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	d, err := c.createBody(profileFields)
	if err != nil {
		return reply{}, err
	}
	rec, err := c.addProfile(user, d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", c.client(), "profiles", rec.id)
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
	fillProfile(c.tx, d)
	rec, err := c.add("profiles", d)
	if err != nil {
		return nil, err
	}
	c.clearOtherDefault(rec)
	return rec, nil
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

// clearOtherDefault clears the flag of the user's previous default profile.
func (c *call) clearOtherDefault(profile *record) {
	if !profile.flag("isDefaultProfile") {
		return
	}
	for _, other := range c.snapshot("profiles", "user", c.client(), profile.text("userExtId")) {
		if other.id != profile.id && other.flag("isDefaultProfile") {
			next := copyDoc(other.doc)
			next["isDefaultProfile"] = false
			c.save("profiles", next)
		}
	}
}

func getProfile(c *call) (reply, error) {
	rec, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	return okReply(c.profileView(rec))
}

func patchProfile(c *call) (reply, error) {
	rec, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	next, err := c.patch(profileFields, rec)
	if err != nil {
		return reply{}, err
	}
	if next == nil {
		return okReply(c.profileView(rec))
	}
	if rec.text("profileState") == "archived" {
		return reply{}, archivedRecord(rec)
	}
	saved := c.save("profiles", next)
	c.clearOtherDefault(saved)
	return okReply(c.profileView(saved))
}

func deleteProfile(c *call) (reply, error) {
	rec, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	c.dropProfile(rec)
	return noContent()
}

// dropProfile deletes a profile with its authorizations.
func (c *call) dropProfile(profile *record) {
	for _, rec := range c.snapshot("authorizations", "profile", c.client(), profile.id) {
		c.dropAuthorization(rec)
	}
	c.dropAll("enterpriseAuthorizations", "profile", c.client(), profile.id)
	c.dropProperties("profile", profile.id)
	c.unlinkCallers("profileExtId", profile.id)
	c.drop("profiles", profile)
}

func getProfileUnit(c *call) (reply, error) {
	rec, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	unit := c.get("units", c.client(), rec.text("unitExtId"))
	if unit == nil {
		return reply{}, noRecord("unit of the profile", rec.id, c.client())
	}
	return okReply(c.unitView(unit))
}

func setProfileUnit(c *call) (reply, error) {
	rec, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	unit, err := c.usableUnit(c.vars["unitExtId"])
	if err != nil {
		return reply{}, err
	}
	if rec.text("profileState") == "archived" {
		return reply{}, archivedRecord(rec)
	}
	if rec.text("unitExtId") != unit.id {
		next := copyDoc(rec.doc)
		next["unitExtId"] = unit.id
		c.save("profiles", next)
	}
	return noContent()
}

func (c *call) profileOwner() (propertyOwner, error) {
	rec, err := c.find("profiles", "profileExtId")
	if err != nil {
		return propertyOwner{}, err
	}
	return propertyOwner{
		client: c.client(), table: "profiles", kind: "profile", record: rec, classes: "profile.properties",
		scopes: []propertyScope{{"onProfileGlobal", ""}},
	}, nil
}

func getProfileProperties(c *call) (reply, error) { return c.propertiesReply(c.profileOwner()) }

func patchProfileProperties(c *call) (reply, error) { return c.patchProperties(c.profileOwner()) }
