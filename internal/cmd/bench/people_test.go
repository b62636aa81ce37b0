package main

import (
	"strings"
	"testing"
)

// The table has a row for each step with the columns of all forms, also when a form has failed.
func TestPeople_table(t *testing.T) {
	m := measurement{WallSeconds: 1.5, CLISeconds: 2, ProviderSeconds: 1, CLIPeak: 3 * mebibyte, ProviderPeak: mebibyte, Requests: 7}
	lines := strings.Split(strings.TrimSpace(peopleCommand{people: 50, forms: peopleForms}.table([][]measurement{{m, m}, {m}, nil})), "\n")
	if len(lines) != 4+len(peopleSteps) || !strings.Contains(lines[2], "for_each, 5 people: wall, s") {
		t.Fatalf("%q", lines)
	}
	for i, line := range lines[2:] {
		if strings.Count(line, "|") != 2+4*len(peopleForms) {
			t.Errorf("line %d has other columns: %s", i, line)
		}
	}
	if want := "| first plan | 1.5 | 3.0 | 4 | 7 | 1.5 | 3.0 | 4 | 7 | | | | |"; lines[4] != want {
		t.Errorf("%s, want %s", lines[4], want)
	}
}
