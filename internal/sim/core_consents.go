package sim

var consentFields = []field{
	{name: "termsExtId", use: fixed | needed},
	{name: "acceptanceDate", kind: kindTime, use: shown},
	{name: "termsVersion", use: shown},
	{name: "clientExtId"},
	{name: "userExtId"},
}

func (s *Server) consentRoutes() []route {
	const user = "/core/v1/{clientExtId}/users/{userExtId}"
	return []route{
		{method: "GET", pattern: user + "/consents/", rights: []string{"ConsentView"}, handle: listConsents},
		{method: "POST", pattern: user + "/consents", rights: []string{"ConsentCreate"}, handle: createConsent},
		{method: "GET", pattern: user + "/terms-pending/", rights: []string{"ConsentView", "TermsView"}, handle: listPendingTerms},
	}
}

// listConsents returns a plain array without pages.
func listConsents(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	consents := []doc{}
	for _, rec := range c.list("consents", "user", c.client(), user.id) {
		consents = append(consents, view(consentFields, rec.doc, c.quirks))
	}
	return okReply(consents)
}

// createConsent agrees to the current version of terms, and replaces an earlier consent. The terms
// need not be pending.
func createConsent(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	d, err := c.createBody(consentFields)
	if err != nil {
		return reply{}, err
	}
	terms := c.get("terms", text(d, "termsExtId"))
	if terms == nil {
		return reply{}, noGlobalRecord("terms", text(d, "termsExtId"))
	}
	d["clientExtId"], d["userExtId"] = c.client(), user.id
	d["acceptanceDate"], d["termsVersion"] = c.timestamp(), terms.text("termsVersion")
	c.put("consents", d)
	return c.created("core", "v1", c.client(), "users", user.id, "consents", terms.id)
}

// listPendingTerms lists the active terms of the user's applications whose current version the user
// has not agreed to.
func listPendingTerms(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	used := c.usedApplications(user)
	var pending []*record
	for _, terms := range c.list("terms", "all") {
		if terms.flag("active") && termsApply(terms, used) && !c.consented(user, terms) {
			pending = append(pending, terms)
		}
	}
	return c.page(listing{fields: termsFields}, pending)
}

func termsApply(terms *record, applications map[string]bool) bool {
	for id := range stringSet(terms.doc["applicationExtIds"]) {
		if applications[id] {
			return true
		}
	}
	return false
}

func (c *call) consented(user, terms *record) bool {
	consent := c.get("consents", c.client(), user.id, terms.id)
	return consent != nil && consent.text("termsVersion") == terms.text("termsVersion")
}

// usedApplications returns the applications in which a profile of the user has a role.
func (c *call) usedApplications(user *record) map[string]bool {
	used := map[string]bool{}
	for _, profile := range c.list("profiles", "user", c.client(), user.id) {
		for _, role := range c.grantedRoles(profile) {
			used[role.text("applicationExtId")] = true
		}
	}
	return used
}
