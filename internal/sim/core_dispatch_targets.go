package sim

var dispatchTargetFields = append([]field{
	{name: "extId", use: fixed},
	{name: "clientExtId"},
	{name: "userExtId", use: shown},
	{name: "deviceId", kind: kindName, use: fixed | needed},
	{name: "target", kind: kindName, use: fixed | needed},
	{name: "signingKey", kind: kindName, use: fixed | needed},
	{name: "appId", kind: kindName, use: fixed | needed},
	{name: "name", kind: kindName, use: fixed | needed},
	{name: "identification", kind: kindName, use: fixed | needed},
	{name: "type", kind: kindEnum, use: fixed, values: []string{"fido-uaf"}},
	{name: "dispatcher", use: fixed},
	{name: "userAgent", use: fixed},
	{name: "encryptionKey", use: fixed},
	{name: "state", kind: kindEnum, use: fixed, values: []string{"active", "disabled"}},
	{name: "appAttestation", use: fixed},
}, bookkeeping...)

func fillDispatchTarget(_ *tx, d doc) {
	setDefault(d, "type", "fido-uaf")
	setDefault(d, "state", "active")
}

const dispatchTargetsPath = userPath + "/dispatch-targets"

func dispatchTargetRoutes() []route {
	rows := []route{
		serve("GET "+dispatchTargetsPath, below("users", list("dispatchTargets", "user")), "DispatchTargetView").forSelf(),
		serve("POST "+dispatchTargetsPath, below("users", createDispatchTarget), "CredentialCreate").forSelf(),
		serve("DELETE "+dispatchTargetsPath+"/{dispatchTargetExtId}", of(one("dispatchTargets"), deleteDispatchTarget),
			"DispatchTargetDelete").forSelf(),
	}
	rows[0].alternative, rows[2].alternative = "CredentialView", "CredentialDelete"
	return rows
}

func createDispatchTarget(c *call) (reply, error) {
	if err := c.requireOwnToken(); err != nil {
		return reply{}, err
	}
	return create("dispatchTargets", nil)(c)
}

// requireOwnToken requires the X-Token of a self-admin caller.
func (c *call) requireOwnToken() error {
	if c.selfAdmin {
		return c.requireToken()
	}
	return nil
}

func deleteDispatchTarget(c *call, rec *record) (reply, error) {
	if rec.text("userExtId") != c.vars["userExtId"] {
		return reply{}, noRecord("dispatch target", rec.id, c.client())
	}
	if err := c.requireOwnToken(); err != nil {
		return reply{}, err
	}
	c.drop("dispatchTargets", rec)
	return noContent()
}
