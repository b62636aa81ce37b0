package sim

import (
	"net/http"
)

// changeContextPassword also requires the old password from a self-admin caller.
func changeContextPassword(c *call, rec *record, body doc) reply {
	policy := c.policyOf(rec)
	switch {
	case text(policy, resetCodeEnabled) == "true":
		panic(refuse(codeInvalidParameter, "The service generates the password of this policy; it cannot be changed."))
	case c.selfAdmin && body["oldPassword"] == nil:
		panic(refuse(codeInvalidData, "oldPassword is mandatory."))
	case c.selfAdmin && !matchesSecret(rec, text(body, "oldPassword")):
		panic(challenge("The old password is wrong.", `Basic realm="`+c.request.URL.EscapedPath()+`"`))
	}
	checkPassword(text(body, "newPassword"), policy)
	c.changeSecret(copyDoc(rec.doc), text(body, "newPassword"))
	return noContent()
}

// changeDevicePassword generates the password if the body has none.
func changeDevicePassword(c *call, rec *record, body doc) reply {
	password := text(body, "newPassword")
	if password == "" {
		password = randomText(devicePasswordLength)
		c.changeSecret(copyDoc(rec.doc), password)
		return okReply(doc{"passwordFragment": password})
	}
	checkPassword(password, devicePolicy(c.policyOf(rec)))
	c.changeSecret(copyDoc(rec.doc), password)
	return noContent()
}

// changeSecret stores a credential with a new secret and resets its counts.
func (c *call) changeSecret(d doc, secret string) {
	d["loginSecret"], d["successfulLoginCount"], d["failedLoginCount"] = secret, int64(0), int64(0)
	if name := kindOf(text(d, "type")).hashed; name != "" {
		d[name] = hashSecret(text(d, "extId"), secret)
	}
	c.saveCredential(d)
}

// policyOf returns the parameters of the policy of a stored credential.
func (c *call) policyOf(rec *record) doc {
	return c.effectivePolicy(kindOf(rec.text("type")), copyDoc(rec.doc))
}

func resetTicket(c *call, rec *record) reply {
	return c.reset(rec, randomText(generatedPasswordLength))
}

func resetPUK(c *call, rec *record) reply { return c.reset(rec, randomDigits(8)) }

// reset gives a single credential a new secret, up to the number of times that its policy allows.
func (c *call) reset(rec *record, secret string) reply {
	count := number(rec.doc, "resetCount") + 1
	if most, ok := wholeNumber(c.policyOf(rec), resetMaximum); ok && count > int64(most) {
		panic(refuse(codePolicyViolation, "The credential was reset %d times, which is the maximum.", most))
	}
	c.changeSecret(rec.with(doc{"resetCount": count, "stateChangeReason": "reset"}), secret)
	return okReply(doc{kindOf(rec.text("type")).hashed: secret})
}

// updateMTANLogin counts a login that was checked elsewhere.
func updateMTANLogin(c *call, rec *record) reply {
	c.requireOwnToken()
	body := c.createBody(fieldsOf("success"))
	if !c.usable(rec) {
		panic(notActive(rec))
	}
	return okReply(loginStatus(c.countLogin(c.get("users", c.client(), rec.text("userExtId")), rec, body["success"] == true)))
}

// createVasco creates a token that is not assigned to a user.
func createVasco(c *call, _ *record) reply {
	k := kindOf(typeVasco)
	d := c.createBody(k.bodyFields())
	k.add(c, d)
	rec := c.lookup("credentials", text(d, "extId"))
	return reply{status: http.StatusCreated, location: c.address("core", "v1", c.client(), "vasco", rec.id), body: c.view(rec)}
}
