package sim

// The status codes of a login in the reference.
const (
	loginFailed       = 2
	loginLastTry      = 3
	loginLocked       = 4
	loginOK           = 5
	loginUnchecked    = 8
	loginTempLocked   = 9
	lockAfterFailures = 5
	temporaryLockRule = "lock.temporary"
)

var loginTexts = map[int]string{
	loginFailed:     "Login Failed",
	loginLastTry:    "Login Failed, Next Failure Locks",
	loginLocked:     "Login Failed, Credential Locked",
	loginOK:         "Login Ok",
	loginUnchecked:  "Unchecked",
	loginTempLocked: "Login Failed, Credential Temporarily Locked",
}

// loginBy checks the password in a body against the user's credential of a kind whose field has the
// value of a field in the body. A wrong password is not an error; the status reports it.
func loginBy(body, kind, field, sent string) handler {
	return withBody(body, func(c *call, user *record, body doc) reply {
		for _, credential := range c.credentialsOf(user.id, kind) {
			if credential.text(field) != text(body, sent) {
				continue
			}
			if !c.usable(credential) {
				panic(notActive(credential))
			}
			code := c.countLogin(user, credential, matchesSecret(credential, text(body, "password")))
			return okReply(loginStatus(code))
		}
		panic(noRecord("credential of type "+kind+" of the user", user.id, c.client()))
	})
}

func notActive(credential *record) *apiError {
	return refuse(codeNotActive, "The credential %q is not active, or its validity is over.", credential.id)
}

func loginStatus(code int) doc { return doc{"statusCode": code, "description": loginTexts[code]} }

// countLogin records a login in the credential and the user, and returns the status.
func (c *call) countLogin(user, credential *record, success bool) int {
	c.countUserLogin(user, success)
	return c.countCredential(credential, success)
}

// countCredential locks the credential after the fifth failure in a row. The lock modifies the
// credential; a count does not.
func (c *call) countCredential(credential *record, success bool) int {
	next := copyDoc(credential.doc)
	code := c.count(next, success)
	if code == loginLocked || code == loginTempLocked {
		c.save("credentials", next)
	} else {
		c.put("credentials", next)
	}
	return code
}

// countUserLogin keeps the user's version, because a login is not a modification.
func (c *call) countUserLogin(user *record, success bool) {
	c.put("users", user.with(doc{loginDate(success): c.timestamp()}))
}

func loginDate(success bool) string {
	if success {
		return "lastSuccessfulLoginDate"
	}
	return "lastFailedLoginDate"
}

// count counts a login in a credential.
func (c *call) count(credential doc, success bool) int {
	credential[loginDate(success)] = c.timestamp()
	if success {
		credential["successfulLoginCount"] = number(credential, "successfulLoginCount") + 1
		credential["failedLoginCount"] = int64(0)
		return loginOK
	}
	failures := number(credential, "failedLoginCount") + 1
	credential["failedLoginCount"] = failures
	switch {
	case failures < lockAfterFailures-1:
		return loginFailed
	case failures == lockAfterFailures-1:
		return loginLastTry
	}
	credential["lastChangeDate"] = c.timestamp()
	if c.locksTemporarily(credential) {
		credential["stateName"] = "tmp-locked"
		return loginTempLocked
	}
	credential["stateName"] = "fail-locked"
	return loginLocked
}

func number(d doc, name string) int64 {
	n, _ := d[name].(int64)
	return n
}

// locksTemporarily reads the credential's policy. According to the reference a policy decides, but
// no parameter is named: the simulator uses lock.temporary.
func (c *call) locksTemporarily(credential doc) bool {
	policy := c.get("policies", text(credential, "clientExtId"), text(credential, "policyExtId"))
	return policy != nil && text(nested(policy.doc, "parameters"), temporaryLockRule) == "true"
}
