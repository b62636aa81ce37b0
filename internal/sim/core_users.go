package sim

import (
	"fmt"
	"slices"
)

var (
	// userFilters are the attributes that a list may be filtered by. All but some are values of sortBy;
	// each also exists with _ASC and _DESC.
	userFilters = without(attributePaths(fieldsOf("users"), nil), "clientExtId", "lastSuccessfulLoginDate", "lastFailedLoginDate")
	userSorts   = without(userFilters, "userState", "languageCode", "sex", "gender", "modificationComment")
)

// without returns a list without some of its values.
func without(all []string, values ...string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(v string) bool { return slices.Contains(values, v) })
}

func fillUser(_ *tx, d doc) {
	setDefault(d, "userState", "active")
	setDefault(d, "isTechnicalUser", false)
	setDefault(d, "loginId", text(d, "extId"))
}

func setDefault(d doc, name string, v any) {
	if d[name] == nil {
		d[name] = v
	}
}

// newUser is a user that is not stored yet, as an owner of properties.
func newUser(client string) propertyOwner {
	return propertyOwner{client: client, scopes: ownerKinds["user"].scopes()}
}

func (t *tx) checkSeededUser(d doc) {
	properties := nested(d, "properties")
	t.checkDefined(newUser(text(d, "clientExtId")), properties)
}

// userListing also returns the classes of the attributes, which single users of a list repeat.
func (c *call) userListing() listing {
	classes := c.userClassifications(c.client())
	return listing{
		fields: fieldsOf("users"), filters: userFilters, suffixed: []string{"extId", "loginId"}, sorts: userSorts,
		offset: true, total: true, properties: true, classes: classes,
		show: func(r *record) doc { return c.userView(r, classes) },
	}
}

// userView returns a user with the classes of its attributes. It omits properties that the caller
// may not see.
func (c *call) userView(rec *record, classes doc) doc {
	out := view(fieldsOf("users"), rec.doc, c.quirks)
	if !c.caller.mayAll(viewProperties...) {
		delete(out, "properties")
	}
	if classes != nil {
		out["classifications"] = classes
	}
	return out
}

func listUsers(c *call, _ *record) reply {
	return c.page(c.userListing(), c.list("users", "client", c.client()))
}

// countUsers counts the users that match the filters of the list.
func countUsers(c *call, _ *record) reply {
	q := c.listQuery(c.userListing())
	var count int64
	for _, rec := range c.list("users", "client", c.client()) {
		if q.matches(rec.doc) {
			count++
		}
	}
	return okReply(doc{"count": count})
}

// classifiedUser also returns the classes in the field that only a single read has.
func (c *call) classifiedUser(rec *record) doc {
	classes := c.userClassifications(c.client())
	out := c.userView(rec, classes)
	classify(out, classes)
	return out
}

// settleUser checks and completes a new user. An explicit login ID and a technical user require
// additional rights.
func (c *call) settleUser(d doc) {
	if d["loginId"] != nil {
		c.require("LoginIdOverride")
	}
	if d["isTechnicalUser"] == true {
		c.require("UserCreateTechUser")
	}
	if d["loginId"] == nil {
		d["loginId"] = c.generateName("users", "loginId", "user", d)
	}
	c.checkUser(d)
	properties := nested(d, "properties")
	c.checkChanges(newUser(c.client()), doc{}, properties, "accessCreate")
}

// createIdentity creates a user and its profile atomically.
func createIdentity(c *call, _ *record) reply {
	body := c.object()
	reader{quirks: c.quirks, allow: onCreate}.unknown(fieldsOf("identity"), body, "")
	user, _ := body["user"].(map[string]any)
	profile, ok := body["profile"].(map[string]any)
	if !ok {
		panic(refuse(codeInvalidData, "profile is mandatory."))
	}
	u, p := c.createObject(fieldsOf("users"), user, "user."), c.createObject(fieldsOf("profiles"), profile, "profile.")
	u["clientExtId"], p["clientExtId"] = c.client(), c.client()
	c.settleUser(u)
	rec := c.add("users", u)
	p["userExtId"] = rec.id
	c.settleProfile(p)
	c.add("profiles", p)
	return c.created(rec)
}

// generateName generates the next unused name in a scope, such as unit-7.
func (c *call) generateName(table, list, noun string, d doc) string {
	rows := c.data[table]
	fields := rows.table.lists[list]
	name := fields[len(fields)-1]
	trial := copyDoc(d)
	for n := len(rows.byKey) + 1; ; n++ {
		trial[name] = fmt.Sprintf("%s-%d", noun, n)
		if rows.lists[list][fields.of(trial)] == nil {
			return text(trial, name)
		}
	}
}

func (c *call) patchedUser(old *record, next doc) {
	refuseArchived(old)
	if c.selfAdmin && (next["userState"] != old.doc["userState"] ||
		attribute(next, "contacts.email") != attribute(old.doc, "contacts.email")) {
		c.requireToken()
	}
	c.checkUser(next)
	if next["userState"] == "archived" {
		c.archiveBelow(old)
	}
}

// refuseArchived refuses changes of an archived user or profile.
func refuseArchived(rec *record) {
	if rec.text("userState") == "archived" || rec.text("profileState") == "archived" {
		panic(refuse(codeRecordDeleted, "%q is archived, which is final.", rec.id))
	}
}

func archiveUser(c *call, rec *record) reply {
	if rec.text("userState") != "archived" {
		c.archiveBelow(c.save("users", rec.with(doc{"userState": "archived"})))
	}
	return noContent()
}

// archiveBelow archives a user's profiles and deletes its credentials.
func (c *call) archiveBelow(user *record) {
	for _, profile := range c.snapshot("profiles", "user", c.client(), user.id) {
		if profile.text("profileState") != "archived" {
			c.save("profiles", profile.with(doc{"profileState": "archived"}))
		}
	}
	c.dropCredentials(user)
}

// dropUser deletes a user with its profiles and credentials.
func (c *call) dropUser(rec *record) {
	for _, profile := range c.snapshot("profiles", "user", c.client(), rec.id) {
		c.dropProfile(profile)
	}
	c.dropCredentials(rec)
	c.dropAll("consents", "user", c.client(), rec.id)
	c.unlinkCallers("userExtId", rec.id)
	c.drop(rec)
}
