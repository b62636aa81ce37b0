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

func (s *Server) dispatchTargetRoutes() []route {
	const all = userPattern + "dispatch-targets"
	return []route{
		{method: "GET", pattern: all, rights: []string{"DispatchTargetView"}, alternative: "CredentialView", self: true,
			handle: listDispatchTargets},
		{method: "POST", pattern: all, rights: []string{"CredentialCreate"}, self: true, handle: createDispatchTarget},
		{
			method: "DELETE", pattern: all + "/{dispatchTargetExtId}", rights: []string{"DispatchTargetDelete"},
			alternative: "CredentialDelete", self: true, handle: deleteDispatchTarget,
		},
	}
}

func listDispatchTargets(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	return c.page(listing{fields: dispatchTargetFields}, c.list("dispatchTargets", "user", c.client(), user.id))
}

func createDispatchTarget(c *call) (reply, error) {
	user, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	if err := c.requireOwnToken(); err != nil {
		return reply{}, err
	}
	d, err := c.createBody(dispatchTargetFields)
	if err != nil {
		return reply{}, err
	}
	d["clientExtId"], d["userExtId"] = c.client(), user.id
	fillDispatchTarget(c.tx, d)
	rec, err := c.add("dispatchTargets", d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", c.client(), "users", user.id, "dispatch-targets", rec.id)
}

// requireOwnToken requires the X-Token of a self-admin caller.
func (c *call) requireOwnToken() error {
	if c.selfAdmin {
		return c.requireToken()
	}
	return nil
}

func deleteDispatchTarget(c *call) (reply, error) {
	rec, err := c.find("dispatchTargets", "dispatchTargetExtId")
	if err != nil {
		return reply{}, err
	}
	if rec.text("userExtId") != c.vars["userExtId"] {
		return reply{}, noRecord("dispatch target", rec.id, c.client())
	}
	if err := c.requireOwnToken(); err != nil {
		return reply{}, err
	}
	c.drop("dispatchTargets", rec)
	return noContent()
}
