package rule_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// Each name is listed once, after the one above it, and a name covers exactly itself and those below.
func TestAll(t *testing.T) {
	var seen []string
	for _, r := range rule.All() {
		above, _, below := strings.Cut(r.Name, ".")
		if slices.Contains(seen, r.Name) || below && !slices.Contains(seen, above) {
			t.Errorf("%s is listed twice, or before %s", r.Name, above)
		}
		seen = append(seen, r.Name)
		for _, other := range rule.All() {
			parent, _, _ := strings.Cut(other.Name, ".")
			if want := r.Name == other.Name || r.Name == parent; rule.Covers(r.Name, other.Name) != want {
				t.Errorf("%s covers %s: %t, want %t", r.Name, other.Name, !want, want)
			}
		}
		if known, found := rule.ByName(r.Name); !found || known != r {
			t.Errorf("%s: %v %t", r.Name, known, found)
		}
	}
}
