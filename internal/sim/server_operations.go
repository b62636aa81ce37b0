package sim

import "strings"

// routes returns the operations of the identity management service, or of the cloud authentication
// service: those of operations.txt, which explains its format, and those of one credential.
func routes(cloud bool) []route {
	var rows []route
	named := handlers()
	for line := range strings.Lines(operationsFile) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			if r := readRoute(words, named); r.cloud == cloud {
				rows = append(rows, r)
			}
		}
	}
	for _, k := range credentialKinds {
		if k.path != "" && !cloud {
			rows = append(rows, k.routes()...)
		}
	}
	return rows
}

func readRoute(words []string, named map[string]handler) route {
	r := route{method: words[0], pattern: words[1], handle: handlerOf(words[2], named)}
	for _, word := range words[3:] {
		switch name, value, _ := strings.Cut(word, "="); name {
		case "later":
			r.laterRights = strings.Split(value, ",")
		case "or":
			r.alternative = value
		case "self":
			r.self = true
		case "only-later":
			r.later = true
		case "in":
			r.collections = strings.Split(value, ",")
		case "hidden":
			r.hidden = true
		case "cloud":
			r.cloud = true
		case "intents":
			r.intents = strings.Split(value, ",")
		case "open":
			r.open = true
		default:
			r.rights = append(r.rights, word)
		}
	}
	return r
}

// handlerOf returns the handler of an operation, which may have an argument after a colon.
func handlerOf(name string, named map[string]handler) handler {
	name, argument, _ := strings.Cut(name, ":")
	switch name {
	case "list":
		table, name, _ := strings.Cut(argument, ".")
		return list(table, name)
	case "create":
		return create(argument)
	case "properties":
		return properties(argument)
	case "search":
		return search(strings.Split(argument, ","))
	}
	if named[name] == nil {
		panic("operations.txt: no handler is named " + name)
	}
	return named[name]
}

// handlers returns the handlers of operations by name.
func handlers() map[string]handler {
	return map[string]handler{
		"show":   show,
		"change": change,
		"delete": remove,

		"listClients":                listClients,
		"createClient":               createClient,
		"patchClient":                patchClient,
		"listUsers":                  listUsers,
		"countUsers":                 countUsers,
		"archiveUser":                archiveUser,
		"createIdentity":             createIdentity,
		"listClientApplications":     listClientApplications,
		"assignApplication":          assignApplication,
		"unassignApplication":        unassignApplication,
		"listDefinitions":            listDefinitions,
		"searchDefinitions":          searchDefinitions,
		"createDefinition":           createDefinition,
		"patchDefinition":            patchDefinition,
		"listChildren":               listChildren,
		"moveUnit":                   moveUnit,
		"detachUnit":                 detachUnit,
		"listProfiles":               listProfiles,
		"getProfileUnit":             getProfileUnit,
		"setProfileUnit":             setProfileUnit,
		"listProfileRoles":           listProfileRoles,
		"listProfileEnterpriseRoles": listProfileEnterpriseRoles,
		"listProfileApplications":    listProfileApplications,
		"listAuthorizations":         listAuthorizations,
		"listMembers":                listMembers,
		"addMember":                  addMember,
		"removeMember":               removeMember,
		"listConsents":               listConsents,
		"createConsent":              withBody("consents", createConsent),
		"listPendingTerms":           listPendingTerms,

		"updateLoginInfo":       withBody("loginInfo", updateLoginInfo),
		"updateLoginInfos":      withBody("bulkLoginInfo", updateLoginInfos),
		"changeContextPassword": kindOf(typeContextPassword).of(withBody("passwordChange", changeContextPassword)),
		"changeDevicePassword":  kindOf(typeDevicePassword).of(withBody("devicePasswordChange", changeDevicePassword)),
		"resetTicket":           kindOf(typeTicket).of(resetTicket),
		"resetPUK":              kindOf(typePUK).of(resetPUK),
		"updateMTANLogin":       kindOf(typeMTAN).of(updateMTANLogin),
		"genericProperties":     kindOf(typeGeneric).of(properties("credential")),
		"createVasco":           createVasco,
		"listRecoveryCodes":     listRecoveryCodes,
		"createRecoveryCodes":   createRecoveryCodes,
		"deleteRecoveryCodes":   deleteRecoveryCodes,

		"getMe":                  getMe,
		"createToken":            withBody("tokenRequest", createToken),
		"listPermissions":        listPermissions,
		"loginByPassword":        loginBy("passwordLogin", typePassword, "", ""),
		"loginByDevicePassword":  loginBy("devicePasswordLogin", typeDevicePassword, "extId", "credentialExtId"),
		"loginByContextPassword": loginBy("contextPasswordLogin", typeContextPassword, "context", "context"),
		"loginByRecoveryCode":    withBody("recoveryCodeLogin", loginByRecoveryCode),
		"challengeOTP":           ofCard(challengeOTP),
		"loginByOTP":             ofCard(withBody("otpLogin", loginByOTP)),
		"sendNotification":       withBody("notifications", sendNotification),
		"listNotificationTypes":  listNotificationTypes,

		"pong":            pong,
		"createIntent":    withBody("cloudIntents", createIntent),
		"getCloudUser":    getCloudUser,
		"deleteCloudUser": deleteCloudUser,
		"enroll":          enroll,
		"verify":          withBody("verification", verify),
		"pollStatus":      withBody("statusRequest", pollStatus),
	}
}
