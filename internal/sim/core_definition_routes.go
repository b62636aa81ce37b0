package sim

import (
	"slices"
	"strings"
)

// listDefinitions lists the client's definitions and the definitions for all clients.
func listDefinitions(c *call, _ *record) reply {
	return c.page(listing{fields: fieldsOf("propertyDefinitions")}, c.definitionsOf(c.client()))
}

// definitionsOf returns the definitions that apply to a client.
func (t *tx) definitionsOf(client string) []*record {
	records := slices.Clone(t.list("propertyDefinitions", "client", client))
	records = append(records, t.list("propertyDefinitions", "client", "")...)
	slices.SortFunc(records, t.data["propertyDefinitions"].compare)
	return records
}

// searchDefinitions has its own filters, which are not attribute paths.
func searchDefinitions(c *call, _ *record) reply {
	records := c.list("propertyDefinitions", "all")
	if client := c.query.Get("clientExtId"); client != "" {
		records = c.definitionsOf(client)
	}
	scope, known := scopeNames[c.query.Get("scope")]
	if c.query.Has("scope") && !known {
		panic(malformed("The scope %q is unknown.", c.query.Get("scope")))
	}
	if _, known := typeNames[c.query.Get("type")]; c.query.Has("type") && !known {
		panic(malformed("The type %q is unknown.", c.query.Get("type")))
	}
	if c.query.Has("applicationExtId") && scope != "onProfileForApp" && scope != "onRoleForApp" {
		panic(malformed("applicationExtId applies only to the scopes PROFILE_FOR_APPLICATION and ROLE_FOR_APPLICATION."))
	}
	part := strings.ToLower(c.query.Get("name"))
	found := slices.DeleteFunc(slices.Clone(records), func(r *record) bool {
		return scope != "" && r.text("scope") != scope ||
			c.query.Has("type") && !strings.EqualFold(r.text("type"), c.query.Get("type")) ||
			c.query.Has("applicationExtId") && r.text("applicationExtId") != c.query.Get("applicationExtId") ||
			!strings.Contains(strings.ToLower(r.text("name")), part)
	})
	for _, name := range []string{"scope", "type", "clientExtId", "applicationExtId", "name"} {
		c.query.Del(name)
	}
	return c.page(listing{fields: fieldsOf("definition"), filters: []string{}, show: c.view}, found)
}

// definitionView formats scope, type and allowed values as these operations do.
func definitionView(_ *call, rec *record) doc {
	out := copyDoc(rec.doc)
	for later, name := range scopeNames {
		if name == rec.text("scope") {
			out["scope"] = later
		}
	}
	out["type"] = strings.ToUpper(rec.text("type"))
	delete(out, "propertyAllowedValues")
	var values []any
	for _, v := range allowedValues(rec.doc) {
		values = append(values, doc{"allowedValueId": v["propertyAllowedValId"], "value": v["value"]})
	}
	if values != nil {
		out["allowedValues"] = values
	}
	return out
}

func allowedValues(definition doc) []doc {
	list, _ := definition["propertyAllowedValues"].([]any)
	out := make([]doc, 0, len(list))
	for _, v := range list {
		if d, ok := v.(doc); ok {
			out = append(out, d)
		}
	}
	return out
}

func createDefinition(c *call, _ *record) reply {
	d := c.createBody(fieldsOf("definition"))
	c.checkReferences("propertyDefinitions", d)
	all := c.list("propertyDefinitions", "all")
	d["propertyId"] = int64(1)
	if len(all) > 0 {
		d["propertyId"] = number(all[len(all)-1].doc, "propertyId") + 1
	}
	return c.created(c.storeDefinition(d, nil))
}

// storeDefinition checks a definition in the format of these operations, and stores it. old is the
// record that it replaces, or nil.
func (c *call) storeDefinition(d doc, old *record) *record {
	mergeAllowed(d, old)
	fillDefinition(c.tx, d)
	c.checkDefinition(d)
	if text(d, "type") == "Enum" && (len(allowedValues(d)) == 0 || text(d, "stringRegex") != "") {
		panic(refuse(codeInvalidData, "The type ENUM needs allowedValues, and has no stringRegex."))
	}
	c.checkUnique("propertyDefinitions", d, old, uniqueLists...)
	return c.put("propertyDefinitions", d)
}

// mergeAllowed computes the stored allowed values: it updates values with an ID, adds those
// without, and removes absent ones.
func mergeAllowed(d doc, old *record) {
	sent, ok := d["allowedValues"].([]any)
	if !ok {
		return
	}
	delete(d, "allowedValues")
	next := int64(1)
	known := map[any]bool{}
	if old == nil {
		old = &record{}
	}
	for _, v := range allowedValues(old.doc) {
		id := number(v, "propertyAllowedValId")
		known[id], next = true, max(next, id+1)
	}
	var out []any
	for _, v := range sent {
		value, _ := v.(doc)
		id := value["allowedValueId"]
		if id == nil {
			id, next = next, next+1
		} else if !known[id] {
			panic(refuse(codeInvalidData, "allowedValues: no value has the id %v.", id))
		}
		out = append(out, doc{"propertyAllowedValId": id, "value": value["value"]})
	}
	d["propertyAllowedValues"] = out
}

// patchDefinition deletes all stored values when the type changes, or when no definition would
// apply to them.
func patchDefinition(c *call, rec *record) reply {
	next := c.patch(fieldsOf("definition"), rec)
	if next == nil {
		return show(c, rec)
	}
	saved := c.storeDefinition(next, rec)
	if saved.text("type") != rec.text("type") || saved.text("scope") != rec.text("scope") {
		c.deleteValues(rec)
	}
	return show(c, saved)
}

func (c *call) dropDefinition(rec *record) {
	c.deleteValues(rec)
	c.drop(rec)
}
