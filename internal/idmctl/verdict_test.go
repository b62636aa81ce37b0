package idmctl

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// A plan can be approved only if every broken rule and invariant has approvers.
func TestVerdict(t *testing.T) {
	rule := func(groups ...string) review.BrokenRule { return review.BrokenRule{Rule: "r", Approvers: groups} }
	broken := func(exception string, groups ...string) policy.Violation {
		return policy.Violation{Exception: exception, Approvers: groups}
	}
	report := func(notRead []string, violations ...policy.Violation) *policy.Report {
		return &policy.Report{Violations: violations, NotRead: notRead}
	}
	pass, fail := verdict{decisionPass, []string{}}, verdict{decisionFail, []string{}}
	approve := func(groups ...string) verdict { return verdict{decisionApprove, groups} }
	for name, tc := range map[string]struct {
		rules      []review.BrokenRule
		invariants *policy.Report
		want       verdict
	}{
		"nothing":                       {nil, nil, pass},
		"invariants that hold":          {nil, report(nil), pass},
		"a rule without approvers":      {[]review.BrokenRule{rule()}, nil, fail},
		"a rule with one":               {[]review.BrokenRule{rule("a")}, nil, approve("a")},
		"two rules":                     {[]review.BrokenRule{rule("b", "a"), rule("c", "a")}, nil, approve("a", "b", "c")},
		"one of two rules":              {[]review.BrokenRule{rule("a"), rule()}, nil, fail},
		"a rule and an invariant":       {[]review.BrokenRule{rule("a")}, report(nil, broken("", "b")), approve("a", "b")},
		"an invariant without":          {[]review.BrokenRule{rule("a")}, report(nil, broken("")), fail},
		"an exception":                  {nil, report(nil, broken("e")), pass},
		"an exception with approvers":   {nil, report(nil, broken("e", "a")), pass},
		"a rule and an exception":       {[]review.BrokenRule{rule("a")}, report(nil, broken("e")), approve("a")},
		"a part that was not read":      {nil, report([]string{"units"}), fail},
		"a part not read, and approval": {[]review.BrokenRule{rule("a")}, report([]string{"units"}, broken("", "a")), fail},
	} {
		if got := newVerdict(tc.rules, tc.invariants); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}

// Every command rejects an option with an empty value, for example from an unset variable.
func TestEmptyOptions(t *testing.T) {
	for _, arguments := range [][]string{
		{"review", "x", "--policy", ""}, {"review", "x", "--fail-on", ""}, {"review", "x", "--fail-on", "access,"},
		{"review", "x", "--service", " "}, {"review", "x", "--expect-digest="}, {"review", "x", "--snapshot", ""},
		{"policy", "check", "--policy", ""}, {"access", "who", "x", "--client", ""}, {"access", "all", "--plan", ""},
		{"drift", "--policy", ""}, {"rehearse", "x", "--policy", ""}, {"rehearse", "x", "--permissions", ""},
		{"export", "--client", ""}, {"snapshot", "--pseudonym-key", ""}, {"policy", "test", "--policy", ""},
		{"pipeline", "review", "--allow-backend", ""}, {"pipeline", "request", "--branch", ""},
	} {
		root := newCommand()
		root.SetOut(io.Discard)
		root.SetErr(io.Discard)
		root.SetArgs(arguments)
		if err := root.ExecuteContext(t.Context()); err == nil ||
			!strings.Contains(err.Error(), "is empty: give a value, or leave the flag out") {
			t.Errorf("idmctl %s: %v", strings.Join(arguments, " "), err)
		}
	}
}
