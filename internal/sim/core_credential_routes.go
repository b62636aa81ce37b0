package sim

import "slices"

// routes returns the list and the operations on one credential.
func (k credentialKind) routes() []route {
	all := "/core/v1/{clientExtId}/users/{userExtId}/" + k.path
	path := all
	if k.exists == "" {
		path += "/{credentialExtId}"
	}
	createRights := k.create
	if createRights == nil {
		createRights = []string{"CredentialCreate"}
	}
	rows := []route{
		{method: "GET", pattern: path, handle: k.of(show), rights: []string{"CredentialView"}},
		{method: "POST", pattern: all, handle: k.handleCreate, rights: createRights},
		{method: "PATCH", pattern: path, handle: k.of(k.handlePatch), rights: []string{"CredentialView", "CredentialModify"}},
		{method: "DELETE", pattern: path, handle: k.of(k.handleDelete), rights: []string{"CredentialDelete"}},
		{method: "GET", pattern: all, handle: k.handleList, rights: []string{"CredentialView"}},
	}
	if k.exists != "" || k.unlisted {
		rows = rows[:4]
	}
	for i := range rows {
		rows[i].self, rows[i].collections = k.self, []string{k.path}
	}
	return rows
}

// of passes the credential in the path to a handler: the one with the ID, or the only one of the
// user.
func (k credentialKind) of(handle handler) handler {
	return func(c *call, user *record) reply {
		for _, rec := range c.credentialsOf(user.id, k.name) {
			if k.exists != "" || rec.id == c.vars["credentialExtId"] {
				return handle(c, rec)
			}
		}
		panic(noRecord(k.name+" credential of the user "+user.id, c.vars["credentialExtId"], c.client()))
	}
}

// bodyFields returns the fields that bodies of the kind may hold.
func (k credentialKind) bodyFields() []field {
	own := slices.Concat(k.body, credentialCommon, k.fields)
	for i := range own {
		if k.startsActive && own[i].name == "stateName" {
			own[i].use &^= onCreate
		}
	}
	return slices.DeleteFunc(own, func(f field) bool { return f.name == "policyExtId" && k.policy == "" })
}
