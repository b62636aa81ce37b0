package sim

import (
	"maps"
	"net/http"
	"slices"
	"unicode/utf8"
)

var viewProperties = []string{"PropertyView", "PropertyValueView", "PropertyAllowedValueView"}

// propertyScope is a scope with the application that narrows it, or "".
type propertyScope struct{ name, application string }

// propertyOwner is an object whose properties are read or changed.
type propertyOwner struct {
	ownerKind
	client string
	// kind is the name of its kind, or "" for a new user.
	kind   string
	record *record
	// scopes are searched in order for the definition of a property.
	scopes []propertyScope
}

// ownerKind is a kind of objects with properties.
type ownerKind struct {
	table, scope string
	// classes is the part of the policy's keys that classifies the names.
	classes string
	// inline kinds have the values in a field.
	inline bool
}

// ownerKinds are the kinds of owners by their names in the seed file.
var ownerKinds = map[string]ownerKind{
	"unit":           {table: "units", scope: "onUnitGlobal"},
	"profile":        {table: "profiles", scope: "onProfileGlobal", classes: "profile.properties"},
	"authorization":  {table: "authorizations"},
	"enterpriseRole": {table: "enterpriseRoles", scope: "onEnterpriseRoleGlobal"},
	"user":           {table: "users", scope: "onUserGlobal", classes: "user.properties", inline: true},
	"credential":     {table: "credentials", scope: genericScope, inline: true},
}

func (k ownerKind) scopes() []propertyScope { return []propertyScope{{k.scope, ""}} }

// ownerOf returns a record as an owner of properties.
func (t *tx) ownerOf(kind string, rec *record) propertyOwner {
	k := ownerKinds[kind]
	o := propertyOwner{ownerKind: k, client: rec.text("clientExtId"), kind: kind, record: rec, scopes: k.scopes()}
	if kind == "authorization" {
		o.scopes = t.authorizationScopes(rec.doc)
	}
	return o
}

// properties serves the reading and the change of the properties of an owner of a kind.
func properties(kind string) handler {
	return func(c *call, rec *record) reply {
		if c.request.Method == http.MethodGet {
			return c.propertiesReply(c.ownerOf(kind, rec))
		}
		return c.patchProperties(c.ownerOf(kind, rec))
	}
}

// propertyValues returns the stored values of an owner.
func (t *tx) propertyValues(o propertyOwner) doc {
	holder, name := o.record.doc, "properties"
	if !o.inline {
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
func (c *call) propertiesReply(o propertyOwner) reply {
	out := doc{}
	maps.Copy(out, c.propertyValues(o))
	if o.classes != "" {
		classify(out, c.classifications(o.client, o.classes))
	}
	return okReply(out)
}

// patchProperties creates, changes and removes the properties in the body and keeps the others. It
// ignores null; "" removes a property.
func (c *call) patchProperties(o propertyOwner) reply {
	body := c.object()
	dropNulls(body)
	if len(body) == 0 {
		return c.propertiesReply(o)
	}
	old := c.propertyValues(o)
	c.checkChanges(o, old, body, "accessModify")
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
	return c.propertiesReply(o)
}

func (c *call) storeProperties(o propertyOwner, values doc) {
	owner := o.record
	if o.inline {
		c.advanceVersion(quirkPropertiesBump, c.put(o.table, owner.with(doc{"properties": values})))
		return
	}
	set := doc{"clientExtId": o.client, "ownerType": o.kind, "ownerExtId": owner.id, "values": values}
	if profile := owner.text("profileExtId"); profile != "" {
		set["profileExtId"] = profile
	}
	c.put("properties", set)
	c.advanceVersion(quirkPropertiesBump, owner)
}

// dropProperties deletes the property set of a deleted owner.
func (c *call) dropProperties(kind string, owner *record) {
	if set := c.get("properties", owner.text("clientExtId"), kind, owner.id); set != nil {
		c.drop(set)
	}
}

// checkChanges checks the values of a body against their definitions. access names the definition's
// field that permits the change.
func (c *call) checkChanges(o propertyOwner, old, sent doc, access string) {
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		v := sent[name]
		value, ok := v.(string)
		if !ok {
			panic(wrongType("property "+name, "a string"))
		}
		definition := c.effectiveDefinition(o, name)
		if value == text(old, name) {
			continue
		}
		if definition.text(access) != "READ_WRITE" {
			panic(refuse(codeReadOnly, "The property %s is read-only (%s is %s).", name, access, definition.text(access)))
		}
		if value == "" {
			continue
		}
		checkValue(definition, name, value)
		c.checkUniqueValue(o, definition, name, value)
	}
}

// checkDefined checks that the properties of a seed element are defined. It does not check their
// values, which may be older than the definitions.
func (t *tx) checkDefined(o propertyOwner, values doc) {
	for name := range values {
		t.effectiveDefinition(o, name)
	}
}

func (t *tx) effectiveDefinition(o propertyOwner, name string) *record {
	for _, scope := range o.scopes {
		if rec := t.definition(o.client, scope, name); rec != nil {
			return rec
		}
	}
	panic(refuse(codeInvalidData, "The property %s is not defined.", name))
}

// checkValue checks a value against the type of its property.
func checkValue(definition *record, name, value string) {
	if n, ok := definition.doc["stringMaxLen"].(int64); ok && n > 0 && int64(utf8.RuneCountInString(value)) > n {
		panic(refuse(codeStringMaxLen, "The value of property %s is longer than %d characters.", name, n))
	}
	if expression := definition.text("stringRegex"); contradicts(expression, value) {
		panic(refuse(codeStringRegex, "The value of property %s does not match %s.", name, expression))
	}
	allowed := allowedValues(definition.doc)
	if len(allowed) == 0 || slices.ContainsFunc(allowed, func(d doc) bool { return text(d, "value") == value }) {
		return
	}
	panic(refuse(codeInvalidData, "The value of property %s is not allowed.", name))
}

// checkUniqueValue refuses a value of a unique property that another owner in the client has.
func (c *call) checkUniqueValue(o propertyOwner, definition *record, name, value string) {
	switch definition.text("uniquenessScope") {
	case "", "NONE":
		return
	}
	refuseTwice := func(owner string, values any) {
		held, _ := values.(doc)
		if (o.record == nil || owner != o.record.id) && text(held, name) == value {
			panic(refuse(codeNotUnique, "The value of property %s must be unique, %q has it.", name, owner))
		}
	}
	if o.kind == "user" || o.kind == "" {
		for _, rec := range c.list("users", "client", o.client) {
			refuseTwice(rec.id, rec.doc["properties"])
		}
		return
	}
	for _, rec := range c.list("properties", "client", o.client) {
		if rec.text("ownerType") == o.kind {
			refuseTwice(rec.text("ownerExtId"), rec.doc["values"])
		}
	}
}

// checkPropertySet checks the owner and the values of a seed element.
func (t *tx) checkPropertySet(d doc) {
	kind := text(d, "ownerType")
	owner := t.get(ownerKinds[kind].table, text(d, "clientExtId"), text(d, "ownerExtId"))
	if owner == nil || kind == "authorization" && owner.text("profileExtId") != text(d, "profileExtId") {
		panic(refuse(codeInvalidData, "ownerExtId: the %s %q does not exist.", kind, d["ownerExtId"]))
	}
	values := nested(d, "values")
	t.checkDefined(t.ownerOf(kind, owner), values)
}
