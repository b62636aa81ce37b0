package review

import (
	"cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// ToolFindings returns the broken rules of the review of a file for other tools, with the other
// changes of the plan as notes.
func (r *Review) ToolFindings(file string) *findings.Report {
	counts := map[plan.Action]int{}
	for _, each := range r.Changes {
		counts[each.Action]++
	}
	out := &findings.Report{Check: "review", Subject: file, Changes: &findings.Changes{
		Create: counts[plan.Create] + counts[plan.ForgetCreate] + counts[plan.Replace], Update: counts[plan.Update],
		Delete: counts[plan.Delete] + counts[plan.Replace],
	}}
	failed, covered := map[Subject]bool{}, map[string]bool{}
	for _, broken := range r.FailedRules {
		covered[broken.Rule] = true
		for _, subject := range broken.Subjects {
			failed[subject] = true
			id, description := r.Lowest(broken, subject), broken.Message
			if id != broken.Rule {
				description = descriptionOf(id)
			}
			out.Rule(id, description, true)
			out.Add(id, findings.Error, subject.Address, subject.Text)
		}
	}
	for _, name := range r.RulesChecked {
		if !covered[name] {
			out.Rule(name, descriptionOf(name), true)
		}
	}
	for _, found := range r.Findings {
		if !failed[found.subject()] && len(found.Rules) > 0 {
			out.Rule(found.Rules[0], descriptionOf(found.Rules[0]), false)
			out.Add(found.Rules[0], findings.Note, found.Address, found.Text)
		}
	}
	return out
}

// descriptionOf returns the description of a named rule.
func descriptionOf(name string) string {
	r, _ := rules.ByName(name)
	return cmp.Or(r.Description, "rule "+name+" of the policy file")
}
