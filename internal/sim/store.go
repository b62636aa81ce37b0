package sim

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// doc is an object as in the seed file: the fields of the reference and the keys from the path. A
// number is an int64, an object is a doc, a list is a []any.
type doc = map[string]any

// record is a stored object. It is immutable: an update replaces the record, so that it can be read
// after the lock is released.
type record struct {
	table   *table
	doc     doc
	created int64
	id      string
}

// newRecord creates the record of an object. An object without an external ID is ordered by the
// last part of its key.
func (r *rows) newRecord(d doc) *record {
	rec := &record{table: r.table, doc: d, id: text(d, "extId")}
	if t, err := time.Parse(time.RFC3339, text(d, "created")); err == nil {
		rec.created = t.UnixMilli()
	}
	if rec.id == "" && len(r.table.key) > 0 {
		rec.id = sortKey(d[r.table.key[len(r.table.key)-1]])
	}
	return rec
}

// text returns a string of an object, or "" when it is absent.
func text(d doc, name string) string {
	s, _ := d[name].(string)
	return s
}

// nested returns an object inside of an object, or nil when it is absent.
func nested(d doc, name string) doc {
	group, _ := d[name].(doc)
	return group
}

func (r *record) text(name string) string { return text(r.doc, name) }

func (r *record) flag(name string) bool {
	b, _ := r.doc[name].(bool)
	return b
}

func (r *record) version() int64 {
	v, _ := r.doc["version"].(int64)
	return v
}

// with copies the record's object and sets some values.
func (r *record) with(values doc) doc {
	next := copyDoc(r.doc)
	maps.Copy(next, values)
	return next
}

// copyDoc copies an object at every depth.
func copyDoc(d doc) doc {
	out := make(doc, len(d))
	for k, v := range d {
		out[k] = copyValue(v)
	}
	return out
}

func copyValue(v any) any {
	switch v := v.(type) {
	case doc:
		return copyDoc(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = copyValue(e)
		}
		return out
	}
	return v
}

// keyOf names the fields of a key.
type keyOf []string

func (k keyOf) of(d doc) string {
	parts := make([]string, len(k))
	for i, name := range k {
		parts[i] = formatParam(d[name])
	}
	return key(parts...)
}

func key(parts ...string) string { return strings.Join(parts, "\x00") }

// reference requires that the object with the key in some fields exists, unless the last of them is
// absent.
type reference struct {
	table  string
	fields keyOf
}

// table declares an array of the seed file: the keys, lists and checks of its elements.
type table struct {
	hooks
	name string
	noun string
	// path is the address of an object. Its last variable holds the last part of the key.
	path   string
	fields []field
	key    keyOf
	lists  map[string]keyOf
	// byID orders lists by external ID instead of by creation.
	byID bool
	// refs are the references of its fields.
	refs []reference
	// mandatory are fields that an element of the seed file must have.
	mandatory []string
	// bare elements have no version and times.
	bare bool
}

// rows are the records of a table with their lists.
type rows struct {
	table *table
	byKey map[string]*record
	lists map[string]map[string][]*record
	// seeded are the records in the order of the seed file.
	seeded []*record
}

// store holds all data. The server's lock guards it.
type store map[string]*rows

func newStore() store {
	s := store{}
	for _, t := range tables {
		r := &rows{table: t, byKey: map[string]*record{}, lists: map[string]map[string][]*record{}}
		for name := range t.lists {
			r.lists[name] = map[string][]*record{}
		}
		s[t.name] = r
	}
	return s
}

func (r *rows) compare(a, b *record) int {
	if c := cmp.Compare(a.created, b.created); c != 0 && !r.table.byID {
		return c
	}
	return cmp.Compare(a.id, b.id)
}

// peers returns the records of a list that an object belongs to.
func (r *rows) peers(list string, d doc) []*record {
	return r.lists[list][r.table.lists[list].of(d)]
}

func (r *rows) insert(rec *record) {
	r.byKey[r.table.key.of(rec.doc)] = rec
	for name, fields := range r.table.lists {
		k := fields.of(rec.doc)
		list := r.lists[name][k]
		i, _ := slices.BinarySearchFunc(list, rec, r.compare)
		r.lists[name][k] = slices.Insert(list, i, rec)
	}
}

func (r *rows) remove(rec *record) {
	delete(r.byKey, r.table.key.of(rec.doc))
	for name, fields := range r.table.lists {
		k := fields.of(rec.doc)
		list := r.lists[name][k]
		i, _ := slices.BinarySearchFunc(list, rec, r.compare)
		// Equal neighbors are distinguished by identity.
		for i < len(list) && list[i] != rec {
			i++
		}
		if i == len(list) {
			continue
		}
		if list = slices.Delete(list, i, i+1); len(list) == 0 {
			delete(r.lists[name], k)
			continue
		}
		r.lists[name][k] = list
	}
}

// tx is one call's access to the data, under the server's lock. A failed call is rolled back, so
// that calls are atomic.
type tx struct {
	data store
	now  time.Time
	undo []func()
	// fromService marks the reading of a seed from a real service, whose data may be older than its
	// rules.
	fromService bool
}

func (t *tx) timestamp() string { return t.now.UTC().Format(timeLayout) }

// get finds a record by the parts of its key.
func (t *tx) get(table string, parts ...string) *record {
	return t.data[table].byKey[key(parts...)]
}

// list returns the records of a list in order. The caller must not keep it after the call, or
// iterate over it while records are put or deleted.
func (t *tx) list(table, list string, parts ...string) []*record {
	return t.data[table].lists[list][key(parts...)]
}

// snapshot returns a copy of a list, for loops that change it.
func (t *tx) snapshot(table, list string, parts ...string) []*record {
	return slices.Clone(t.list(table, list, parts...))
}

// put stores an object, and replaces the one with the same key.
func (t *tx) put(table string, d doc) *record {
	r := t.data[table]
	rec := r.newRecord(d)
	if old := r.byKey[r.table.key.of(d)]; old != nil {
		r.remove(old)
		t.undo = append(t.undo, func() { r.insert(old) })
	}
	r.insert(rec)
	t.undo = append(t.undo, func() { r.remove(rec) })
	return rec
}

// create stores a new object with version 1 and the current time.
func (t *tx) create(table string, d doc) *record {
	d["version"] = int64(1)
	d["created"] = t.timestamp()
	d["lastModified"] = d["created"]
	return t.put(table, d)
}

// save stores a changed object under the next version.
func (t *tx) save(table string, d doc) *record {
	v, _ := d["version"].(int64)
	d["version"] = v + 1
	d["lastModified"] = t.timestamp()
	return t.put(table, d)
}

// drop deletes a record.
func (t *tx) drop(rec *record) {
	r := t.data[rec.table.name]
	r.remove(rec)
	t.undo = append(t.undo, func() { r.insert(rec) })
}

// dropAll deletes the records of a list.
func (t *tx) dropAll(table, list string, parts ...string) {
	for _, rec := range t.snapshot(table, list, parts...) {
		t.drop(rec)
	}
}

func (t *tx) rollback() {
	for _, v := range slices.Backward(t.undo) {
		v()
	}
	t.undo = nil
}
