package main

import (
	"reflect"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/invariant"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// A plan may be approved only if groups are named for everything that it breaks.
func TestVerdict(t *testing.T) {
	rule := func(groups ...string) review.BrokenRule { return review.BrokenRule{Rule: "r", Approvers: groups} }
	broken := func(exception string, groups ...string) invariant.Violation {
		return invariant.Violation{Exception: exception, Approvers: groups}
	}
	report := func(notRead []string, violations ...invariant.Violation) *invariant.Report {
		return &invariant.Report{Violations: violations, NotRead: notRead}
	}
	pass, fail := verdict{decisionPass, []string{}}, verdict{decisionFail, []string{}}
	approve := func(groups ...string) verdict { return verdict{decisionApprove, groups} }
	for name, tc := range map[string]struct {
		rules      []review.BrokenRule
		invariants *invariant.Report
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
