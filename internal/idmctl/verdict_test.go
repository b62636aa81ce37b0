package idmctl

import (
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// cases returns the cases of a file by name.
func cases[T any](t *testing.T, file string) map[string]T {
	t.Helper()
	content, err := os.ReadFile("testdata/" + file + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]T{}
	if err := yaml.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// A plan can be approved only if every broken rule and invariant has approvers. Without invariants a
// policy decides as with ones that hold.
func TestVerdict(t *testing.T) {
	for name, tc := range cases[struct {
		Rules   [][]string
		Broken  []policy.Violation
		NotRead []string
		Want    string
	}](t, "verdict") {
		var rules []review.BrokenRule
		for _, groups := range tc.Rules {
			rules = append(rules, review.BrokenRule{Rule: "r", Approvers: groups})
		}
		reports := []*policy.Report{{Violations: tc.Broken, NotRead: tc.NotRead}}
		if len(tc.Broken)+len(tc.NotRead) == 0 {
			reports = append(reports, nil)
		}
		for _, invariants := range reports {
			v := newVerdict(rules, invariants)
			got := strings.Join(append([]string{v.Decision}, v.RequiredApprovals...), " ")
			if got != tc.Want || v.RequiredApprovals == nil {
				t.Errorf("%s: %s, want %s", name, got, tc.Want)
			}
		}
	}
}

// Every command rejects an option with an empty value, for example from an unset variable.
func TestEmptyOptions(t *testing.T) {
	for name, arguments := range cases[[]string](t, "empty") {
		if _, err := runs(t, arguments...); err == nil || !strings.Contains(err.Error(), "is empty: give a value, or leave the flag out") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
