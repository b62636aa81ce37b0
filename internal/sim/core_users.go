package sim

import "fmt"

var userFields = append([]field{
	{name: "extId", use: fixed},
	{name: "clientExtId", use: shown},
	{name: "userState", kind: kindEnum, use: editable, values: states},
	{name: "loginId", kind: kindName, use: editable},
	{name: "languageCode", kind: kindEnum, use: editable, values: languages, openSeed: true},
	{name: "isTechnicalUser", kind: kindFlag, use: fixed},
	{name: "name", kind: kindGroup, use: editable, fields: textFields([]string{"title", "firstName", "familyName"})},
	{name: "sex", kind: kindEnum, use: editable, values: sexes, openSeed: true},
	{name: "gender", kind: kindEnum, use: editable, values: sexes},
	{name: "birthDate", kind: kindDate, use: editable},
	{name: "address", kind: kindGroup, use: editable, fields: append(textFields([]string{
		"countryCode", "city", "postalCode", "addressline1", "addressline2", "street", "houseNumber",
		"dwellingNumber", "postOfficeBoxText", "locality",
	}), field{name: "postOfficeBoxNumber", kind: kindNumber, use: editable})},
	{name: "contacts", kind: kindGroup, use: editable, fields: textFields([]string{"telephone", "telefax", "mobile", "email"})},
	{name: "validity", kind: kindPeriod, use: editable},
	{name: "remarks", use: editable},
	{name: "modificationComment", use: editable},
	{name: "properties", kind: kindTexts, use: fixed},
	{name: "lastSuccessfulLoginDate", kind: kindTime, use: shown},
	{name: "lastFailedLoginDate", kind: kindTime, use: shown},
}, bookkeeping...)

var (
	states = []string{"active", "disabled", "archived"}
	sexes  = []string{"male", "female", "other"}
	// userSorts are the values of sortBy; each also exists with _ASC and _DESC.
	userSorts = []string{
		"extId", "loginId", "isTechnicalUser", "name.title", "name.firstName", "name.familyName", "birthDate",
		"address.countryCode", "address.city", "address.postalCode", "address.addressline1", "address.addressline2",
		"address.street", "address.houseNumber", "address.dwellingNumber", "address.postOfficeBoxText",
		"address.postOfficeBoxNumber", "address.locality", "contacts.telephone", "contacts.telefax", "contacts.mobile",
		"contacts.email", "validity.to", "validity.from", "remarks", "version", "created", "lastModified",
	}
	userFilters = append([]string{
		"userState", "languageCode", "sex", "gender", "modificationComment",
	}, userSorts...)
)

const (
	usersPath = "/core/v1/{clientExtId}/users"
	userPath  = usersPath + "/{userExtId}"
)

func userRoutes() []route {
	user := one("users")
	rows := []route{
		serve("POST "+usersPath, create("users", (*call).settleUser), "UserCreate"),
		serve("GET "+userPath, of(user, show), append([]string{"UserView"}, viewProperties...)...).forSelf(),
		serve("PATCH "+userPath, of(user, patchUser), "UserView", "UserModify").forSelf(),
		serve("DELETE "+userPath, of(user, deleteUser), "UserDelete"),
		serve("POST "+userPath+"/archive", of(user, archiveUser), "UserView", "UserArchive", "UserArchiveTechUser"),
	}
	return append(rows, propertyRoutes(userPath+"/properties", "user", user,
		[]string{"UserView"}, []string{"UserView", "UserModify"})...)
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

func (t *tx) checkSeededUser(d doc) error {
	properties, _ := d["properties"].(doc)
	return t.checkDefined(propertyOwner{client: text(d, "clientExtId"), scopes: ownerKinds["user"].scopes()}, properties)
}

func (c *call) userListing() listing {
	l := listing{
		fields: userFields, filters: userFilters, suffixed: []string{"extId", "loginId"}, sorts: userSorts,
		offset: true, total: true, properties: true,
	}
	classes := c.userClassifications(c.client())
	l.show = func(r *record) doc { return c.userView(r, classes) }
	return l
}

// userView returns a user with the classes of its attributes. It omits properties that the caller
// may not see.
func (c *call) userView(rec *record, classes doc) doc {
	out := view(userFields, rec.doc, c.quirks)
	if !c.caller.mayAll(viewProperties...) {
		delete(out, "properties")
	}
	if classes != nil {
		out["classifications"] = classes
	}
	return out
}

func listUsers(c *call) (reply, error) {
	l := c.userListing()
	l.classes = c.userClassifications(c.client())
	return c.page(l, c.list("users", "client", c.client()))
}

// countUsers counts the users that match the filters of the list.
func countUsers(c *call) (reply, error) {
	l := c.userListing()
	q, err := c.listQuery(l)
	if err != nil {
		return reply{}, err
	}
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
func (c *call) settleUser(d doc) error {
	if d["loginId"] != nil {
		if err := c.require("LoginIdOverride"); err != nil {
			return err
		}
	}
	if d["isTechnicalUser"] == true {
		if err := c.require("UserCreateTechUser"); err != nil {
			return err
		}
	}
	if d["loginId"] == nil {
		d["loginId"] = c.generateName("users", "loginId", "user", d)
	}
	if err := c.checkUser(d); err != nil {
		return err
	}
	properties, _ := d["properties"].(doc)
	owner := propertyOwner{client: c.client(), scopes: ownerKinds["user"].scopes()}
	return c.checkChanges(owner, doc{}, properties, "accessCreate")
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

func patchUser(c *call, rec *record) (reply, error) {
	return c.change(rec, func(next doc) error {
		if rec.text("userState") == "archived" {
			return archivedRecord(rec)
		}
		if c.selfAdmin && c.protected(rec.doc, next) {
			if err := c.requireToken(); err != nil {
				return err
			}
		}
		if err := c.checkUser(next); err != nil {
			return err
		}
		if next["userState"] == "archived" {
			c.archiveBelow(rec)
		}
		return nil
	})
}

// protected reports whether a self-admin change affects data that require an X-Token.
func (c *call) protected(old, next doc) bool {
	for _, path := range []string{"contacts.email", "userState"} {
		if attribute(old, path) != attribute(next, path) {
			return true
		}
	}
	return false
}

func archivedRecord(rec *record) error {
	return refuse(codeRecordDeleted, "%q is archived, which is final.", rec.id)
}

func deleteUser(c *call, rec *record) (reply, error) {
	for _, profile := range c.snapshot("profiles", "user", c.client(), rec.id) {
		c.dropProfile(profile)
	}
	c.dropCredentials(rec)
	c.dropAll("consents", "user", c.client(), rec.id)
	c.unlinkCallers("userExtId", rec.id)
	c.drop("users", rec)
	return noContent()
}
