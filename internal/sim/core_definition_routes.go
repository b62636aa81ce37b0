package sim

import (
	"maps"
	"slices"
	"strings"
)

// definitionBody holds the fields that the operations on definitions accept.
var definitionBody = []field{
	{name: "name", kind: kindName, use: editable | needed},
	{name: "description", use: editable},
	{name: "type", kind: kindEnum, use: editable | needed, values: []string{"STRING", "ENUM"}},
	{name: "scope", kind: kindEnum, use: editable | needed, values: slices.Sorted(maps.Keys(scopeNames))},
	{name: "encrypted", kind: kindFlag, use: editable},
	{name: "propagated", kind: kindFlag, use: editable},
	{name: "mandatoryOnGui", kind: kindFlag, use: editable},
	{name: "stringMaxLen", kind: kindNumber, use: editable},
	{name: "stringRegex", use: editable},
	{name: "accessCreate", kind: kindEnum, use: editable, values: accesses},
	{name: "accessModify", kind: kindEnum, use: editable, values: accesses},
	{name: "uniquenessScope", kind: kindEnum, use: editable, values: uniquenessScopes},
	{name: "guiPrecedence", kind: kindNumber, use: editable},
	{name: "displayName", kind: kindLocalized, use: editable},
	{name: "clientExtId", use: fixed},
	{name: "applicationExtId", use: fixed},
	{name: "allowedValues", kind: kindObjects, use: editable, fields: []field{
		{name: "allowedValueId", kind: kindNumber, use: editable},
		{name: "value", kind: kindName, use: editable},
	}},
}

const (
	definitionsPath = "/core/v1/properties"
	definitionPath  = definitionsPath + "/{propertyId}"
)

func definitionRoutes() []route {
	definition := one("propertyDefinitions")
	return []route{
		serve("GET /core/v1/clients/{clientExtId}/properties", listDefinitions, "PropertyView", "PropertyAllowedValueView"),
		serve("GET "+definitionsPath, searchDefinitions, "PropertyView"),
		serve("POST "+definitionsPath, createDefinition, "PropertyCreate"),
		serve("GET "+definitionPath, of(definition, show), "PropertyView"),
		serve("PATCH "+definitionPath, of(definition, patchDefinition), "PropertyModify"),
		serve("DELETE "+definitionPath, of(definition, deleteDefinition), "PropertyDelete"),
	}
}

// listDefinitions lists the client's definitions and the definitions for all clients.
func listDefinitions(c *call) (reply, error) {
	return c.page(listing{fields: definitionFields}, c.definitionsOf(c.client()))
}

// definitionsOf returns the definitions that apply to a client.
func (t *tx) definitionsOf(client string) []*record {
	records := slices.Clone(t.list("propertyDefinitions", "client", client))
	records = append(records, t.list("propertyDefinitions", "client", "")...)
	slices.SortFunc(records, t.data["propertyDefinitions"].compare)
	return records
}

// searchDefinitions has its own filters, which are not attribute paths.
func searchDefinitions(c *call) (reply, error) {
	records := c.list("propertyDefinitions", "all")
	if client := c.query.Get("clientExtId"); client != "" {
		records = c.definitionsOf(client)
	}
	scope, known := scopeNames[c.query.Get("scope")]
	if c.query.Has("scope") && !known {
		return reply{}, malformed("The scope %q is unknown.", c.query.Get("scope"))
	}
	if _, known := typeNames[c.query.Get("type")]; c.query.Has("type") && !known {
		return reply{}, malformed("The type %q is unknown.", c.query.Get("type"))
	}
	if c.query.Has("applicationExtId") && scope != "onProfileForApp" && scope != "onRoleForApp" {
		return reply{}, malformed("applicationExtId applies only to the scopes PROFILE_FOR_APPLICATION and ROLE_FOR_APPLICATION.")
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
	return c.page(listing{fields: definitionBody, filters: []string{}, show: c.view}, found)
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

func createDefinition(c *call) (reply, error) {
	d, err := c.createBody(definitionBody)
	if err != nil {
		return reply{}, err
	}
	if client := text(d, "clientExtId"); client != "" && c.get("clients", client) == nil {
		return reply{}, noGlobalRecord("client", client)
	}
	if app := text(d, "applicationExtId"); app != "" && c.get("applications", app) == nil {
		return reply{}, noGlobalRecord("application", app)
	}
	all := c.list("propertyDefinitions", "all")
	id := int64(1)
	if len(all) > 0 {
		last, _ := all[len(all)-1].doc["propertyId"].(int64)
		id = last + 1
	}
	d["propertyId"] = id
	rec, err := c.storeDefinition(d, nil)
	if err != nil {
		return reply{}, err
	}
	return c.created(rec)
}

// storeDefinition checks a definition in the format of these operations, and stores it. old holds
// the previous allowed values.
func (c *call) storeDefinition(d doc, old []doc) (*record, error) {
	if err := mergeAllowed(d, old); err != nil {
		return nil, err
	}
	fillDefinition(c.tx, d)
	if err := c.checkDefinition(d); err != nil {
		return nil, err
	}
	if text(d, "type") == "Enum" && len(allowedValues(d)) == 0 {
		return nil, refuse(codeInvalidData, "allowedValues is mandatory for the type ENUM.")
	}
	if text(d, "type") == "Enum" && text(d, "stringRegex") != "" {
		return nil, refuse(codeInvalidData, "stringRegex belongs to the type STRING.")
	}
	if err := c.checkName("propertyDefinitions", d); err != nil {
		return nil, err
	}
	return c.put("propertyDefinitions", d), nil
}

// mergeAllowed computes the stored allowed values: it updates values with an ID, adds those
// without, and removes absent ones.
func mergeAllowed(d doc, old []doc) error {
	sent, ok := d["allowedValues"].([]any)
	if !ok {
		return nil
	}
	delete(d, "allowedValues")
	next := int64(1)
	known := map[any]bool{}
	for _, v := range old {
		id, _ := v["propertyAllowedValId"].(int64)
		known[id], next = true, max(next, id+1)
	}
	var out []any
	for _, v := range sent {
		value, _ := v.(doc)
		id := value["allowedValueId"]
		if id == nil {
			id, next = next, next+1
		} else if !known[id] {
			return refuse(codeInvalidData, "allowedValues: no value has the id %v.", id)
		}
		out = append(out, doc{"propertyAllowedValId": id, "value": value["value"]})
	}
	d["propertyAllowedValues"] = out
	return nil
}

// patchDefinition deletes all stored values when the type changes, or when no definition would
// apply to them.
func patchDefinition(c *call, rec *record) (reply, error) {
	next, err := c.patch(definitionBody, rec)
	if err != nil {
		return reply{}, err
	}
	if next == nil {
		return show(c, rec)
	}
	saved, err := c.storeDefinition(next, allowedValues(rec.doc))
	if err != nil {
		return reply{}, err
	}
	if saved.text("type") != rec.text("type") || saved.text("scope") != rec.text("scope") {
		c.deleteValues(rec)
	}
	return show(c, saved)
}

func deleteDefinition(c *call, rec *record) (reply, error) {
	c.deleteValues(rec)
	c.drop("propertyDefinitions", rec)
	return noContent()
}
