package sim

// updateLoginInfo records a login that was checked elsewhere. Without a credential it updates only
// the user, and the status is unchecked.
func updateLoginInfo(c *call, user *record, body doc) reply {
	success := body["success"] == true
	if body["credentialExtId"] == nil {
		c.countUserLogin(user, success)
		return okReply(c.loginInfo(loginUnchecked, success, nil))
	}
	credential := c.ownCredential(user, text(body, "credentialExtId"))
	code := c.countLogin(user, credential, success)
	return okReply(c.loginInfo(code, success, c.get("credentials", c.client(), credential.id)))
}

// ownCredential returns an active credential of the user.
func (c *call) ownCredential(user *record, id string) *record {
	credential := c.lookup("credentials", id)
	switch {
	case credential.text("userExtId") != user.id:
		panic(refuse(codeInvalidParameter, "The credential %q does not belong to the user %q.", id, user.id))
	case !c.usable(credential):
		panic(refuse(codeInvalidParameter, "The credential %q is not active, or its validity is over.", id))
	}
	return credential
}

// loginInfo returns the status of a login; later releases add details.
func (c *call) loginInfo(code int, success bool, credential *record) doc {
	if !c.quirks[quirkLater] {
		return loginStatus(code)
	}
	return c.extendedStatus(code, success, credential)
}

// extendedStatus also adds the dates of the user's and the credential's logins.
func (c *call) extendedStatus(code int, success bool, credential *record) doc {
	out := loginStatus(code)
	user := c.get("users", c.client(), c.vars["userExtId"])
	out["userExtId"], out["clientExtId"] = user.id, c.client()
	if success {
		out["userLastLogin"] = user.text("lastSuccessfulLoginDate")
	} else {
		out["userLastLoginFailure"] = user.text("lastFailedLoginDate")
	}
	if credential == nil {
		return out
	}
	out["credentialExtId"], out["credentialType"] = credential.id, credential.text("type")
	for name, date := range map[string]string{
		"credentialLastLogin": "lastSuccessfulLoginDate", "credentialLastLoginFailure": "lastFailedLoginDate",
	} {
		if at := credential.text(date); at != "" {
			out[name] = at
		}
	}
	return out
}

// updateLoginInfos records logins of the user and of some credentials. Each credential fails
// separately, with the errors of a single call.
func updateLoginInfos(c *call, user *record, body doc) reply {
	c.countUserLogin(user, body["userLoginSuccessful"] == true)
	successes, failures := []doc{}, []doc{}
	entries, _ := body["credentials"].([]any)
	for _, e := range entries {
		entry, _ := e.(doc)
		if refused := attempt(func() { successes = append(successes, c.bulkEntry(user, entry)) }); refused != nil {
			failures = append(failures, doc{"credentialExtId": text(entry, "credentialExtId"), "errors": refused.problems})
		}
	}
	return okReply(doc{"successes": successes, "failures": failures})
}

func (c *call) bulkEntry(user *record, entry doc) doc {
	for _, name := range []string{"success", "credentialExtId"} {
		if entry[name] == nil {
			panic(refuse(codeInvalidData, "credentials.%s is mandatory.", name))
		}
	}
	credential := c.ownCredential(user, text(entry, "credentialExtId"))
	status := loginStatus(c.countCredential(credential, entry["success"] == true))
	status["credentialExtId"] = credential.id
	return status
}
