package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// Each name is listed once, after the one above it, and a name covers exactly itself and those below.
func TestAll(t *testing.T) {
	var seen []string
	for _, r := range rules.All() {
		above, _, below := strings.Cut(r.Name, ".")
		if slices.Contains(seen, r.Name) || below && !slices.Contains(seen, above) {
			t.Errorf("%s is listed twice, or before %s", r.Name, above)
		}
		seen = append(seen, r.Name)
		for _, other := range rules.All() {
			parent, _, _ := strings.Cut(other.Name, ".")
			if want := r.Name == other.Name || r.Name == parent; rules.Covers(r.Name, other.Name) != want {
				t.Errorf("%s covers %s: %t, want %t", r.Name, other.Name, !want, want)
			}
		}
		if known, found := rules.ByName(r.Name); !found || known != r {
			t.Errorf("%s: %v %t", r.Name, known, found)
		}
	}
}
