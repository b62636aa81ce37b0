package sim

func fillAuthorization(_ *tx, d doc) {
	for _, name := range []string{"clientGlobal", "unitGlobal", "appGlobal", "enterpriseRoleGlobal"} {
		setDefault(d, name, false)
	}
}

func (c *call) settleAuthorization(d doc) {
	if c.quirks[quirkNoAuthorizationExtID] && d["extId"] != nil {
		panic(refuse(codeInvalidData, "Unknown fields: extId."))
	}
	c.advanceProfile(d)
}

// advanceProfile advances the version of an authorization's profile if the quirk is on.
func (c *call) advanceProfile(grant doc) {
	c.advanceVersion(quirkAssignBump, c.get("profiles", c.client(), text(grant, "profileExtId")))
}

// listAuthorizations shows a self-admin caller only the authorizations of its login profile.
func listAuthorizations(c *call, profile *record) reply {
	id := profile.id
	if c.selfAdmin && c.caller.profile != "" {
		id = c.caller.profile
	}
	return c.pageOf("authorizations", c.list("authorizations", "profile", c.client(), id))
}

func (c *call) revoke(rec *record) {
	c.dropGrant(rec)
	c.advanceProfile(rec.doc)
}

func (c *call) revokeEnterpriseRole(rec *record) {
	c.drop(rec)
	c.advanceProfile(rec.doc)
}

// dropGrant deletes an authorization with its properties. It may belong to a client other than the
// one in the path.
func (c *call) dropGrant(rec *record) {
	c.dropProperties("authorization", rec)
	c.drop(rec)
}

func (t *tx) authorizationScopes(authorization doc) []propertyScope {
	application := t.get("roles", text(authorization, "roleExtId")).text("applicationExtId")
	return []propertyScope{{"onProfileForApp", application}, {"onProfileForAppGlobal", ""}}
}
