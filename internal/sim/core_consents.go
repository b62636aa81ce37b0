package sim

// listConsents returns a plain array without pages.
func listConsents(c *call, user *record) reply {
	consents := []doc{}
	for _, rec := range c.list("consents", "user", c.client(), user.id) {
		consents = append(consents, c.view(rec))
	}
	return okReply(consents)
}

// createConsent agrees to the current version of terms, and replaces an earlier consent. The terms
// need not be pending.
func createConsent(c *call, user *record, d doc) reply {
	d["clientExtId"], d["userExtId"] = c.client(), user.id
	d["acceptanceDate"], d["termsVersion"] = c.timestamp(), c.lookup("terms", text(d, "termsExtId")).text("termsVersion")
	return c.created(c.put("consents", d))
}

// listPendingTerms lists the active terms of the user's applications whose current version the user
// has not agreed to.
func listPendingTerms(c *call, user *record) reply {
	used := map[string]bool{}
	for _, profile := range c.list("profiles", "user", c.client(), user.id) {
		for _, role := range c.grantedRoles(profile) {
			used[role.text("applicationExtId")] = true
		}
	}
	var pending []*record
	for _, terms := range c.list("terms", "all") {
		consent := c.get("consents", c.client(), user.id, terms.id)
		agreed := consent != nil && consent.text("termsVersion") == terms.text("termsVersion")
		if terms.flag("active") && termsApply(terms, used) && !agreed {
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
