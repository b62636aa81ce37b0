package sim

// handler responds to a call. rec is the object that the last variable of the path names, or nil.
type handler = func(c *call, rec *record) reply

// withBody also passes the body of the request.
func withBody(name string, handle func(*call, *record, doc) reply) handler {
	return func(c *call, rec *record) reply { return handle(c, rec, c.createBody(fieldsOf(name))) }
}

// list serves the pages of a table's list, whose key is in the path.
func list(table, name string) handler {
	return func(c *call, _ *record) reply { return c.pageOf(table, c.listInPath(table, name)) }
}

// create serves the creation of an object, whose other keys are in the path.
func create(name string) handler {
	return func(c *call, _ *record) reply {
		table := c.data[name].table
		d := c.createBody(table.fields)
		for key, value := range c.vars {
			if _, ok := fieldNamed(table.fields, key); ok {
				d[key] = value
			}
		}
		c.checkReferences(name, d)
		if table.settle != nil {
			table.settle(c, d)
		}
		return c.created(c.add(name, d))
	}
}

// change applies the body of a PATCH to an object and shows it.
func change(c *call, rec *record) reply {
	next := c.patch(rec.table.fields, rec)
	if next == nil {
		return show(c, rec)
	}
	if rec.table.patched != nil {
		rec.table.patched(c, rec, next)
	}
	c.checkUnique(rec.table.name, next, rec, uniqueLists...)
	return show(c, c.save(rec.table.name, next))
}

// remove deletes an object with what belongs to it.
func remove(c *call, rec *record) reply {
	if rec.table.drop != nil {
		rec.table.drop(c, rec)
	} else {
		c.drop(rec)
	}
	return noContent()
}

// show responds with an object.
func show(c *call, rec *record) reply { return okReply(c.view(rec)) }

// view returns an object in the form of responses.
func (c *call) view(rec *record) doc {
	if rec.table.view != nil {
		return rec.table.view(c, rec)
	}
	return view(rec.table.fields, rec.doc, c.quirks)
}

// pageOf returns one page of records of a table, which are in list order.
func (c *call) pageOf(table string, records []*record) reply {
	t := c.data[table].table
	return c.page(listing{fields: t.fields, byID: t.byID, show: c.view}, records)
}

// listInPath returns the list whose key is in the path.
func (c *call) listInPath(table, name string) []*record {
	var parts []string
	for _, field := range c.data[table].table.lists[name] {
		parts = append(parts, c.vars[field])
	}
	return c.list(table, name, parts...)
}
