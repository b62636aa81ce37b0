package sim

var authorizationFields = append([]field{
	{name: "extId", use: fixed, later: shown},
	{name: "roleExtId", use: fixed | needed},
	{name: "clientGlobal", kind: kindFlag, use: editable},
	{name: "unitGlobal", kind: kindFlag, use: editable},
	{name: "appGlobal", kind: kindFlag, use: editable},
	{name: "enterpriseRoleGlobal", kind: kindFlag, use: editable},
	{name: "validity", kind: kindPeriod, use: editable},
	{name: "clientExtId"},
	{name: "profileExtId"},
}, bookkeeping...)

const (
	authorizationsPath = profilePath + "/authorizations/"
	authorizationPath  = authorizationsPath + "{authorizationExtId}"
)

func authorizationRoutes() []route {
	rows := []route{
		serve("POST "+authorizationsPath, below("profiles", create("authorizations", (*call).checkAuthorization)), "AuthorizationCreate"),
		serve("GET "+authorizationsPath, of(one("profiles"), listAuthorizations), "AuthorizationView").forSelf(),
		serve("GET "+authorizationPath, of(oneGrant("authorizations"), show), "AuthorizationView").forSelf(),
		serve("PATCH "+authorizationPath, of(oneGrant("authorizations"), change), "AuthorizationView", "AuthorizationModify"),
		serve("DELETE "+authorizationPath, of(oneGrant("authorizations"), deleteGrant), "AuthorizationDelete"),
	}
	return append(rows, propertyRoutes(authorizationPath+"/properties", "authorization", oneGrant("authorizations"),
		[]string{"AuthorizationView"}, []string{"AuthorizationView", "AuthorizationModify"})...)
}

func fillAuthorization(_ *tx, d doc) {
	for _, name := range []string{"clientGlobal", "unitGlobal", "appGlobal", "enterpriseRoleGlobal"} {
		setDefault(d, name, false)
	}
}

// oneGrant finds an authorization, of a role or an enterprise role, of the profile in the path.
func oneGrant(table string) finder {
	return func(c *call) (*record, error) {
		profile, err := c.find("profiles")
		if err != nil {
			return nil, err
		}
		rec, err := c.find(table)
		if err != nil {
			return nil, err
		}
		if rec.text("profileExtId") != profile.id {
			return nil, noRecord(rec.table.noun+" of profile "+profile.id, rec.id, c.client())
		}
		return rec, nil
	}
}

func (c *call) checkAuthorization(d doc) error {
	if c.quirks[quirkNoAuthorizationExtID] && d["extId"] != nil {
		return refuse(codeInvalidData, "Unknown fields: extId.")
	}
	if _, err := c.lookup("roles", text(d, "roleExtId")); err != nil {
		return err
	}
	return c.checkGrant("authorizations", d)
}

// checkGrant checks a new authorization of the profile in the path. A profile can have a role only
// once.
func (c *call) checkGrant(table string, d doc) error {
	if twins := c.data[table].peers("grant", d); len(twins) > 0 {
		return c.duplicate(codeDuplicateValue, "The %s %q of the profile has this role already.", twins[0].table.noun, twins[0].id)
	}
	c.advanceProfile(d)
	return nil
}

// advanceProfile advances the version of an authorization's profile if the quirk is on.
func (c *call) advanceProfile(grant doc) {
	c.advanceVersion(quirkAssignBump, "profiles", c.get("profiles", c.client(), text(grant, "profileExtId")))
}

// listAuthorizations shows a self-admin caller only the authorizations of its login profile.
func listAuthorizations(c *call, profile *record) (reply, error) {
	id := profile.id
	if c.selfAdmin && c.caller.profile != "" {
		id = c.caller.profile
	}
	return c.pageOf("authorizations", c.list("authorizations", "profile", c.client(), id))
}

func deleteGrant(c *call, rec *record) (reply, error) {
	c.dropGrant(rec)
	c.advanceProfile(rec.doc)
	return noContent()
}

// dropGrant deletes an authorization with its properties. It may belong to a client other than the
// one in the path.
func (c *call) dropGrant(rec *record) {
	c.dropProperties("authorization", rec)
	c.drop(rec.table.name, rec)
}

func (t *tx) authorizationScopes(authorization doc) []propertyScope {
	application := t.get("roles", text(authorization, "roleExtId")).text("applicationExtId")
	return []propertyScope{{"onProfileForApp", application}, {"onProfileForAppGlobal", ""}}
}
