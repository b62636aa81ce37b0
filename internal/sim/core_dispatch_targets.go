package sim

import "slices"

var dispatchTargetFields = slices.Concat(
	fields(kindText, fixed, "extId", "dispatcher", "userAgent", "encryptionKey", "appAttestation"),
	fields(kindText, 0, "clientExtId"),
	fields(kindText, shown, "userExtId"),
	fields(kindName, fixed|needed, "deviceId", "target", "signingKey", "appId", "name", "identification"),
	enum("type", fixed, "fido-uaf"),
	enum("state", fixed, "active", "disabled"),
	bookkeeping,
)

func fillDispatchTarget(_ *tx, d doc) {
	setDefault(d, "type", "fido-uaf")
	setDefault(d, "state", "active")
}

const dispatchTargetsPath = userPath + "/dispatch-targets"

func dispatchTargetRoutes() []route {
	rows := []route{
		serve("GET "+dispatchTargetsPath, list("dispatchTargets", "user"), "DispatchTargetView").forSelf(),
		serve("POST "+dispatchTargetsPath, create("dispatchTargets", func(c *call, _ doc) { c.requireOwnToken() }),
			"CredentialCreate").forSelf(),
		serve("DELETE "+dispatchTargetsPath+"/{dispatchTargetExtId}", deleteDispatchTarget, "DispatchTargetDelete").forSelf(),
	}
	rows[0].alternative, rows[2].alternative = "CredentialView", "CredentialDelete"
	return rows
}

// requireOwnToken requires the X-Token of a self-admin caller.
func (c *call) requireOwnToken() {
	if c.selfAdmin {
		c.requireToken()
	}
}

func deleteDispatchTarget(c *call, rec *record) reply {
	c.requireOwnToken()
	c.drop(rec)
	return noContent()
}
