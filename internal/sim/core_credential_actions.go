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
func (s *Server) credentialActionRoutes() []route {
	reset := []string{"CredentialView", "CredentialModify"}
	generic := userPattern + "generic-credentials" + credentialPattern + "/properties"
	return []route{
		{
			method: "POST", pattern: userPattern + "context-passwords" + credentialPattern + "/change",
			rights: []string{"CredentialModify"}, self: true, handle: changeContextPassword,
		},
		{
			method: "POST", pattern: userPattern + "device-password" + credentialPattern + "/change",
			rights: []string{"CredentialModify"}, handle: changeDevicePassword,
		},
		{method: "POST", pattern: userPattern + "ticket/reset", rights: reset, handle: resetTicket},
		{method: "POST", pattern: userPattern + "puk/reset", rights: reset, handle: resetPUK},
		{
			method: "GET", pattern: generic, rights: append([]string{"CredentialView"}, viewProperties...), self: true,
			handle: getGenericProperties,
		},
		{
			method: "PATCH", pattern: generic, self: true, handle: patchGenericProperties,
			rights: append([]string{"CredentialView", "CredentialModify"}, modifyProperties...),
		},
		{
			method: "POST", pattern: userPattern + "mtans" + credentialPattern, rights: []string{"CredentialModify"}, self: true,
			handle: updateMTANLogin,
		},
		{
			method: "POST", pattern: "/core/v1/{clientExtId}/vasco", rights: []string{"CredentialCreate", "CredentialView"},
			handle: createVasco,
		},
	}
}

func kindOf(name string) credentialKind {
	i := slices.IndexFunc(credentialTable, func(k credentialKind) bool { return k.kind == name })
	return credentialTable[i]
}

// changeContextPassword also requires the old password from a self-admin caller.
func changeContextPassword(c *call) (reply, error) {
	k := kindOf(typeContextPassword)
	rec, err := k.find(c)
	if err != nil {
		return reply{}, err
	}
	body, err := c.createBody(changeBody)
	if err != nil {
		return reply{}, err
	}
	policy, err := c.effectivePolicy(k, copyDoc(rec.doc))
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
func changeDevicePassword(c *call) (reply, error) {
	k := kindOf(typeDevicePassword)
	rec, err := k.find(c)
	if err != nil {
		return reply{}, err
	}
	body, err := c.createBody(changeDeviceBody)
	if err != nil {
		return reply{}, err
	}
	policy, err := c.effectivePolicy(k, copyDoc(rec.doc))
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
	next := copyDoc(rec.doc)
	next["loginSecret"] = secret
	next["successfulLoginCount"], next["failedLoginCount"] = int64(0), int64(0)
	if name := hashedField[rec.text("type")]; name != "" {
		next[name] = hashSecret(rec.id, secret)
	}
	c.saveCredential(next)
}

func resetTicket(c *call) (reply, error) {
	return c.reset(typeTicket, randomText(generatedPasswordLength))
}

func resetPUK(c *call) (reply, error) { return c.reset(typePUK, randomDigits(8)) }

// reset gives a single credential a new secret, up to the number of times that its policy allows.
func (c *call) reset(kind, secret string) (reply, error) {
	k := kindOf(kind)
	rec, err := k.find(c)
	if err != nil {
		return reply{}, err
	}
	policy, err := c.effectivePolicy(k, copyDoc(rec.doc))
	if err != nil {
		return reply{}, err
	}
	next := copyDoc(rec.doc)
	count := number(next, "resetCount") + 1
	if most, ok := wholeNumber(policy, resetMaximum); ok && count > int64(most) {
		return reply{}, refuse(codePolicyViolation, "The credential was reset %d times, which is the maximum.", most)
	}
	next["resetCount"], next["stateChangeReason"] = count, "reset"
	c.changeSecret(&record{doc: next, id: rec.id}, secret)
	return okReply(doc{hashedField[kind]: secret})
}

func genericOwner(c *call) (propertyOwner, error) {
	rec, err := kindOf(typeGeneric).find(c)
	if err != nil {
		return propertyOwner{}, err
	}
	return propertyOwner{
		client: c.client(), table: "credentials", kind: "credential", record: rec,
		scopes: []propertyScope{{genericScope, ""}},
	}, nil
}

func getGenericProperties(c *call) (reply, error) { return c.propertiesReply(genericOwner(c)) }

func patchGenericProperties(c *call) (reply, error) { return c.patchProperties(genericOwner(c)) }

// updateMTANLogin counts a login that was checked elsewhere.
func updateMTANLogin(c *call) (reply, error) {
	k := kindOf(typeMTAN)
	rec, err := k.find(c)
	if err != nil {
		return reply{}, err
	}
	if err := k.requireXToken(c); err != nil {
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
