package sim

// handler processes a call.
type handler = func(*call) (reply, error)

// finder finds the object that a path names, or returns 404.
type finder = func(*call) (*record, error)

// one finds an object by the last variable of its table's path.
func one(table string) finder {
	return func(c *call) (*record, error) { return c.find(table) }
}

// of passes the object in the path to a handler.
func of(find finder, handle func(*call, *record) (reply, error)) handler {
	return func(c *call) (reply, error) {
		rec, err := find(c)
		if err != nil {
			return reply{}, err
		}
		return handle(c, rec)
	}
}

// ofBody also passes the body of the request.
func ofBody(find finder, fields []field, handle func(*call, *record, doc) (reply, error)) handler {
	return of(find, func(c *call, rec *record) (reply, error) {
		body, err := c.createBody(fields)
		if err != nil {
			return reply{}, err
		}
		return handle(c, rec, body)
	})
}

// below requires the object of a table in the path of an operation on other objects.
func below(table string, handle handler) handler {
	return of(one(table), func(c *call, _ *record) (reply, error) { return handle(c) })
}

// list serves the pages of a table's list, whose key is in the path.
func list(table, name string) handler {
	return func(c *call) (reply, error) { return c.pageOf(table, c.listInPath(table, name)) }
}

// create serves the creation of an object, whose other keys are in the path. settle checks and
// completes the object, and adapts others to it; nil does nothing.
func create(table string, settle func(*call, doc) error) handler {
	return func(c *call) (reply, error) {
		fields := c.data[table].table.fields
		d, err := c.createBody(fields)
		if err != nil {
			return reply{}, err
		}
		for name, value := range c.vars {
			if _, ok := fieldNamed(fields, name); ok {
				d[name] = value
			}
		}
		if settle != nil {
			if err := settle(c, d); err != nil {
				return reply{}, err
			}
		}
		rec, err := c.add(table, d)
		if err != nil {
			return reply{}, err
		}
		return c.created(rec)
	}
}

// change applies the body of a PATCH to an object and shows it.
func change(c *call, rec *record) (reply, error) { return c.change(rec, nil) }

// change applies the body of a PATCH to an object and shows it. settle checks the changed object,
// and adapts others to it; nil does nothing.
func (c *call) change(rec *record, settle func(next doc) error) (reply, error) {
	next, err := c.patch(rec.table.fields, rec)
	switch {
	case err != nil:
		return reply{}, err
	case next == nil:
		return show(c, rec)
	}
	if settle != nil {
		if err := settle(next); err != nil {
			return reply{}, err
		}
	}
	if err := c.checkName(rec.table.name, next); err != nil {
		return reply{}, err
	}
	return show(c, c.save(rec.table.name, next))
}

// show responds with an object.
func show(c *call, rec *record) (reply, error) { return okReply(c.view(rec)) }

// view returns an object in the form of responses.
func (c *call) view(rec *record) doc {
	if rec.table.view != nil {
		return rec.table.view(c, rec)
	}
	return view(rec.table.fields, rec.doc, c.quirks)
}

// pageOf returns one page of records of a table, which are in list order.
func (c *call) pageOf(table string, records []*record) (reply, error) {
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
