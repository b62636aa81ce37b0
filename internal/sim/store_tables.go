package sim

import (
	"slices"
	"strings"
)

// tables are the arrays of the seed file. An element may refer to any other element of the file.
var tables = readTables()

// hooks holds the functions of a table that its declaration cannot express. Each may be nil.
type hooks struct {
	// view converts a record for responses; nil returns the shown fields.
	view func(*call, *record) doc
	// fill completes a new object or an element of the seed file before it is stored.
	fill func(*tx, doc)
	// check refuses an element of the seed file with contradictory fields.
	check func(*tx, doc)
	// settle checks and completes an object that a call creates, and adapts others to it.
	settle func(*call, doc)
	// patched checks an object that a PATCH changes, and adapts others to it.
	patched func(c *call, old *record, next doc)
	// drop deletes an object with what belongs to it.
	drop func(*call, *record)
}

var hooksOf = map[string]hooks{
	"clients":         {drop: (*call).dropClient},
	"applications":    {drop: (*call).dropApplication},
	"roles":           {view: (*call).roleView, drop: (*call).dropRole},
	"enterpriseRoles": {check: (*tx).checkMembers, drop: (*call).dropEnterpriseRole},
	"units": {
		view: (*call).unitView, fill: fillUnit, check: (*tx).checkTree, settle: (*call).settleUnit, patched: (*call).patchedUnit,
		drop: (*call).dropUnit,
	},
	"users": {
		view: (*call).classifiedUser, fill: fillUser, check: (*tx).checkSeededUser, settle: (*call).settleUser,
		patched: (*call).patchedUser, drop: (*call).dropUser,
	},
	"profiles": {
		view: (*call).profileView, fill: fillProfile, settle: (*call).settleProfile, patched: (*call).patchedProfile,
		drop: (*call).dropProfile,
	},
	"authorizations":           {fill: fillAuthorization, settle: (*call).settleAuthorization, drop: (*call).revoke},
	"enterpriseAuthorizations": {settle: (*call).advanceProfile, drop: (*call).revokeEnterpriseRole},
	"credentials":              {view: (*call).credentialView, fill: fillCredential, check: checkCredential},
	"terms":                    {check: (*tx).checkTermsApplications},
	"propertyDefinitions": {
		view: definitionView, fill: fillDefinition, check: (*tx).checkDefinition, drop: (*call).dropDefinition,
	},
	"properties": {check: (*tx).checkPropertySet},
	"policies": {
		fill: fillPolicy, check: (*tx).checkPolicy, settle: (*call).settlePolicy, patched: (*call).patchedPolicy,
		drop: (*call).dropPolicy,
	},
	"dispatchTargets": {fill: fillDispatchTarget, settle: (*call).settleDispatchTarget, drop: (*call).dropDispatchTarget},
	"cloudUsers":      {fill: fillCloudUser},
	"callers":         {check: checkCaller},
}

// readTables returns the objects of objects.txt that are arrays of the seed file, with the references
// of each, unless it is a history, and the list of the objects of a client.
func readTables() []*table {
	var all []*table
	for _, o := range objects {
		if !o.set("noun") {
			continue
		}
		t := &table{
			hooks: hooksOf[o.name], name: o.name, noun: o.text("noun"), path: o.text("path"), fields: o.fields, key: o.settings["key"],
			lists: map[string]keyOf{}, mandatory: o.settings["mandatory"], byID: o.set("byID"), bare: o.set("bare"),
		}
		if o.name == "credentials" {
			t.fields = joinKinds()
		}
		if slices.Index(t.key, "clientExtId") == 0 {
			t.lists["client"] = keyOf{"clientExtId"}
		}
		for name, words := range o.settings {
			if list, ok := strings.CutPrefix(name, "by."); ok {
				t.lists[list] = words
			}
		}
		for _, f := range t.fields {
			if ref, ok := references[f.name]; ok && !o.set("history") {
				t.refs = append(t.refs, ref)
			}
		}
		all = append(all, t)
	}
	return all
}

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
