package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// Rule is a reason to reject a plan: one of package rule with those below it, a preset, or one of a
// policy file.
type Rule struct {
	rules.Rule
	// check returns the subjects that break the rule; if it is nil, the matching findings do.
	check func(*Review) []Subject
	// approvers are the groups whose approval overrides the rule; nil for a rule that cannot be
	// overridden.
	approvers []string
}

// BrokenRule is a rule that the plan breaks.
type BrokenRule struct {
	Rule     string    `json:"rule"`
	Message  string    `json:"message"`
	Subjects []Subject `json:"subjects"`
	// Approvers are the groups whose approval overrides the rule; all of them must approve. It is
	// nil for a rule that cannot be overridden.
	Approvers []string `json:"approvers,omitempty"`
}

// Subject is what breaks a rule.
type Subject struct {
	Text    string `json:"text"`
	Address string `json:"address"`

	// who is the person, and same the text without the person. danger is higher for what a reader
	// should see first.
	who, same string
	danger    int
	kind      report.ChangeKind
}

// checks are the rules that more than single findings break.
var checks = map[string]func(*Review) []Subject{
	rules.PresetAccess: (*Review).mayGive, rules.PresetAny: (*Review).anything, rule.Loss: (*Review).mayTake,
	rule.LossMany: (*Review).manyLosses,
}

// NamedRules returns rules and presets by their names. The error for an unknown name lists the
// existing ones.
func NamedRules(names []string) ([]Rule, error) {
	var found []Rule
	for _, name := range names {
		r, known := rules.ByName(strings.TrimSpace(name))
		if !known {
			return nil, unknownRule(name)
		}
		found = append(found, Rule{Rule: r, check: checks[r.Name]})
	}
	return found, nil
}

func unknownRule(name string) error {
	names := rules.Names()
	top := slices.DeleteFunc(rules.Names(), func(name string) bool { return strings.Contains(name, ".") })
	return fmt.Errorf("--fail-on %s: no such rule. %s", name, strings.TrimSpace(suggest.DidYouMean(strings.TrimSpace(name), names)+
		" The rules are "+strings.Join(top, ", ")+", and those below them, such as "+rule.UnitMove))
}

// Check compares the review with rules, and records the broken ones.
func (r *Review) Check(rules []Rule) {
	for _, rule := range rules {
		r.RulesChecked = append(r.RulesChecked, rule.Name)
		if subjects := rule.broken(r); len(subjects) > 0 {
			r.FailedRules = append(r.FailedRules, BrokenRule{rule.Name, rule.Description, subjects, rule.approvers})
		}
	}
}

// broken returns the subjects that break the rule.
func (r Rule) broken(review *Review) []Subject {
	if r.check != nil {
		return r.check(review)
	}
	covers := func(name string) bool { return rules.Covers(r.Name, name) }
	return review.subjects(func(f Finding) bool {
		return slices.ContainsFunc(f.Rules, covers) || slices.ContainsFunc(f.hides, covers) || f.anything()
	})
}

// Lowest returns the rule below a broken one that its subject breaks, or the broken rule itself.
func (r *Review) Lowest(broken BrokenRule, subject Subject) string {
	for _, f := range r.Findings {
		for _, name := range f.Rules {
			if f.subject() == subject && rules.Covers(broken.Rule, name) {
				return name
			}
		}
	}
	return broken.Rule
}

func (r *Review) mayGive() []Subject  { return r.subjects(Finding.gives) }
func (r *Review) mayTake() []Subject  { return r.subjects(Finding.takes) }
func (r *Review) anything() []Subject { return r.subjects(func(Finding) bool { return true }) }

// subjects returns the matching findings.
func (r *Review) subjects(fits func(Finding) bool) []Subject {
	var found []Subject
	for _, f := range r.Findings {
		if fits(f) {
			found = append(found, f.subject())
		}
	}
	return found
}
