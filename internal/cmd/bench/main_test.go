package main

import (
	"slices"
	"testing"
)

func TestParse_rows(t *testing.T) {
	paths := []string{"-cli", "c", "-idmctl", "i", "-provider", "p", "-bare", "b", "-profiled", "p", "-out", "o"}
	for rows, want := range map[string][]string{
		"":                           {"apply", "plan", "plan without refresh", "destroy"},
		"plan without refresh,apply": {"apply", "plan without refresh"},
		"plan":                       nil,
		"apply,refresh":              nil,
	} {
		s, err := parse(append(paths, "-rows", rows))
		if (err == nil) != (want != nil) {
			t.Errorf("%q: %v", rows, err)
			continue
		}
		var got []string
		for _, r := range chosenRows(s.rows) {
			got = append(got, r.name)
		}
		if err == nil && !slices.Equal(got, want) {
			t.Errorf("%q: %q", rows, got)
		}
	}
}
