package sim

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
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
}

// reply is the response of a handler.
type reply struct {
	status   int
	location string
	header   http.Header
	body     any
}

func okReply(body any) (reply, error) { return reply{status: http.StatusOK, body: body}, nil }

func noContent() (reply, error) { return reply{status: http.StatusNoContent}, nil }

// created responds with 201 and the address of a new object.
func (c *call) created(rec *record) (reply, error) {
	elements := strings.Split(strings.TrimPrefix(rec.table.path, "/"), "/")
	for i, e := range elements {
		if name, ok := variable(e); ok {
			elements[i] = cmp.Or(formatParam(rec.doc[name]), rec.id)
		}
	}
	return reply{status: http.StatusCreated, location: c.address(elements...)}, nil
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
func (c *call) object() (map[string]any, error) {
	if t, _, _ := strings.Cut(c.request.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(t), "application/json") {
		return nil, fail(http.StatusUnsupportedMediaType, codeMediaType, "The body must be application/json, not %q.", t)
	}
	return decodeObject(c.body)
}

func decodeObject(body []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		return nil, malformed("The body is not a JSON object: %s.", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, malformed("The body holds more than one JSON value.")
	}
	if out == nil {
		return nil, malformed("The body must be a JSON object, not null.")
	}
	return out, nil
}

// createBody decodes the body of a create and checks it against the fields of the object.
func (c *call) createBody(fields []field) (doc, error) {
	body, err := c.object()
	if err != nil {
		return nil, err
	}
	return c.createObject(fields, body, "")
}

// createObject checks an object nested in a body.
func (c *call) createObject(fields []field, body map[string]any, path string) (doc, error) {
	d, err := reader{quirks: c.quirks, allow: onCreate}.object(fields, body, path)
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		if _, ok := d[f.name]; !ok && f.useIn(c.quirks)&needed != 0 {
			return nil, refuse(codeInvalidData, "%s is mandatory.", path+f.name)
		}
	}
	return d, nil
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
func (c *call) add(table string, d doc) (*record, error) {
	if fill := c.data[table].table.fill; fill != nil {
		fill(c.tx, d)
	}
	d["extId"] = c.newID(d)
	checks := []func(string, doc) error{c.checkID, c.checkOtherName}
	if c.quirks[quirkNamesFirst] {
		slices.Reverse(checks)
	}
	for _, check := range checks {
		if err := check(table, d); err != nil {
			return nil, err
		}
	}
	return c.create(table, d), nil
}

// checkID refuses a key that another record has.
func (c *call) checkID(table string, d doc) error {
	t := c.data[table].table
	if c.data[table].byKey[t.key.of(d)] != nil {
		return c.duplicate(codeDuplicateValue, "The %s %q exists already.", t.noun, d["extId"])
	}
	return nil
}

// checkOtherName refuses the name of a new record when any record in the same scope has it.
func (c *call) checkOtherName(table string, d doc) error {
	return c.refuseName(table, d, func(*record) bool { return true })
}

// duplicate reports that a unique value is already used.
func (c *call) duplicate(code, format string, args ...any) error {
	f := refuse(code, format, args...)
	if c.quirks[quirkDuplicate409] {
		f.status = http.StatusConflict
	}
	return f
}

// checkName refuses a name that another record in the same scope has.
func (c *call) checkName(table string, d doc) error {
	key := c.data[table].table.key
	return c.refuseName(table, d, func(rec *record) bool { return key.of(rec.doc) != key.of(d) })
}

func (c *call) refuseName(table string, d doc, counts func(*record) bool) error {
	for _, rec := range c.data[table].peers("name", d) {
		if counts(rec) {
			return c.duplicate(codeDuplicateName, "The name %q is used by the %s %q.", d["name"], rec.table.noun, rec.id)
		}
	}
	return nil
}

// find returns the record that the path names, or 404.
func (c *call) find(table string) (*record, error) {
	path := c.data[table].table.path
	name, _ := variable(path[strings.LastIndexByte(path, '/')+1:])
	return c.lookup(table, c.vars[name])
}

// lookup returns a record, which belongs to the client in the path or to no client, or 404.
func (c *call) lookup(table, id string) (*record, error) {
	t := c.data[table].table
	if t.key[0] != "clientExtId" {
		if rec := c.get(table, id); rec != nil {
			return rec, nil
		}
		return nil, noGlobalRecord(t.noun, id)
	}
	if rec := c.get(table, c.client(), id); rec != nil {
		return rec, nil
	}
	return nil, noRecord(t.noun, id, c.client())
}

// client returns the external ID of the client in the path, or "".
func (c *call) client() string { return c.vars["clientExtId"] }
