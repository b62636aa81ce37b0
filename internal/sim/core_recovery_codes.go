package sim

// loginByRecoveryCode uses up a code. The codes of a user act as one credential: a wrong code
// counts as a failure of all remaining codes, and five in a row lock them.
func loginByRecoveryCode(c *call, user *record, body doc) reply {
	codes := c.snapshot("credentials", "type", c.client(), user.id, recoveryCodes)
	if len(codes) == 0 {
		panic(noRecord("recovery code of the user", user.id, c.client()))
	}
	var unused []*record
	for _, rec := range codes {
		if matchesSecret(rec, text(body, "code")) {
			return c.useCode(user, rec, codes)
		}
		if !rec.flag("used") {
			unused = append(unused, rec)
		}
	}
	return c.failCode(user, unused)
}

func (c *call) useCode(user, code *record, codes []*record) reply {
	switch {
	case code.flag("used"):
		panic(refuse(codeInvalidParameter, "The recovery code is used already."))
	case !c.usable(code):
		panic(notActive(code))
	}
	c.countUserLogin(user, true)
	for _, rec := range codes {
		next := copyDoc(rec.doc)
		next["failedLoginCount"] = int64(0)
		if rec == code {
			c.count(next, true)
			next["used"] = true
		}
		c.put("credentials", next)
	}
	return noContent()
}

// failCode returns a reply for a wrong code, because an error of the handler would undo the count.
func (c *call) failCode(user *record, unused []*record) reply {
	active := false
	for _, rec := range unused {
		active = active || c.usable(rec)
	}
	if len(unused) > 0 && !active {
		panic(notActive(unused[0]))
	}
	c.countUserLogin(user, false)
	for _, rec := range unused {
		next := copyDoc(rec.doc)
		c.count(next, false)
		c.put("credentials", next)
	}
	return failed(refuse(codeInvalidParameter, "The recovery code is wrong."))
}
