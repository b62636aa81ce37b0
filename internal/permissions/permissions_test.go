package permissions

import (
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
	if got := FullName("B|A"); got != "AccessControl.B or AccessControl.A" {
		t.Error(got)
	}
	if Resource("idm_nothing") != nil || DataSource("idm_nothing") != nil {
		t.Error("what is not in the table needs something")
	}
}

// Every name is the bare name of one permission, and every operation is listed, so that no reader
// leaves one out.
func TestTable(t *testing.T) {
	name := regexp.MustCompile(`^[A-Z][A-Za-z]+$`)
	check := func(of string, names []string) {
		for _, n := range names {
			for _, one := range Alternatives(n) {
				if !name.MatchString(one) {
					t.Errorf("%s needs %q", of, n)
				}
			}
		}
	}
	for _, resourceType := range ResourceTypes() {
		needs := Resource(resourceType)
		if len(needs[Read]) == 0 || len(needs[Create]) == 0 || !strings.HasPrefix(resourceType, "idm_") {
			t.Errorf("%s: %v", resourceType, needs)
		}
		for operation, names := range needs {
			check(resourceType, names)
			if !slices.Contains(Operations, operation) {
				t.Errorf("%s has the operation %q, which is not listed", resourceType, operation)
			}
		}
	}
	for dataSource, names := range dataSources {
		check(dataSource, names)
	}
}
