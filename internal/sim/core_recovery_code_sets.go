package sim

import (
	"net/http"

	"github.com/google/uuid"
)

const (
	recoveryCodeCount  = 16
	recoveryCodeLength = 8
)

func recoveryCodeRoutes() []route {
	const codes = userPath + "/recovery-codes"
	user := one("users")
	return []route{
		serve("GET "+codes, of(user, listRecoveryCodes), "CredentialView").forSelf(),
		serve("POST "+codes, of(user, createRecoveryCodes), "CredentialCreate", "CredentialModify").forSelf(),
		serve("DELETE "+codes, of(user, deleteRecoveryCodes), "CredentialDelete").forSelf(),
	}
}

// listRecoveryCodes returns the codes in plaintext, and whether they were used.
func listRecoveryCodes(c *call, user *record) (reply, error) {
	show := func(rec *record) doc {
		return doc{"code": rec.text("loginSecret"), "used": rec.flag("used"), "stateName": c.stateName(rec.text("stateName"))}
	}
	codes := c.list("credentials", "type", c.client(), user.id, recoveryCodes)
	return c.page(listing{fields: credentialFields, show: show}, codes)
}

// createRecoveryCodes replaces all codes of a user.
func createRecoveryCodes(c *call, user *record) (reply, error) {
	if user.text("userState") == "archived" {
		return reply{}, archivedRecord(user)
	}
	c.dropAll("credentials", "type", c.client(), user.id, recoveryCodes)
	codes := make([]string, recoveryCodeCount)
	for i := range codes {
		codes[i] = randomDigits(recoveryCodeLength)
		d := doc{
			"clientExtId": c.client(), "userExtId": user.id, "extId": uuid.NewString(), "type": recoveryCodes,
			"loginSecret": codes[i], "createdBy": c.actor(), "modifiedBy": c.actor(), "lastChangeDate": c.timestamp(),
		}
		fillCredential(c.tx, d)
		c.create("credentials", d)
	}
	address := c.address("core", "v1", c.client(), "users", user.id, "recovery-codes")
	return reply{status: http.StatusCreated, location: address, body: doc{"recoveryCodes": codes}}, nil
}

func deleteRecoveryCodes(c *call, user *record) (reply, error) {
	if len(c.list("credentials", "type", c.client(), user.id, recoveryCodes)) == 0 {
		return reply{}, noRecord("recovery code of the user", user.id, c.client())
	}
	c.dropAll("credentials", "type", c.client(), user.id, recoveryCodes)
	return noContent()
}
