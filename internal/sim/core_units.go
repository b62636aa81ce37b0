package sim

import "strings"

var unitFields = append([]field{
	{name: "extId", use: fixed},
	{name: "parentUnitExtId", use: fixed},
	{name: "clientExtId", use: shown},
	{name: "name", kind: kindName, use: editable},
	{name: "description", use: editable},
	{name: "location", use: editable},
	{name: "displayName", kind: kindLocalized, use: editable},
	{name: "abbreviation", kind: kindLocalized, use: editable},
	{name: "profileless", kind: kindFlag, use: editable | needed, later: fixed | needed},
	{name: "state", kind: kindEnum, values: []string{"active", "disabled"}, later: editable},
	{name: "validity", kind: kindPeriod, use: editable},
	{name: "modificationComment", use: editable},
}, bookkeeping...)

func (s *Server) unitRoutes() []route {
	const units, unit = "/core/v1/{clientExtId}/units/", "/core/v1/{clientExtId}/units/{unitExtId}"
	return []route{
		{method: "POST", pattern: units, rights: []string{"UnitCreate"}, handle: createUnit},
		{method: "GET", pattern: unit, rights: []string{"UnitView"}, handle: getUnit},
		{method: "PATCH", pattern: unit, rights: []string{"UnitView", "UnitModify"}, handle: patchUnit},
		{method: "DELETE", pattern: unit, rights: []string{"UnitDelete"}, handle: deleteUnit},
		{method: "GET", pattern: unit + "/children", rights: []string{"UnitView"}, handle: listChildren},
		{method: "PUT", pattern: unit + "/children/{childExtId}", rights: []string{"UnitModify"}, handle: moveUnit},
		{
			method: "DELETE", pattern: unit + "/children/{childExtId}",
			rights: []string{"UnitModify", "UnitCreateTopUnit"}, handle: detachUnit,
		},
		{
			method: "GET", pattern: unit + "/properties/",
			rights: append([]string{"UnitView"}, viewProperties...), handle: getUnitProperties,
		},
		{
			method: "PATCH", pattern: unit + "/properties/",
			rights: append([]string{"UnitView", "UnitModify"}, modifyProperties...), handle: patchUnitProperties,
		},
	}
}

func fillUnit(t *tx, d doc) {
	setDefault(d, "name", text(d, "extId"))
	setDefault(d, "profileless", false)
	setDefault(d, "state", "active")
}

// checkTree refuses a seed in which a unit is below itself.
func (t *tx) checkTree(d doc) error {
	client, id := text(d, "clientExtId"), text(d, "extId")
	seen := map[string]bool{id: true}
	for parent := text(d, "parentUnitExtId"); parent != ""; {
		if seen[parent] {
			return refuse(codeInvalidParameter, "The unit is below itself.")
		}
		seen[parent] = true
		parent = t.get("units", client, parent).text("parentUnitExtId")
	}
	return nil
}

func (c *call) unitView(rec *record) doc {
	out := view(unitFields, rec.doc, c.quirks)
	names := []string{rec.id}
	for up := c.parent(rec); up != nil; up = c.parent(up) {
		names = append([]string{up.id}, names...)
	}
	out["hierarchicalName"] = strings.Join(names, "/")
	return out
}

func (c *call) parent(unit *record) *record {
	return c.get("units", c.client(), unit.text("parentUnitExtId"))
}

func createUnit(c *call) (reply, error) {
	d, err := c.createBody(unitFields)
	if err != nil {
		return reply{}, err
	}
	d["clientExtId"] = c.client()
	var parent *record
	if id := text(d, "parentUnitExtId"); id == "" {
		err = c.require("UnitCreateTopUnit")
	} else {
		parent, err = c.lookup("units", id)
	}
	if err != nil {
		return reply{}, err
	}
	if d["name"] == nil {
		d["name"] = c.generateName("units", "name", "unit", d)
	}
	fillUnit(c.tx, d)
	rec, err := c.add("units", d)
	if err != nil {
		return reply{}, err
	}
	c.advanceVersion(quirkChildrenBump, "units", parent)
	return c.created("core", "v1", c.client(), "units", rec.id)
}

func getUnit(c *call) (reply, error) {
	rec, err := c.find("units", "unitExtId")
	if err != nil {
		return reply{}, err
	}
	return okReply(c.unitView(rec))
}

func patchUnit(c *call) (reply, error) {
	rec, err := c.find("units", "unitExtId")
	if err != nil {
		return reply{}, err
	}
	next, err := c.patch(unitFields, rec)
	if err != nil {
		return reply{}, err
	}
	if next == nil {
		return okReply(c.unitView(rec))
	}
	if c.quirks[quirkProfilelessFixed] && next["profileless"] != rec.doc["profileless"] {
		return reply{}, refuse(codeReadOnly, "profileless is fixed when the unit is created.")
	}
	if err := c.checkName("units", next); err != nil {
		return reply{}, err
	}
	return okReply(c.unitView(c.save("units", next)))
}

func deleteUnit(c *call) (reply, error) {
	rec, err := c.find("units", "unitExtId")
	if err != nil {
		return reply{}, err
	}
	if n := len(c.list("units", "parent", c.client(), rec.id)); n > 0 {
		return reply{}, refuse(codeDependencies, "The unit %q has %d child units.", rec.id, n)
	}
	if n := len(c.list("profiles", "unit", c.client(), rec.id)); n > 0 {
		return reply{}, refuse(codeDependencies, "The unit %q has profiles: %d.", rec.id, n)
	}
	if c.get("clients", c.client()).text("defaultUnitExtId") == rec.id {
		return reply{}, refuse(codeDefaultEntity, "The unit %q is the default unit of the client.", rec.id)
	}
	parent := c.parent(rec)
	c.dropProperties("unit", rec.id)
	c.drop("units", rec)
	c.advanceVersion(quirkChildrenBump, "units", parent)
	return noContent()
}

func listChildren(c *call) (reply, error) {
	rec, err := c.find("units", "unitExtId")
	if err != nil {
		return reply{}, err
	}
	return c.page(listing{fields: unitFields, show: c.unitView}, c.list("units", "parent", c.client(), rec.id))
}

// parentAndChild returns the units in the path of a move.
func (c *call) parentAndChild() (parent, child *record, err error) {
	if parent, err = c.find("units", "unitExtId"); err == nil {
		child, err = c.find("units", "childExtId")
	}
	return parent, child, err
}

// moveUnit moves a unit and its subtree below another unit.
func moveUnit(c *call) (reply, error) {
	parent, child, err := c.parentAndChild()
	if err != nil {
		return reply{}, err
	}
	for up := parent; up != nil; up = c.parent(up) {
		if up.id == child.id {
			return reply{}, refuse(codeInvalidParameter, "The unit %q cannot be moved below itself.", child.id)
		}
	}
	if child.text("parentUnitExtId") == parent.id {
		return noContent()
	}
	if child.text("state") == "disabled" {
		return reply{}, refuse(codeInvalidParameter, "The unit %q is disabled and cannot become a subunit.", child.id)
	}
	return c.reparent(child, parent)
}

// reparent sets or removes the parent of a unit.
func (c *call) reparent(child, parent *record) (reply, error) {
	next := copyDoc(child.doc)
	delete(next, "parentUnitExtId")
	if parent != nil {
		next["parentUnitExtId"] = parent.id
	}
	if err := c.checkName("units", next); err != nil {
		return reply{}, err
	}
	old := c.parent(child)
	c.save("units", next)
	c.advanceVersion(quirkChildrenBump, "units", old)
	c.advanceVersion(quirkChildrenBump, "units", parent)
	return noContent()
}

func detachUnit(c *call) (reply, error) {
	parent, child, err := c.parentAndChild()
	if err != nil {
		return reply{}, err
	}
	if child.text("parentUnitExtId") != parent.id {
		return reply{}, noRecord("child of unit "+parent.id, child.id, c.client())
	}
	return c.reparent(child, nil)
}

func (c *call) unitOwner() (propertyOwner, error) {
	rec, err := c.find("units", "unitExtId")
	if err != nil {
		return propertyOwner{}, err
	}
	return propertyOwner{
		client: c.client(), table: "units", kind: "unit", record: rec, scopes: []propertyScope{{"onUnitGlobal", ""}},
	}, nil
}

func getUnitProperties(c *call) (reply, error) { return c.propertiesReply(c.unitOwner()) }

func patchUnitProperties(c *call) (reply, error) { return c.patchProperties(c.unitOwner()) }
