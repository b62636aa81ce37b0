package sim

import (
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"
)

var (
	viewProperties   = []string{"PropertyView", "PropertyValueView", "PropertyAllowedValueView"}
	modifyProperties = append(slices.Clone(viewProperties), "PropertyValueCreate", "PropertyValueDelete", "PropertyValueModify")
	userScopes       = []propertyScope{{"onUserGlobal", ""}}
)

var propertySetFields = []field{
	{name: "clientExtId"},
	{name: "ownerType", kind: kindEnum, values: []string{"unit", "profile", "authorization", "enterpriseRole"}},
	{name: "ownerExtId"},
	{name: "profileExtId"},
	{name: "values", kind: kindTexts},
}

// propertyScope is a scope with the application that narrows it, or "".
type propertyScope struct{ name, application string }

// propertyOwner is an object whose properties are read or changed.
type propertyOwner struct {
	client string
	// table holds the owner; kind is its name in the seed file.
	table, kind string
	record      *record
	// scopes are searched in order for the definition of a property.
	scopes []propertyScope
	// classes is the part of the policy's keys that classifies the names.
	classes string
}

// inline reports whether the values are a field of the owner.
func (o propertyOwner) inline() bool { return o.kind == "user" || o.kind == "credential" }

// propertyValues returns the stored values of an owner.
func (t *tx) propertyValues(o propertyOwner) doc {
	holder, name := o.record.doc, "properties"
	if !o.inline() {
		name = "values"
		holder = nil
		if set := t.get("properties", o.client, o.kind, o.record.id); set != nil {
			holder = set.doc
		}
	}
	values, _ := holder[name].(doc)
	return values
}

// propertiesReply returns a property set: a flat object of names and values.
func (c *call) propertiesReply(o propertyOwner, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	out := doc{}
	maps.Copy(out, c.propertyValues(o))
	if o.classes != "" {
		classify(out, c.classifications(o.client, o.classes))
	}
	return okReply(out)
}

// patchProperties creates, changes and removes the properties in the body and keeps the others. It
// ignores null; "" removes a property.
func (c *call) patchProperties(o propertyOwner, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	body, err := c.object()
	if err != nil {
		return reply{}, err
	}
	dropNulls(body)
	if len(body) == 0 {
		return c.propertiesReply(o, nil)
	}
	old := c.propertyValues(o)
	if err := c.checkChanges(o, old, body, "accessModify"); err != nil {
		return reply{}, err
	}
	values := maps.Clone(old)
	if values == nil {
		values = doc{}
	}
	for name, v := range body {
		if values[name] = v; v == "" {
			delete(values, name)
		}
	}
	c.storeProperties(o, values)
	o.record = c.get(o.table, o.client, o.record.id)
	return c.propertiesReply(o, nil)
}

func (c *call) storeProperties(o propertyOwner, values doc) {
	owner := o.record
	if o.inline() {
		next := copyDoc(owner.doc)
		next["properties"] = values
		c.advanceVersion(quirkPropertiesBump, o.table, c.put(o.table, next))
		return
	}
	set := doc{"clientExtId": o.client, "ownerType": o.kind, "ownerExtId": owner.id, "values": values}
	if profile := owner.text("profileExtId"); profile != "" {
		set["profileExtId"] = profile
	}
	c.put("properties", set)
	c.advanceVersion(quirkPropertiesBump, o.table, owner)
}

// dropProperties deletes the property set of a deleted owner.
func (c *call) dropProperties(kind, id string) {
	if set := c.get("properties", c.client(), kind, id); set != nil {
		c.drop("properties", set)
	}
}

// checkChanges checks the values of a body against their definitions. access names the definition's
// field that permits the change.
func (c *call) checkChanges(o propertyOwner, old, sent doc, access string) error {
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		v := sent[name]
		value, ok := v.(string)
		if !ok {
			return wrongType("property "+name, "a string")
		}
		definition, err := c.effectiveDefinition(o, name)
		if err != nil {
			return err
		}
		if value == text(old, name) {
			continue
		}
		if definition.text(access) != "READ_WRITE" {
			return refuse(codeReadOnly, "The property %s is read-only (%s is %s).", name, access, definition.text(access))
		}
		if value == "" {
			continue
		}
		if err := checkValue(definition, name, value); err != nil {
			return err
		}
		if err := c.checkUnique(o, definition, name, value); err != nil {
			return err
		}
	}
	return nil
}

// checkDefined checks that the properties of a seed element are defined. It does not check their
// values, which may be older than the definitions.
func (t *tx) checkDefined(o propertyOwner, values doc) error {
	for name := range values {
		if _, err := t.effectiveDefinition(o, name); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) effectiveDefinition(o propertyOwner, name string) (*record, error) {
	for _, scope := range o.scopes {
		if rec := t.definition(o.client, scope, name); rec != nil {
			return rec, nil
		}
	}
	return nil, refuse(codeInvalidData, "The property %s is not defined.", name)
}

// checkValue checks a value against the type of its property.
func checkValue(definition *record, name, value string) error {
	if n, ok := definition.doc["stringMaxLen"].(int64); ok && n > 0 && int64(utf8.RuneCountInString(value)) > n {
		return refuse(codeStringMaxLen, "The value of property %s is longer than %d characters.", name, n)
	}
	if expression := definition.text("stringRegex"); expression != "" {
		if !regexp.MustCompile("^(?:" + expression + ")$").MatchString(value) {
			return refuse(codeStringRegex, "The value of property %s does not match %s.", name, expression)
		}
	}
	allowed := allowedValues(definition.doc)
	if len(allowed) == 0 || slices.ContainsFunc(allowed, func(d doc) bool { return text(d, "value") == value }) {
		return nil
	}
	return refuse(codeInvalidData, "The value of property %s is not allowed.", name)
}

// checkUnique refuses a value of a unique property that another owner in the client has.
func (c *call) checkUnique(o propertyOwner, definition *record, name, value string) error {
	switch definition.text("uniquenessScope") {
	case "", "NONE":
		return nil
	}
	if o.kind == "user" || o.kind == "" {
		for _, rec := range c.list("users", "client", o.client) {
			properties, _ := rec.doc["properties"].(doc)
			if (o.record == nil || rec.id != o.record.id) && text(properties, name) == value {
				return notUnique(name, rec.id)
			}
		}
		return nil
	}
	for _, rec := range c.list("properties", "client", o.client) {
		values, _ := rec.doc["values"].(doc)
		if rec.text("ownerType") == o.kind && rec.text("ownerExtId") != o.record.id && text(values, name) == value {
			return notUnique(name, rec.text("ownerExtId"))
		}
	}
	return nil
}

func notUnique(name, owner string) error {
	return refuse(codeNotUnique, "The value of property %s must be unique, %q has it.", name, owner)
}

// checkPropertySet checks the owner and the values of a seed element.
func (t *tx) checkPropertySet(d doc) error {
	o := propertyOwner{client: text(d, "clientExtId"), kind: text(d, "ownerType")}
	tables := map[string]string{
		"unit": "units", "profile": "profiles", "authorization": "authorizations", "enterpriseRole": "enterpriseRoles",
	}
	scopes := map[string]string{
		"unit": "onUnitGlobal", "profile": "onProfileGlobal", "enterpriseRole": "onEnterpriseRoleGlobal",
	}
	owner := t.get(tables[o.kind], o.client, text(d, "ownerExtId"))
	if owner == nil || o.kind == "authorization" && owner.text("profileExtId") != text(d, "profileExtId") {
		return refuse(codeInvalidData, "ownerExtId: the %s %q does not exist.", o.kind, d["ownerExtId"])
	}
	o.scopes = []propertyScope{{scopes[o.kind], ""}}
	if o.kind == "authorization" {
		o.scopes = t.authorizationScopes(owner.doc)
	}
	values, _ := d["values"].(doc)
	return t.checkDefined(o, values)
}

// userOwner returns the user in the path, whose values are a field of the user.
func (c *call) userOwner() (propertyOwner, error) {
	rec, err := c.find("users", "userExtId")
	if err != nil {
		return propertyOwner{}, err
	}
	return propertyOwner{
		client: c.client(), table: "users", kind: "user", record: rec, scopes: userScopes, classes: "user.properties",
	}, nil
}

func getUserProperties(c *call) (reply, error) { return c.propertiesReply(c.userOwner()) }

func patchUserProperties(c *call) (reply, error) { return c.patchProperties(c.userOwner()) }
