package sim

// handler responds to a call. rec is the object that the last variable of the path names, or nil.
type handler = func(c *call, rec *record) reply

// withBody also passes the body of the request.
func withBody(fields []field, handle func(*call, *record, doc) reply) handler {
	return func(c *call, rec *record) reply { return handle(c, rec, c.createBody(fields)) }
}

// list serves the pages of a table's list, whose key is in the path.
func list(table, name string) handler {
	return func(c *call, _ *record) reply { return c.pageOf(table, c.listInPath(table, name)) }
}

// create serves the creation of an object, whose other keys are in the path. settle checks and
// completes the object, and adapts others to it; nil does nothing.
func create(table string, settle func(*call, doc)) handler {
	return func(c *call, _ *record) reply {
		fields := c.data[table].table.fields
		d := c.createBody(fields)
		for name, value := range c.vars {
			if _, ok := fieldNamed(fields, name); ok {
				d[name] = value
			}
		}
		c.checkReferences(table, d)
		if settle != nil {
			settle(c, d)
		}
		return c.created(c.add(table, d))
	}
}

// change applies the body of a PATCH to an object and shows it.
func change(c *call, rec *record) reply { return c.change(rec, func(doc) {}) }

// change applies the body of a PATCH to an object and shows it. settle checks the changed object,
// and adapts others to it.
func (c *call) change(rec *record, settle func(next doc)) reply {
	next := c.patch(rec.table.fields, rec)
	if next == nil {
		return show(c, rec)
	}
	settle(next)
	c.checkUnique(rec.table.name, next, rec, uniqueLists...)
	return show(c, c.save(rec.table.name, next))
}

// deleting serves the deletion of an object by a function that also deletes what belongs to it.
func deleting(drop func(*call, *record)) handler {
	return func(c *call, rec *record) reply {
		drop(c, rec)
		return noContent()
	}
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
