package sim

import (
	"net/http"

	"github.com/google/uuid"
)

const (
	recoveryCodeCount  = 16
	recoveryCodeLength = 8
)

func (s *Server) recoveryCodeRoutes() []route {
	const codes = userPattern + "recovery-codes"
	return []route{
		{method: "GET", pattern: codes, rights: []string{"CredentialView"}, self: true, handle: listRecoveryCodes},
		{
			method: "POST", pattern: codes, rights: []string{"CredentialCreate", "CredentialModify"}, self: true,
			handle: createRecoveryCodes,
		},
		{method: "DELETE", pattern: codes, rights: []string{"CredentialDelete"}, self: true, handle: deleteRecoveryCodes},
	}
}

// listRecoveryCodes returns the codes in plaintext, and whether they were used.
func listRecoveryCodes(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	show := func(rec *record) doc {
		return doc{"code": rec.text("loginSecret"), "used": rec.flag("used"), "stateName": c.stateName(rec.text("stateName"))}
	}
	codes := c.list("credentials", "type", c.client(), user.id, recoveryCodes)
	return c.page(listing{fields: credentialFields, show: show}, codes)
}

// createRecoveryCodes replaces all codes of a user.
func createRecoveryCodes(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
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

func deleteRecoveryCodes(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	if len(c.list("credentials", "type", c.client(), user.id, recoveryCodes)) == 0 {
		return reply{}, noRecord("recovery code of the user", user.id, c.client())
	}
	c.dropAll("credentials", "type", c.client(), user.id, recoveryCodes)
	return noContent()
}
