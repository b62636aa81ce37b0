package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// load fills the store from the state file if it exists, or else from the seed.
func (s *Server) load() error {
	seed := s.options.Seed
	if s.options.StateFile != "" {
		state, err := readState(s.options.StateFile)
		if err != nil {
			return err
		}
		if state != nil {
			seed = state
		}
	}
	return s.restore(seed)
}

// restore fills the store from a seed, whose quirks are active in addition to those of [Options].
func (s *Server) restore(seed []byte) error {
	t := &tx{now: s.options.Now(), data: newStore()}
	if err := t.parseSeed(seed); err != nil {
		return err
	}
	var names []string
	if origin := t.get("snapshot"); origin != nil {
		named, _ := origin.doc["quirks"].([]any)
		for _, name := range named {
			names = append(names, formatParam(name))
		}
	}
	quirks, err := newQuirkSet(append(names, s.options.Quirks...))
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data, s.quirks = t.data, quirks
	return nil
}

// Reset restores the initial seed, quirks and faults, and clears the request log.
func (s *Server) Reset() {
	// New accepted all three.
	if err := s.restore(s.options.Seed); err != nil {
		panic(err)
	}
	_ = s.SetFaults(s.options.Faults...)
	s.ClearRequests()
	s.flusher.changed()
}

// parseSeed reads a seed file. It checks all elements before their references, so that the order of
// elements does not matter.
func (t *tx) parseSeed(seed []byte) error {
	if len(bytes.TrimSpace(seed)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(seed))
	d.UseNumber()
	var arrays map[string][]map[string]any
	if err := d.Decode(&arrays); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	for name := range arrays {
		if t.data[name] == nil {
			return fmt.Errorf("seed: unknown array %q", name)
		}
	}
	t.fromService = len(arrays["snapshot"]) > 0
	store := func(table *table, i int) { t.seed(table, arrays[table.name][i]) }
	for _, step := range []func(*table, int){store, t.checkSeed} {
		if err := eachElement(arrays, step); err != nil {
			return err
		}
	}
	t.undo = nil
	return nil
}

// eachElement calls step for every element of a seed file, and names the element in its error.
func eachElement(arrays map[string][]map[string]any, step func(*table, int)) error {
	for _, table := range tables {
		for i, element := range arrays[table.name] {
			if refused := attempt(func() { step(table, i) }); refused != nil {
				message := strings.TrimSuffix(refused.problems[0].Message, ".")
				return fmt.Errorf("seed: %s[%d]%s: %s", table.name, i, elementName(table, element), message)
			}
		}
	}
	return nil
}

// elementName names an element in an error by the parts of its key.
func elementName(t *table, element map[string]any) string {
	var parts []string
	for _, name := range t.key {
		if v := formatParam(element[name]); v != "" && name != "token" && name != "accessKey" {
			parts = append(parts, v)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", strings.Join(parts, "/"))
}

// seed stores one element.
func (t *tx) seed(table *table, element map[string]any) {
	d := reader{all: true}.object(table.fields, element, "")
	if !table.bare {
		setDefault(d, "version", int64(1))
		setDefault(d, "created", t.timestamp())
		setDefault(d, "lastModified", d["created"])
	}
	if table.fill != nil {
		table.fill(t, d)
	}
	for _, name := range table.key {
		if formatParam(d[name]) == "" {
			panic(refuse(codeInvalidData, "%s is missing", name))
		}
	}
	rows := t.data[table.name]
	if rows.byKey[table.key.of(d)] != nil {
		panic(refuse(codeDuplicateValue, "there is such an element already"))
	}
	rec := rows.newRecord(d)
	rows.insert(rec)
	rows.seeded = append(rows.seeded, rec)
}

// checkSeed checks the references of an element. It also checks that names and grants are unique,
// unless the seed comes from a real service.
func (t *tx) checkSeed(table *table, index int) {
	rec := t.data[table.name].seeded[index]
	for _, ref := range table.refs {
		last := ref.fields[len(ref.fields)-1]
		if target := t.data[ref.table]; rec.text(last) != "" && target.byKey[ref.fields.of(rec.doc)] == nil {
			panic(refuse(codeNoRecord, "%s: the %s %q does not exist", last, target.table.noun, rec.text(last)))
		}
	}
	for _, list := range uniqueLists {
		if fields := table.lists[list]; !t.fromService && fields != nil && len(t.data[table.name].peers(list, rec.doc)) > 1 {
			name := fields[len(fields)-1]
			panic(refuse(codeDuplicateValue, "%s %q is used already", name, rec.text(name)))
		}
	}
	for _, name := range table.mandatory {
		if rec.text(name) == "" {
			panic(refuse(codeInvalidData, "%s is mandatory.", name))
		}
	}
	if table.check != nil {
		table.check(t, rec.doc)
	}
}

// State returns all data in the format of a seed file.
func (s *Server) State() []byte {
	arrays := map[string]any{}
	s.mu.RLock()
	for _, table := range tables {
		var docs []doc
		for _, rec := range s.data[table.name].ordered() {
			docs = append(docs, rec.doc)
		}
		if docs != nil {
			arrays[table.name] = docs
		}
	}
	s.mu.RUnlock()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(arrays); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// ordered returns all records of a table in a stable order.
func (r *rows) ordered() []*record {
	all := make([]*record, 0, len(r.byKey))
	for _, rec := range r.byKey {
		all = append(all, rec)
	}
	slices.SortFunc(all, func(a, b *record) int {
		if c := r.compare(a, b); c != 0 {
			return c
		}
		return strings.Compare(r.table.key.of(a.doc), r.table.key.of(b.doc))
	})
	return all
}
