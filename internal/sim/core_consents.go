package sim

var consentFields = []field{
	{name: "termsExtId", use: fixed | needed},
	{name: "acceptanceDate", kind: kindTime, use: shown},
	{name: "termsVersion", use: shown},
	{name: "clientExtId"},
	{name: "userExtId"},
}

const consentsPath = userPath + "/consents"

func consentRoutes() []route {
	user := one("users")
	return []route{
		serve("GET "+consentsPath+"/", of(user, listConsents), "ConsentView"),
		serve("POST "+consentsPath, ofBody(user, consentFields, createConsent), "ConsentCreate"),
		serve("GET "+userPath+"/terms-pending/", of(user, listPendingTerms), "ConsentView", "TermsView"),
	}
}

// listConsents returns a plain array without pages.
func listConsents(c *call, user *record) (reply, error) {
	consents := []doc{}
	for _, rec := range c.list("consents", "user", c.client(), user.id) {
		consents = append(consents, c.view(rec))
	}
	return okReply(consents)
}

// createConsent agrees to the current version of terms, and replaces an earlier consent. The terms
// need not be pending.
func createConsent(c *call, user *record, d doc) (reply, error) {
	terms, err := c.lookup("terms", text(d, "termsExtId"))
	if err != nil {
		return reply{}, err
	}
	d["clientExtId"], d["userExtId"] = c.client(), user.id
	d["acceptanceDate"], d["termsVersion"] = c.timestamp(), terms.text("termsVersion")
	return c.created(c.put("consents", d))
}

// listPendingTerms lists the active terms of the user's applications whose current version the user
// has not agreed to.
func listPendingTerms(c *call, user *record) (reply, error) {
	used := c.usedApplications(user)
	var pending []*record
	for _, terms := range c.list("terms", "all") {
		if terms.flag("active") && termsApply(terms, used) && !c.consented(user, terms) {
			pending = append(pending, terms)
		}
	}
	return c.pageOf("terms", pending)
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
