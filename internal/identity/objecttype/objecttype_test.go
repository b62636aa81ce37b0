package objecttype

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestNeeds_alternatives(t *testing.T) {
	needs := Needs{Read: {"B|A"}, Delete: {"C", "A"}}
	if got := needs.All(); !slices.Equal(got, []string{"A", "B", "C"}) {
		t.Error(got)
	}
	if got := needs.Names(Read); !slices.Equal(got, []string{"B", "A"}) {
		t.Error(got)
	}
	if got := Permission("B|A"); got != "AccessControl.B or AccessControl.A" {
		t.Error(got)
	}
}

func TestLookup(t *testing.T) {
	if ByName("unit") != Unit || ByTypeName("idm_unit") != Unit || Unit.TypeName() != "idm_unit" {
		t.Error("the unit is not found by its names")
	}
	if ByName("idm_unit") != nil || ByTypeName("unit") != nil || ByName("") != nil {
		t.Error("a name that no type has finds one")
	}
	if ProfileAuthorizations.Single() != Authorization || Unit.Single() != nil {
		t.Error("an authoritative type does not lead to its elements")
	}
	if Profile.Ref("unit_ext_id") != Unit || Profile.Ref("name") != nil || Profile.RefTo("user") != "user_ext_id" {
		t.Error("the references of a profile")
	}
	All()[0] = nil
	if All()[0] == nil {
		t.Error("a caller can change the table")
	}
	if array := EnterpriseAuthorization.SeedArray(); array != "enterpriseAuthorizations" {
		t.Errorf("the array of enterprise authorizations is %s", array)
	}
}

// Every row refers to existing types and sets the fields that its readers need.
func TestRows(t *testing.T) {
	rules, err := os.ReadFile("../rule/rule.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range All() {
		t.Run(row.Name, func(t *testing.T) {
			names := []string{row.Owner, row.Owns, row.Gives.What}
			for _, ref := range row.Refs {
				names = append(names, ref.To)
			}
			for _, name := range names {
				if name != "" && ByName(name) == nil {
					t.Errorf("no type %q exists", name)
				}
			}
			checkNames(t, row, string(rules))
			if row.Title == "" || row.Plural == "" || len(row.Key) == 0 || row.Docs.Subject == "" || row.Docs.Destroy == "" {
				t.Error("the row lacks a text or its key")
			}
			if (row.Since == "") != (row.Instead == "") {
				t.Error("a release and its alternative belong together")
			}
			if (row.Class == Grant || row.Class == Set) != (row.Gives != Gives{}) || (row.Class == Set) != (row.Owns != "") {
				t.Error("the class and what the type gives disagree")
			}
			if row.Class == Object && len(row.Texts) == 0 {
				t.Error("generated tenants have no such object: Texts")
			}
		})
	}
}

// checkNames finds operations and rules that do not exist. rules is the source of their names.
func checkNames(t *testing.T, row *Type, rules string) {
	t.Helper()
	for operation := range row.Needs {
		if !slices.Contains(Operations, operation) {
			t.Errorf("no operation %q exists", operation)
		}
	}
	changes := slices.Concat(slices.Collect(maps.Values(row.Rules.Attrs))...)
	for _, name := range slices.Concat(changes, row.Rules.Create, row.Rules.Delete, row.Rules.Update) {
		if !strings.Contains(rules, `"`+name+`"`) {
			t.Errorf("no rule %q exists", name)
		}
	}
}

// Every row decides its place in a report of drift.
func TestRows_drift(t *testing.T) {
	for _, row := range All() {
		if counted := row.Class == Object && row != Client || row.Class == Grant; counted != (row.Drift.Count > 0) {
			t.Errorf("%s: decide how drift reports and counts its objects: Drift", row.Name)
		}
		if granting := row.Class == Grant || row.Class == Set; granting != (row.Drift.Rank == AccessRank) ||
			row.Class == Credential && row.Drift.Rank != LoginRank {
			t.Errorf("%s: the class and the rank of drift disagree", row.Name)
		}
	}
}

// Every permission is a bare name, and its operation is one of Operations.
func TestRows_needs(t *testing.T) {
	permission := regexp.MustCompile(`^[A-Z][A-Za-z]+$`)
	for _, row := range All() {
		if len(row.Needs[Read]) == 0 || len(row.Needs[Create]) == 0 {
			t.Errorf("%s needs no permissions", row.Name)
		}
		for operation := range row.Needs {
			if !slices.Contains(Operations, operation) {
				t.Errorf("%s has the operation %q, which is not listed", row.Name, operation)
			}
			for _, name := range row.Needs.Names(operation) {
				if !permission.MatchString(name) {
					t.Errorf("%s needs %q", row.Name, name)
				}
			}
		}
	}
}

// A collection needs what its objects and the parts of its elements need.
func TestRows_needsOfCollections(t *testing.T) {
	for _, row := range Collections {
		for _, part := range append(row.Parts(), ByName(row.Owns)) {
			for _, name := range part.Needs.All() {
				if !slices.Contains(row.Needs.All(), name) {
					t.Errorf("%s lacks %s, which %s needs", row.Name, name, part.Name)
				}
			}
		}
	}
}

// No two types have the same position in an order.
func TestRows_order(t *testing.T) {
	exported, counted := map[int]string{0: ""}, map[int]string{0: ""}
	for _, row := range All() {
		for _, place := range []struct {
			taken map[int]string
			at    int
		}{{exported, row.Export.Order}, {counted, row.Drift.Count}} {
			if other := place.taken[place.at]; other != "" {
				t.Errorf("%s and %s have the place %d", other, row.Name, place.at)
			}
			if place.at != 0 {
				place.taken[place.at] = row.Name
			}
		}
	}
}
