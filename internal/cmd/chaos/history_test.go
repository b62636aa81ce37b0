package main

import (
	"testing"
)

// A writer may overwrite only values that its plan has read or that it wrote itself.
func TestHistory(t *testing.T) {
	at := cell{"units/u1", "displayName.EN"}
	body := []byte(`{"version": 3, "displayName": {"EN": "mine"}}`)
	for name, test := range map[string]struct {
		held, read string
		unseen     int
	}{
		"read":          {"theirs", "theirs", 0},
		"the same":      {"mine", "old", 0},
		"not read":      {"theirs", "old", 1},
		"empty, unread": {"", "old", 1},
	} {
		h := newHistory()
		h.values[at] = test.held
		h.planned("writer", map[cell]string{at: test.read})
		h.wrote("writer", "units/u1", body)
		h.wrote("writer", "units/u1", []byte(`{"displayName": {"EN": "mine again"}}`))
		if len(h.unseen) != test.unseen || h.values[at] != "mine again" {
			t.Errorf("%s: %v, %v", name, h.unseen, h.values)
		}
	}
}

// An edit that was not written needs an error for its object, which names the attribute that
// another writer changed.
func TestWriters_judge(t *testing.T) {
	at := cell{"units/u1", "location"}
	for name, test := range map[string]struct {
		diagnostics []diagnostic
		found       string
		lost        int
	}{
		"named":          {[]diagnostic{{Severity: "error", Address: "idm_unit.u1", Detail: "location"}}, "theirs", 0},
		"not named":      {[]diagnostic{{Severity: "error", Address: "idm_unit.u1", Detail: "name"}}, "theirs", 1},
		"not changed":    {[]diagnostic{{Severity: "error", Address: "idm_unit.u1", Detail: "location"}}, "old", 1},
		"another object": {[]diagnostic{{Severity: "error", Address: "idm_unit.u2", Detail: "location"}}, "theirs", 1},
		"a warning":      {[]diagnostic{{Severity: "warning", Address: "idm_unit.u1", Detail: "location"}}, "theirs", 1},
		"silence":        {nil, "theirs", 1},
	} {
		w := &writers{history: newHistory()}
		w.history.values[at] = test.found
		w.judge(&writer{
			name: "writer", read: map[cell]string{at: "old"}, edits: map[cell]string{at: "mine"},
			addresses: map[cell]string{at: "idm_unit.u1"},
		}, outcome{diagnostics: test.diagnostics})
		if len(w.lost) != test.lost || w.conflicts != 1-test.lost {
			t.Errorf("%s: %v", name, w.lost)
		}
	}
}
