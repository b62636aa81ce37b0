package sim

import "slices"

const credentialPattern = "/{credentialExtId}"

func credentialRoutes() []route {
	var rows []route
	for _, k := range credentialKinds {
		if k.path != "" {
			rows = append(rows, k.routes()...)
		}
	}
	all := serve("GET "+userPath+"/credentials", list("credentials", "user"), "CredentialView").forSelf()
	all.denied = deniedCredentials
	return append(append(rows, all), credentialActionRoutes()...)
}

// routes returns the list and the operations on one credential.
func (k credentialKind) routes() []route {
	all := userPath + "/" + k.path
	path := all
	if k.exists == "" {
		path += credentialPattern
	}
	createRights := k.create
	if createRights == nil {
		createRights = []string{"CredentialCreate"}
	}
	rows := []route{
		serve("GET "+path, k.of(show), "CredentialView"),
		serve("POST "+all, k.handleCreate, createRights...),
		serve("PATCH "+path, k.of(k.handlePatch), "CredentialView", "CredentialModify"),
		serve("DELETE "+path, k.of(k.handleDelete), "CredentialDelete"),
	}
	if k.exists == "" && !k.unlisted {
		rows = append(rows, serve("GET "+all, k.handleList, "CredentialView"))
	}
	for i := range rows {
		rows[i].self = k.self
	}
	return rows
}

// credentialActionRoutes returns the operations other than create, change and delete of one
// credential.
func credentialActionRoutes() []route {
	const user = userPath + "/"
	reset := []string{"CredentialView", "CredentialModify"}
	change := withBody(changeBody, changeContextPassword)
	changeDevice := withBody(fields(kindName, onCreate, "newPassword"), changeDevicePassword)
	rows := []route{
		serve("POST "+user+"context-passwords"+credentialPattern+"/change", kindOf(typeContextPassword).of(change),
			"CredentialModify").forSelf(),
		serve("POST "+user+"device-password"+credentialPattern+"/change", kindOf(typeDevicePassword).of(changeDevice), "CredentialModify"),
		serve("POST "+user+"ticket/reset", kindOf(typeTicket).of(resetTicket), reset...),
		serve("POST "+user+"puk/reset", kindOf(typePUK).of(resetPUK), reset...),
		serve("POST "+user+"mtans"+credentialPattern, kindOf(typeMTAN).of(updateMTANLogin), "CredentialModify").forSelf(),
		serve("POST /core/v1/{clientExtId}/vasco", createVasco, "CredentialCreate", "CredentialView"),
	}
	for _, row := range propertyRoutes(user+"generic-credentials"+credentialPattern+"/properties", "credential", reset[0], reset...) {
		row.handle = kindOf(typeGeneric).of(row.handle)
		rows = append(rows, row.forSelf())
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
