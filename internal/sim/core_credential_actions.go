package sim

import (
	"net/http"
	"slices"
)

var (
	changeBody = []field{
		{name: "newPassword", kind: kindName, use: onCreate | needed},
		{name: "oldPassword", use: onCreate},
	}
	changeDeviceBody = []field{{name: "newPassword", kind: kindName, use: onCreate}}
	mtanLoginBody    = []field{{name: "success", kind: kindFlag, use: onCreate | needed}}
)

// credentialActionRoutes returns the operations other than create, change and delete of one
// credential.
func credentialActionRoutes() []route {
	const user = userPath + "/"
	contextPassword, device, mtan := kindOf(typeContextPassword).find, kindOf(typeDevicePassword).find, kindOf(typeMTAN).find
	reset := []string{"CredentialView", "CredentialModify"}
	rows := []route{
		serve("POST "+user+"context-passwords"+credentialPattern+"/change", ofBody(contextPassword, changeBody, changeContextPassword),
			"CredentialModify").forSelf(),
		serve("POST "+user+"device-password"+credentialPattern+"/change", ofBody(device, changeDeviceBody, changeDevicePassword),
			"CredentialModify"),
		serve("POST "+user+"ticket/reset", of(kindOf(typeTicket).find, resetTicket), reset...),
		serve("POST "+user+"puk/reset", of(kindOf(typePUK).find, resetPUK), reset...),
		serve("POST "+user+"mtans"+credentialPattern, of(mtan, updateMTANLogin), "CredentialModify").forSelf(),
		serve("POST /core/v1/{clientExtId}/vasco", createVasco, "CredentialCreate", "CredentialView"),
	}
	for _, row := range propertyRoutes(user+"generic-credentials"+credentialPattern+"/properties", "credential",
		kindOf(typeGeneric).find, []string{"CredentialView"}, reset) {
		rows = append(rows, row.forSelf())
	}
	return rows
}

func kindOf(name string) credentialKind {
	i := slices.IndexFunc(credentialTable, func(k credentialKind) bool { return k.kind == name })
	return credentialTable[i]
}

// changeContextPassword also requires the old password from a self-admin caller.
func changeContextPassword(c *call, rec *record, body doc) (reply, error) {
	policy, err := c.policyOf(rec)
	switch {
	case err != nil:
		return reply{}, err
	case text(policy, resetCodeEnabled) == "true":
		return reply{}, refuse(codeInvalidParameter, "The service generates the password of this policy; it cannot be changed.")
	case c.selfAdmin && body["oldPassword"] == nil:
		return reply{}, refuse(codeInvalidData, "oldPassword is mandatory.")
	case c.selfAdmin && !matchesSecret(rec, text(body, "oldPassword")):
		return reply{}, challenge("The old password is wrong.", `Basic realm="`+c.request.URL.EscapedPath()+`"`)
	}
	if err := checkPassword(text(body, "newPassword"), policy); err != nil {
		return reply{}, err
	}
	c.changeSecret(rec, text(body, "newPassword"))
	return noContent()
}

// changeDevicePassword generates the password if the body has none.
func changeDevicePassword(c *call, rec *record, body doc) (reply, error) {
	policy, err := c.policyOf(rec)
	if err != nil {
		return reply{}, err
	}
	password := text(body, "newPassword")
	if password == "" {
		password = randomText(devicePasswordLength)
		c.changeSecret(rec, password)
		return okReply(doc{"passwordFragment": password})
	}
	if err := checkPassword(password, devicePolicy(policy)); err != nil {
		return reply{}, err
	}
	c.changeSecret(rec, password)
	return noContent()
}

// changeSecret replaces the secret of a credential and resets its counts.
func (c *call) changeSecret(rec *record, secret string) {
	next := rec.with(doc{"loginSecret": secret, "successfulLoginCount": int64(0), "failedLoginCount": int64(0)})
	if name := hashedField[rec.text("type")]; name != "" {
		next[name] = hashSecret(rec.id, secret)
	}
	c.saveCredential(next)
}

// policyOf returns the parameters of the policy of a stored credential.
func (c *call) policyOf(rec *record) (doc, error) {
	return c.effectivePolicy(kindOf(rec.text("type")), copyDoc(rec.doc))
}

func resetTicket(c *call, rec *record) (reply, error) {
	return c.reset(rec, randomText(generatedPasswordLength))
}

func resetPUK(c *call, rec *record) (reply, error) { return c.reset(rec, randomDigits(8)) }

// reset gives a single credential a new secret, up to the number of times that its policy allows.
func (c *call) reset(rec *record, secret string) (reply, error) {
	policy, err := c.policyOf(rec)
	if err != nil {
		return reply{}, err
	}
	count := number(rec.doc, "resetCount") + 1
	if most, ok := wholeNumber(policy, resetMaximum); ok && count > int64(most) {
		return reply{}, refuse(codePolicyViolation, "The credential was reset %d times, which is the maximum.", most)
	}
	next := rec.with(doc{"resetCount": count, "stateChangeReason": "reset"})
	c.changeSecret(&record{doc: next, id: rec.id}, secret)
	return okReply(doc{hashedField[rec.text("type")]: secret})
}

// updateMTANLogin counts a login that was checked elsewhere.
func updateMTANLogin(c *call, rec *record) (reply, error) {
	if err := c.requireOwnToken(); err != nil {
		return reply{}, err
	}
	body, err := c.createBody(mtanLoginBody)
	if err != nil {
		return reply{}, err
	}
	if !c.usable(rec) {
		return reply{}, notActive(rec)
	}
	return okReply(loginStatus(c.countLogin(c.get("users", c.client(), rec.text("userExtId")), rec, body["success"] == true)))
}

// createVasco creates a token that is not assigned to a user.
func createVasco(c *call) (reply, error) {
	k := credentialKind{kind: typeVasco, policy: "VascoPolicy"}
	d, err := c.createBody(k.fields())
	if err != nil {
		return reply{}, err
	}
	if _, err := k.add(c, d); err != nil {
		return reply{}, err
	}
	rec := c.get("credentials", c.client(), text(d, "extId"))
	address := c.address("core", "v1", c.client(), "vasco", rec.id)
	return reply{status: http.StatusCreated, location: address, body: c.credentialView(rec)}, nil
}
