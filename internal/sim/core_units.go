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

const (
	unitsPath = "/core/v1/{clientExtId}/units/"
	unitPath  = unitsPath + "{unitExtId}"
)

func unitRoutes() []route {
	const child = unitPath + "/children/{childExtId}"
	unit := one("units")
	rows := []route{
		serve("POST "+unitsPath, create("units", (*call).settleUnit), "UnitCreate"),
		serve("GET "+unitPath, of(unit, show), "UnitView"),
		serve("PATCH "+unitPath, of(unit, patchUnit), "UnitView", "UnitModify"),
		serve("DELETE "+unitPath, of(unit, deleteUnit), "UnitDelete"),
		serve("GET "+unitPath+"/children", of(unit, listChildren), "UnitView"),
		serve("PUT "+child, ofChild(moveUnit), "UnitModify"),
		serve("DELETE "+child, ofChild(detachUnit), "UnitModify", "UnitCreateTopUnit"),
	}
	return append(rows, propertyRoutes(unitPath+"/properties/", "unit", unit,
		[]string{"UnitView"}, []string{"UnitView", "UnitModify"})...)
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

// settleUnit checks the parent of a new unit, and generates an absent name.
func (c *call) settleUnit(d doc) error {
	if id := text(d, "parentUnitExtId"); id == "" {
		if err := c.require("UnitCreateTopUnit"); err != nil {
			return err
		}
	} else {
		parent, err := c.lookup("units", id)
		if err != nil {
			return err
		}
		c.advanceVersion(quirkChildrenBump, "units", parent)
	}
	if d["name"] == nil {
		d["name"] = c.generateName("units", "name", "unit", d)
	}
	return nil
}

func patchUnit(c *call, rec *record) (reply, error) {
	return c.change(rec, func(next doc) error {
		if c.quirks[quirkProfilelessFixed] && next["profileless"] != rec.doc["profileless"] {
			return refuse(codeReadOnly, "profileless is fixed when the unit is created.")
		}
		return nil
	})
}

func deleteUnit(c *call, rec *record) (reply, error) {
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
	c.dropProperties("unit", rec)
	c.drop("units", rec)
	c.advanceVersion(quirkChildrenBump, "units", parent)
	return noContent()
}

func listChildren(c *call, rec *record) (reply, error) {
	return c.pageOf("units", c.list("units", "parent", c.client(), rec.id))
}

// ofChild passes the two units in the path of a move to a handler.
func ofChild(handle func(c *call, parent, child *record) (reply, error)) handler {
	return of(one("units"), func(c *call, parent *record) (reply, error) {
		child, err := c.lookup("units", c.vars["childExtId"])
		if err != nil {
			return reply{}, err
		}
		return handle(c, parent, child)
	})
}

// moveUnit moves a unit and its subtree below another unit.
func moveUnit(c *call, parent, child *record) (reply, error) {
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

func detachUnit(c *call, parent, child *record) (reply, error) {
	if child.text("parentUnitExtId") != parent.id {
		return reply{}, noRecord("child of unit "+parent.id, child.id, c.client())
	}
	return c.reparent(child, nil)
}
