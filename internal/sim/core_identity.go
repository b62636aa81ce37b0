package sim

func identityRoutes() []route {
	rights := append([]string{"UserCreate", "LoginIdOverride", "UserCreateTechUser", "ProfileCreate", "UserView", "UserModify"},
		modifyProperties...)
	return []route{serve("POST /core/v1/{clientExtId}/identity", createIdentity, rights...)}
}

// createIdentity creates a user and its profile atomically.
func createIdentity(c *call) (reply, error) {
	body, err := c.object()
	if err != nil {
		return reply{}, err
	}
	r := reader{quirks: c.quirks, allow: onCreate}
	parts := []field{{name: "user", kind: kindGroup, use: onCreate}, {name: "profile", kind: kindGroup, use: onCreate}}
	if err := r.unknown(parts, body, ""); err != nil {
		return reply{}, err
	}
	user, _ := body["user"].(map[string]any)
	profile, ok := body["profile"].(map[string]any)
	if !ok {
		return reply{}, refuse(codeInvalidData, "profile is mandatory.")
	}
	u, err := c.createObject(userFields, user, "user.")
	if err != nil {
		return reply{}, err
	}
	p, err := c.createObject(profileFields, profile, "profile.")
	if err != nil {
		return reply{}, err
	}
	u["clientExtId"] = c.client()
	if err := c.settleUser(u); err != nil {
		return reply{}, err
	}
	rec, err := c.add("users", u)
	if err != nil {
		return reply{}, err
	}
	if _, err := c.addProfile(rec, p); err != nil {
		return reply{}, err
	}
	return c.created(rec)
}
