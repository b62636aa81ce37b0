package sim

import (
	"maps"
	"slices"
)

// tables declare the arrays of the seed file. An element may refer to any other element of the
// file.
var tables = completed([]*table{
	{name: "snapshot", noun: "snapshot", bare: true, fields: originFields},
	{
		name: "clients", noun: "client", path: clientPath, fields: clientFields, key: keyOf{"extId"},
		lists: map[string]keyOf{"all": {}, "name": {"name"}},
	},
	{
		name: "applications", noun: "application", path: applicationPath, fields: applicationFields, key: keyOf{"extId"}, byID: true,
		lists: map[string]keyOf{"all": {}, "name": {"name"}},
	},
	{
		name: "roles", noun: "role", path: rolePath, fields: roleFields, view: (*call).roleView, key: keyOf{"extId"},
		lists: map[string]keyOf{"application": {"applicationExtId"}, "name": {"applicationExtId", "name"}},
		check: mandatory("applicationExtId"),
	},
	{
		name: "enterpriseRoles", noun: "enterprise role", path: enterpriseRolePath, fields: enterpriseRoleFields,
		key:   keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{"name": {"clientExtId", "name"}},
		check: (*tx).checkMembers,
	},
	{
		name: "units", noun: "unit", path: unitPath, fields: unitFields, view: (*call).unitView, key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{
			"parent": {"clientExtId", "parentUnitExtId"},
			"name":   {"clientExtId", "parentUnitExtId", "name"},
		},
		fill: fillUnit, check: (*tx).checkTree,
	},
	{
		name: "users", noun: "user", path: userPath, fields: userFields, view: (*call).classifiedUser, key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{"loginId": {"clientExtId", "loginId"}, "login": {"loginId"}},
		fill:  fillUser, check: (*tx).checkSeededUser,
	},
	{
		name: "profiles", noun: "profile", path: profilePath, fields: profileFields, view: (*call).profileView,
		key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{
			"user": {"clientExtId", "userExtId"}, "unit": {"clientExtId", "unitExtId"},
		},
		fill: fillProfile, check: mandatory("userExtId"),
	},
	{
		name: "authorizations", noun: "authorization", path: authorizationPath, fields: authorizationFields,
		key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{
			"profile": {"clientExtId", "profileExtId"}, "role": {"roleExtId"},
			"grant": {"clientExtId", "profileExtId", "roleExtId"},
		},
		fill: fillAuthorization, check: mandatory("profileExtId", "roleExtId"),
	},
	{
		name: "enterpriseAuthorizations", noun: "enterprise authorization", path: enterpriseAuthorizationPath,
		fields: enterpriseAuthorizationFields, key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{
			"profile": {"clientExtId", "profileExtId"}, "role": {"clientExtId", "enterpriseRoleExtId"},
			"grant": {"clientExtId", "profileExtId", "enterpriseRoleExtId"},
		},
		check: mandatory("profileExtId", "enterpriseRoleExtId"),
	},
	{
		name: "clientApplications", noun: "application of the client", bare: true, byID: true,
		fields: fields(kindText, 0, "clientExtId", "applicationExtId"), key: keyOf{"clientExtId", "applicationExtId"},
		lists: map[string]keyOf{"application": {"applicationExtId"}},
	},
	{
		name: "credentials", noun: "credential", fields: credentialFields, view: (*call).credentialView, key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{
			"user": {"clientExtId", "userExtId"}, "type": {"clientExtId", "userExtId", "type"},
			"login": {"userExtId", "type"},
		},
		fill: fillCredential, check: checkCredential,
	},
	{
		name: "terms", noun: "terms", path: termsPath, fields: termsFields, key: keyOf{"extId"},
		lists: map[string]keyOf{"all": {}},
		check: (*tx).checkTermsApplications,
	},
	{
		name: "consents", noun: "consent", path: consentsPath + "/{termsExtId}", bare: true, fields: consentFields,
		key:   keyOf{"clientExtId", "userExtId", "termsExtId"},
		lists: map[string]keyOf{"user": {"clientExtId", "userExtId"}},
	},
	{
		name: "propertyDefinitions", noun: "property definition", path: definitionPath, bare: true, fields: definitionFields,
		view: definitionView, key: keyOf{"propertyId"},
		lists: map[string]keyOf{
			"all": {}, "client": {"clientExtId"}, "name": {"clientExtId", "scope", "applicationExtId", "name"},
		},
		fill: fillDefinition, check: (*tx).checkDefinition,
	},
	{
		name: "properties", noun: "property set", bare: true, fields: propertySetFields,
		key:   keyOf{"clientExtId", "ownerType", "ownerExtId"},
		check: (*tx).checkPropertySet,
	},
	{
		name: "policies", noun: "policy", path: policyPath, fields: policyFields, key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{"type": {"clientExtId", "policyType"}},
		fill:  fillPolicy, check: (*tx).checkPolicy,
	},
	{
		name: "dispatchTargets", noun: "dispatch target", path: dispatchTargetsPath + "/{dispatchTargetExtId}",
		fields: dispatchTargetFields, key: keyOf{"clientExtId", "extId"},
		lists: map[string]keyOf{"user": {"clientExtId", "userExtId"}},
		fill:  fillDispatchTarget,
	},
	{
		name: "personalQuestions", noun: "personal question", path: personalQuestionsPath + "/{personalQuestionExtId}",
		fields: personalQuestionFields, key: keyOf{"clientExtId", "extId"},
	},
	{
		name: "notifications", noun: "notification", bare: true, history: true, fields: notificationFields, key: keyOf{"number"},
	},
	{
		name: "cloudAccessKeys", noun: "access key", bare: true, fields: accessKeyFields, key: keyOf{"accessKey"},
	},
	{
		name: "cloudUsers", noun: "user of the cloud service", bare: true, fields: cloudUserFields, key: keyOf{"userId"},
		lists: map[string]keyOf{"username": {"username"}},
		fill:  fillCloudUser,
	},
	{
		name: "cloudIntents", noun: "intent", bare: true, fields: cloudIntentFields, key: keyOf{"token"},
	},
	{
		name: "cloudTransactions", noun: "transaction", bare: true, fields: transactionFields, key: keyOf{"transactionId"},
		lists: map[string]keyOf{"token": {"statusToken"}},
	},
	{
		name: "callers", noun: "caller", bare: true, fields: callerFields, key: keyOf{"token"},
		lists: map[string]keyOf{"all": {}, "user": {"clientExtId", "userExtId"}},
		check: checkCaller,
	},
})

// references are the objects that the fields of a table name.
var references = map[string]reference{
	"clientExtId":         {"clients", keyOf{"clientExtId"}},
	"userExtId":           {"users", keyOf{"clientExtId", "userExtId"}},
	"profileExtId":        {"profiles", keyOf{"clientExtId", "profileExtId"}},
	"unitExtId":           {"units", keyOf{"clientExtId", "unitExtId"}},
	"parentUnitExtId":     {"units", keyOf{"clientExtId", "parentUnitExtId"}},
	"applicationExtId":    {"applications", keyOf{"applicationExtId"}},
	"roleExtId":           {"roles", keyOf{"roleExtId"}},
	"enterpriseRoleExtId": {"enterpriseRoles", keyOf{"clientExtId", "enterpriseRoleExtId"}},
	"termsExtId":          {"terms", keyOf{"termsExtId"}},
}

// completed adds the references of each table, unless it is a history, and the list of the objects of
// a client.
func completed(all []*table) []*table {
	for _, t := range all {
		if t.history {
			continue
		}
		for _, f := range t.fields {
			if ref, ok := references[f.name]; ok {
				t.refs = append(t.refs, ref)
			}
		}
		if slices.Index(t.key, "clientExtId") == 0 {
			lists := map[string]keyOf{"client": {"clientExtId"}}
			maps.Copy(lists, t.lists)
			t.lists = lists
		}
	}
	return all
}

// mandatory checks that an element of the seed file has some fields.
func mandatory(names ...string) func(*tx, doc) {
	return func(_ *tx, d doc) {
		for _, name := range names {
			if text(d, name) == "" {
				panic(refuse(codeInvalidData, "%s is mandatory.", name))
			}
		}
	}
}
