package sim

func fillUnit(_ *tx, d doc) {
	setDefault(d, "name", text(d, "extId"))
	setDefault(d, "profileless", false)
	setDefault(d, "state", "active")
}

// checkTree refuses a seed in which a unit is below itself.
func (t *tx) checkTree(d doc) {
	client, id := text(d, "clientExtId"), text(d, "extId")
	seen := map[string]bool{id: true}
	for parent := text(d, "parentUnitExtId"); parent != ""; {
		if seen[parent] {
			panic(refuse(codeInvalidParameter, "The unit is below itself."))
		}
		seen[parent] = true
		parent = t.get("units", client, parent).text("parentUnitExtId")
	}
}

func (c *call) unitView(rec *record) doc {
	out := view(fieldsOf("units"), rec.doc, c.quirks)
	name := rec.id
	for up := c.parent(rec); up != nil; up = c.parent(up) {
		name = up.id + "/" + name
	}
	out["hierarchicalName"] = name
	return out
}

func (c *call) parent(unit *record) *record {
	return c.get("units", c.client(), unit.text("parentUnitExtId"))
}

// settleUnit generates an absent name. A unit without a parent needs a further right.
func (c *call) settleUnit(d doc) {
	parent := text(d, "parentUnitExtId")
	if parent == "" {
		c.require("UnitCreateTopUnit")
	}
	c.advanceVersion(quirkChildrenBump, c.get("units", c.client(), parent))
	if d["name"] == nil {
		d["name"] = c.generateName("units", "name", "unit", d)
	}
}

func (c *call) patchedUnit(old *record, next doc) {
	if c.quirks[quirkProfilelessFixed] && next["profileless"] != old.doc["profileless"] {
		panic(refuse(codeReadOnly, "profileless is fixed when the unit is created."))
	}
}

func (c *call) dropUnit(rec *record) {
	for list, table := range map[string]string{"parent": "units", "unit": "profiles"} {
		if n := len(c.list(table, list, c.client(), rec.id)); n > 0 {
			panic(refuse(codeDependencies, "The unit %q has %s: %d.", rec.id, table, n))
		}
	}
	if c.get("clients", c.client()).text("defaultUnitExtId") == rec.id {
		panic(refuse(codeDefaultEntity, "The unit %q is the default unit of the client.", rec.id))
	}
	c.dropProperties("unit", rec)
	c.drop(rec)
	c.advanceVersion(quirkChildrenBump, c.parent(rec))
}

func listChildren(c *call, rec *record) reply {
	return c.pageOf("units", c.list("units", "parent", c.client(), rec.id))
}

// moveUnit moves a unit and its subtree below another unit.
func moveUnit(c *call, parent *record) reply {
	child := c.lookup("units", c.vars["childExtId"])
	for up := parent; up != nil; up = c.parent(up) {
		if up.id == child.id {
			panic(refuse(codeInvalidParameter, "The unit %q cannot be moved below itself.", child.id))
		}
	}
	if child.text("parentUnitExtId") == parent.id {
		return noContent()
	}
	if child.text("state") == "disabled" {
		panic(refuse(codeInvalidParameter, "The unit %q is disabled and cannot become a subunit.", child.id))
	}
	return c.reparent(child, parent)
}

// reparent sets or removes the parent of a unit.
func (c *call) reparent(child, parent *record) reply {
	next := copyDoc(child.doc)
	delete(next, "parentUnitExtId")
	if parent != nil {
		next["parentUnitExtId"] = parent.id
	}
	c.checkUnique("units", next, child, uniqueLists...)
	c.save("units", next)
	c.advanceVersion(quirkChildrenBump, c.parent(child))
	c.advanceVersion(quirkChildrenBump, parent)
	return noContent()
}

func detachUnit(c *call, parent *record) reply {
	child := c.lookup("units", c.vars["childExtId"])
	if child.text("parentUnitExtId") != parent.id {
		panic(noRecord("child of unit "+parent.id, child.id, c.client()))
	}
	return c.reparent(child, nil)
}
