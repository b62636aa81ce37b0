package sim

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
)

// call is a request while a handler processes it: the caller, the body, and the data. The server's
// lock is held.
type call struct {
	*tx
	server  *Server
	request *http.Request
	route   *match
	vars    map[string]string
	query   url.Values
	body    []byte
	quirks  quirkSet
	caller  caller
	// selfAdmin marks a self-admin caller that acts on its own data without the rights of the
	// route.
	selfAdmin bool
	// intent is the intent of a token of the cloud service, nil for an access key.
	intent *record
}

// reply is the response of a handler.
type reply struct {
	status   int
	location string
	header   http.Header
	body     any
}

func okReply(body any) reply { return reply{status: http.StatusOK, body: body} }

func noContent() reply { return reply{status: http.StatusNoContent} }

// created responds with 201 and the address of a new object.
func (c *call) created(rec *record) reply {
	elements := strings.Split(strings.TrimPrefix(rec.table.path, "/"), "/")
	for i, e := range elements {
		if name, ok := variable(e); ok {
			elements[i] = cmp.Or(formatParam(rec.doc[name]), rec.id)
		}
	}
	return reply{status: http.StatusCreated, location: c.address(elements...)}
}

func (c *call) address(elements ...string) string {
	scheme := "http"
	if c.request.TLS != nil {
		scheme = "https"
	}
	var b strings.Builder
	b.WriteString(scheme + "://" + c.request.Host)
	for _, e := range elements {
		b.WriteString("/" + url.PathEscape(e))
	}
	return b.String()
}

// object decodes the body, which must be a JSON object.
func (c *call) object() map[string]any {
	if t, _, _ := strings.Cut(c.request.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(t), "application/json") {
		panic(fail(http.StatusUnsupportedMediaType, codeMediaType, "The body must be application/json, not %q.", t))
	}
	return decodeObject(c.body)
}

func decodeObject(body []byte) map[string]any {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		panic(malformed("The body is not a JSON object: %s.", err))
	}
	if _, err := d.Token(); err != io.EOF {
		panic(malformed("The body holds more than one JSON value."))
	}
	if out == nil {
		panic(malformed("The body must be a JSON object, not null."))
	}
	return out
}

// createBody decodes the body of a create and checks it against the fields of the object.
func (c *call) createBody(fields []field) doc {
	return c.createObject(fields, c.object(), "")
}

// createObject checks an object nested in a body.
func (c *call) createObject(fields []field, body map[string]any, path string) doc {
	d := reader{quirks: c.quirks, allow: onCreate}.object(fields, body, path)
	for _, f := range fields {
		if _, ok := d[f.name]; !ok && f.useIn(c.quirks)&needed != 0 {
			panic(refuse(codeInvalidData, "%s is mandatory.", path+f.name))
		}
	}
	return d
}

// newID returns the external ID of a new object: the requested one, or a generated one.
func (c *call) newID(d doc) string {
	if id := text(d, "extId"); id != "" && !c.quirks[quirkServerExtIDs] {
		return id
	}
	return uuid.NewString()
}

// add completes a new object and stores it under its external ID. The ID and the name must be
// unused, and the keys from the path must be set.
func (c *call) add(table string, d doc) *record {
	if fill := c.data[table].table.fill; fill != nil {
		fill(c.tx, d)
	}
	d["extId"] = c.newID(d)
	if c.quirks[quirkNamesFirst] {
		c.checkUnique(table, d, nil, "name")
	}
	if t := c.data[table]; t.byKey[t.table.key.of(d)] != nil {
		panic(c.duplicate(codeDuplicateValue, "The %s %q exists already.", t.table.noun, d["extId"]))
	}
	c.checkUnique(table, d, nil, uniqueLists...)
	return c.create(table, d)
}

// duplicate reports that a unique value is already used.
func (c *call) duplicate(code, format string, args ...any) *apiError {
	f := refuse(code, format, args...)
	if c.quirks[quirkDuplicate409] {
		f.status = http.StatusConflict
	}
	return f
}

// uniqueLists are lists with at most one record.
var uniqueLists = []string{"name", "loginId", "grant"}

// checkUnique refuses an object if another record than the changed one is in some of its lists.
func (c *call) checkUnique(table string, d doc, changed *record, lists ...string) {
	for _, list := range lists {
		fields := c.data[table].table.lists[list]
		for _, rec := range c.data[table].peers(list, d) {
			if fields == nil || rec == changed {
				continue
			}
			code, name := codeDuplicateValue, fields[len(fields)-1]
			if list == "name" {
				code = codeDuplicateName
			}
			panic(c.duplicate(code, "The %s %q is used by the %s %q.", name, d[name], rec.table.noun, rec.id))
		}
	}
}

// checkReferences returns 404 if an object that another one names does not exist.
func (c *call) checkReferences(table string, d doc) {
	for _, ref := range c.data[table].table.refs {
		if id := text(d, ref.fields[len(ref.fields)-1]); id != "" {
			c.lookup(ref.table, id)
		}
	}
}

// resolve finds the objects that the path names, each of which belongs to the ones before it, and
// returns the last one.
func (c *call) resolve() *record {
	var rec *record
	for i, name := range c.route.names {
		if c.route.tables[i] == "" {
			continue
		}
		rec = c.lookup(c.route.tables[i], c.vars[name])
		for _, owner := range c.route.names[:i] {
			if id := rec.text(owner); id != "" && id != c.vars[owner] {
				panic(noRecord(rec.table.noun+" of "+c.vars[owner], rec.id, c.client()))
			}
		}
	}
	return rec
}

// lookup returns a record, which belongs to the client in the path or to no client, or 404.
func (c *call) lookup(table, id string) *record {
	t := c.data[table].table
	if t.key[0] != "clientExtId" {
		if rec := c.get(table, id); rec != nil {
			return rec
		}
		panic(noGlobalRecord(t.noun, id))
	}
	if rec := c.get(table, c.client(), id); rec != nil {
		return rec
	}
	panic(noRecord(t.noun, id, c.client()))
}

// client returns the external ID of the client in the path, or "".
func (c *call) client() string { return c.vars["clientExtId"] }
