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

func (s *Server) authorizationRoutes() []route {
	const list = "/core/v1/{clientExtId}/profiles/{profileExtId}/authorizations/"
	const one = list + "{authorizationExtId}"
	return []route{
		{method: "POST", pattern: list, rights: []string{"AuthorizationCreate"}, handle: createAuthorization},
		{method: "GET", pattern: list, rights: []string{"AuthorizationView"}, self: true, handle: listAuthorizations},
		{method: "GET", pattern: one, rights: []string{"AuthorizationView"}, self: true, handle: getAuthorization},
		{
			method: "PATCH", pattern: one, rights: []string{"AuthorizationView", "AuthorizationModify"},
			handle: patchAuthorization,
		},
		{method: "DELETE", pattern: one, rights: []string{"AuthorizationDelete"}, handle: deleteAuthorization},
		{
			method: "GET", pattern: one + "/properties",
			rights: append([]string{"AuthorizationView"}, viewProperties...), handle: getAuthorizationProperties,
		},
		{
			method: "PATCH", pattern: one + "/properties", handle: patchAuthorizationProperties,
			rights: append([]string{"AuthorizationView", "AuthorizationModify"}, modifyProperties...),
		},
	}
}

func fillAuthorization(_ *tx, d doc) {
	for _, name := range []string{"clientGlobal", "unitGlobal", "appGlobal", "enterpriseRoleGlobal"} {
		setDefault(d, name, false)
	}
}

// findGrant returns an authorization, of a role or an enterprise role, of the profile in the path.
func (c *call) findGrant(table string) (*record, error) {
	profile, err := c.find("profiles", "profileExtId")
	if err != nil {
		return nil, err
	}
	rec, err := c.find(table, "authorizationExtId")
	if err != nil {
		return nil, err
	}
	if rec.text("profileExtId") != profile.id {
		return nil, noRecord(c.data[table].table.noun+" of profile "+profile.id, rec.id, c.client())
	}
	return rec, nil
}

// addGrant stores an authorization for the profile in the path. A profile can have a role only
// once.
func (c *call) addGrant(table string, profile *record, d doc) (*record, error) {
	d["clientExtId"], d["profileExtId"] = c.client(), profile.id
	rows := c.data[table]
	if twins := rows.lists["grant"][rows.table.lists["grant"].of(d)]; len(twins) > 0 {
		return nil, c.duplicate(codeDuplicateValue, "The %s %q of the profile has this role already.", rows.table.noun, twins[0].id)
	}
	rec, err := c.add(table, d)
	if err != nil {
		return nil, err
	}
	c.advanceVersion(quirkAssignBump, "profiles", profile)
	return rec, nil
}

func createAuthorization(c *call) (reply, error) {
	profile, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	d, err := c.createBody(authorizationFields)
	if err != nil {
		return reply{}, err
	}
	if c.quirks[quirkNoAuthorizationExtID] && d["extId"] != nil {
		return reply{}, refuse(codeInvalidData, "Unknown fields: extId.")
	}
	role := text(d, "roleExtId")
	if c.get("roles", role) == nil {
		return reply{}, noGlobalRecord("role", role)
	}
	fillAuthorization(c.tx, d)
	rec, err := c.addGrant("authorizations", profile, d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", c.client(), "profiles", profile.id, "authorizations", rec.id)
}

func listAuthorizations(c *call) (reply, error) {
	profile, err := c.find("profiles", "profileExtId")
	if err != nil {
		return reply{}, err
	}
	// A self-admin caller sees only the authorizations of its login profile.
	if c.selfAdmin && c.caller.profile != "" {
		return c.page(listing{fields: authorizationFields}, c.list("authorizations", "profile", c.client(), c.caller.profile))
	}
	return c.page(listing{fields: authorizationFields}, c.list("authorizations", "profile", c.client(), profile.id))
}

func getAuthorization(c *call) (reply, error) {
	rec, err := c.findGrant("authorizations")
	if err != nil {
		return reply{}, err
	}
	return okReply(view(authorizationFields, rec.doc, c.quirks))
}

func patchAuthorization(c *call) (reply, error) {
	return c.patchGrant("authorizations", authorizationFields)
}

func (c *call) patchGrant(table string, fields []field) (reply, error) {
	rec, err := c.findGrant(table)
	if err != nil {
		return reply{}, err
	}
	next, err := c.patch(fields, rec)
	if err != nil {
		return reply{}, err
	}
	if next != nil {
		rec = c.save(table, next)
	}
	return okReply(view(fields, rec.doc, c.quirks))
}

func deleteAuthorization(c *call) (reply, error) {
	rec, err := c.findGrant("authorizations")
	if err != nil {
		return reply{}, err
	}
	c.dropAuthorization(rec)
	c.advanceVersion(quirkAssignBump, "profiles", c.get("profiles", c.client(), rec.text("profileExtId")))
	return noContent()
}

// dropAuthorization deletes an authorization with its properties. It may belong to a client other
// than the one in the path.
func (c *call) dropAuthorization(rec *record) {
	if set := c.get("properties", rec.text("clientExtId"), "authorization", rec.id); set != nil {
		c.drop("properties", set)
	}
	c.drop("authorizations", rec)
}

// authorizationOwner searches the definitions of the role's application first, since they override
// the definitions for all applications.
func (c *call) authorizationOwner() (propertyOwner, error) {
	rec, err := c.findGrant("authorizations")
	if err != nil {
		return propertyOwner{}, err
	}
	return propertyOwner{
		client: c.client(), table: "authorizations", kind: "authorization", record: rec,
		scopes: c.authorizationScopes(rec.doc),
	}, nil
}

func (t *tx) authorizationScopes(authorization doc) []propertyScope {
	application := t.get("roles", text(authorization, "roleExtId")).text("applicationExtId")
	return []propertyScope{{"onProfileForApp", application}, {"onProfileForAppGlobal", ""}}
}

func getAuthorizationProperties(c *call) (reply, error) {
	return c.propertiesReply(c.authorizationOwner())
}

func patchAuthorizationProperties(c *call) (reply, error) {
	return c.patchProperties(c.authorizationOwner())
}
