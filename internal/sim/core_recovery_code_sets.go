package sim

import "net/http"

const (
	recoveryCodeCount  = 16
	recoveryCodeLength = 8
)

// listRecoveryCodes returns the codes in plaintext, and whether they were used.
func listRecoveryCodes(c *call, user *record) reply {
	show := func(rec *record) doc {
		return doc{"code": rec.text("loginSecret"), "used": rec.flag("used"), "stateName": c.stateName(rec.text("stateName"))}
	}
	codes := c.credentialsOf(user.id, recoveryCodes)
	return c.page(listing{fields: c.data["credentials"].table.fields, show: show}, codes)
}

// createRecoveryCodes replaces all codes of a user.
func createRecoveryCodes(c *call, user *record) reply {
	refuseArchived(user)
	c.dropAll("credentials", "type", c.client(), user.id, recoveryCodes)
	codes := make([]string, recoveryCodeCount)
	for i := range codes {
		codes[i] = randomDigits(recoveryCodeLength)
		kindOf(recoveryCodes).add(c, doc{"userExtId": user.id, "loginSecret": codes[i]})
	}
	address := c.address("core", "v1", c.client(), "users", user.id, "recovery-codes")
	return reply{status: http.StatusCreated, location: address, body: doc{"recoveryCodes": codes}}
}

func deleteRecoveryCodes(c *call, user *record) reply {
	if len(c.credentialsOf(user.id, recoveryCodes)) == 0 {
		panic(noRecord("recovery code of the user", user.id, c.client()))
	}
	c.dropAll("credentials", "type", c.client(), user.id, recoveryCodes)
	return noContent()
}
