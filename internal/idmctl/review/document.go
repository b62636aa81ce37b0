package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// Marker is in the first line of the Markdown, so that a pipeline can find its comment again.
const Marker = "idmctl review"

// Document returns the review as a report. Its sections list each finding once; its alerts repeat
// those that break a rule. What was reviewed comes last.
func (r *Review) Document() report.Document {
	first, who := r.first(), "Who gains and who loses access"
	if slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Change != nil && !f.Change.During && first[f.subject()] }) {
		who = "Who else gains and who loses access"
	}
	section := func(title, intro string, fits func(Finding) bool) report.Section {
		return r.section(title, intro, func(f Finding) bool { return !first[f.subject()] && fits(f) })
	}
	return report.Document{
		Marker: Marker,
		Title:  "Review of access",
		Lead:   r.lead(),
		Alerts: r.alerts(),
		Sections: report.WithBlocks(
			r.section("Look at these first", "", func(f Finding) bool { return first[f.subject()] }),
			section(who, "", func(f Finding) bool { return f.Change != nil && !f.Change.During }),
			section("Possible while the apply runs, or if it stops halfway",
				"If the apply ends well, none of this remains. If it stops halfway, this remains until the next apply.",
				func(f Finding) bool { return f.Change != nil && f.Change.During }),
			section("What else the plan does", "", func(f Finding) bool { return f.Change == nil && !f.unseen() }),
			r.driftSection(), r.changeSection(), section("What this review could not see", "", Finding.unseen),
			report.Section{Title: "What was reviewed", Blocks: r.facts()}),
	}
}

// lead returns a sentence about the result of the plan. It states that no user gains or loses a
// role only if that is certain.
func (r *Review) lead() report.Text {
	s := r.Summary
	var parts []string
	for _, part := range []struct {
		count int
		what  string
	}{{s.Gains, "gained"}, {s.Losses, "lost"}, {s.Changes, "changed"}} {
		if part.count > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", report.Count(part.count, "grant"), part.what))
		}
	}
	text, may := report.T("No user gains or loses a role."), r.mayChange()
	switch {
	case r.ChangesNothing():
		return report.T("The plan changes nothing.")
	case len(parts) > 0:
		text = report.T(report.CountOf(s.People, "person is", "people are") + " affected: " + enumerate(parts) + ".")
		if len(may) > 0 {
			text = text.Strong(" Access may also change: " + firstOf(may) + ".")
		}
	case len(may) > 0:
		text = report.T("No listed grant changes, but ").Strong("access may change: " + firstOf(may) + ".")
	case s.MayGive+len(r.mayTake()) > 0:
		text = report.T("No listed grant changes.")
	}
	add := func(one, many string, fits func(Finding) bool) {
		if n := len(r.subjects(fits)); n > 0 {
			text = text.Plain(" ").Strong(report.CountOf(n, one, many))
		}
	}
	add("grant is global.", "grants are global.", Finding.opens)
	add("grant may be global.", "grants may be global.",
		func(f Finding) bool { return f.Change != nil && !f.Change.During && f.global() && !f.opens() })
	add("other change may make a grant global.", "other changes may make a grant global.",
		func(f Finding) bool { return f.Change == nil && f.global() })
	add("change of access is possible while the apply runs, or if it stops halfway.",
		"changes of access are possible while the apply runs, or if it stops halfway.",
		func(f Finding) bool { return f.Change != nil && f.Change.During })
	add("part of the apply could not be seen: see the end.", "parts of the apply could not be seen: see the end.", Finding.unseen)
	return text
}

// mayChange returns why access may change without a listed grant, with the number of findings.
func (r *Review) mayChange() []string {
	counts, why := map[string]int{}, []string{}
	for _, f := range r.Findings {
		if title := f.reason().Description; f.Change == nil && f.effect() != "" && !f.unseen() {
			if counts[title]++; counts[title] == 1 {
				why = append(why, title)
			}
		}
	}
	for i, title := range why {
		why[i] = fmt.Sprintf("%s (%d)", title, counts[title])
	}
	return why
}

// unseen reports whether the finding is about a part of the apply that the plan does not list.
func (f Finding) unseen() bool { return has(f.Rules, rule.IncompleteUnlisted) }

// facts describe what was reviewed.
func (r *Review) facts() []report.Block {
	var plans report.List
	for _, part := range r.Plan.Plans {
		item := report.Text{}.Strong(part.Name).Plain(": ").Code(part.File).Plain(", SHA-256 ").Code(part.SHA256)
		if part.Backend != "" {
			item = item.Plain(", backend ").Code(part.Backend)
		}
		plans.Items = append(plans.Items, report.Item{Text: item})
	}
	all := fact("Plan", r.Plan.File)
	if len(plans.Items) > 0 {
		all = nil
	}
	var services []string
	for _, service := range r.Plan.Services {
		text := cmp.Or(service.Address, service.ID+" ("+firstOf(service.Configs)+")")
		services = append(services, strings.Join(append([]string{text}, service.Settings...), " with "))
	}
	all = slices.Concat(all, fact("SHA-256", r.Plan.SHA256), fact("Planned", moment(r.Plan.Time)), fact("CLI version", r.Plan.CLIVersion),
		fact("Providers", r.Plan.Providers...), fact("Backend", r.Plan.Backend), fact("Facts from", r.Plan.FactsFrom),
		fact("Services", services...), fact("Clients", r.Plan.Clients...))
	blocks := []report.Block{report.List{Items: all}}
	if len(plans.Items) > 0 {
		blocks = append(blocks, report.Group{Title: report.T(fmt.Sprintf("Plans: %d", len(plans.Items))), Blocks: []report.Block{plans}})
	}
	return blocks
}

// fact returns a line with identifiers, and none without any.
func fact(label string, all ...string) []report.Item {
	text := report.T(label)
	for i, each := range all {
		if each == "" {
			return nil
		}
		text = text.Plain(map[bool]string{true: ": ", false: "; "}[i == 0]).Code(each)
	}
	if len(all) == 0 {
		return nil
	}
	return []report.Item{{Text: text}}
}

// alerts returns the broken rules, or else those that passed.
func (r *Review) alerts() []report.Alert {
	switch {
	case len(r.FailedRules) > 0:
		return []report.Alert{r.failedAlert()}
	case len(r.RulesChecked) > 0:
		title := report.T(report.CountOf(len(r.RulesChecked), "rule", "rules") + " passed: " + strings.Join(r.RulesChecked, ", "))
		return []report.Alert{{Tone: report.Good, Title: title}}
	}
	return nil
}

// first returns the most dangerous findings that break no rule of the alert.
func (r *Review) first() map[Subject]bool {
	failed, first := map[Subject]bool{}, map[Subject]bool{}
	for _, failure := range r.FailedRules {
		for _, subject := range failure.Subjects {
			failed[subject] = true
		}
	}
	for _, f := range r.Findings {
		if at := f.subject(); !failed[at] && !f.unseen() && (f.severity() < len(severities) || f.Change != nil && f.Change.taken ||
			slices.ContainsFunc(f.Rules, func(name string) bool { return has(looked, name) })) {
			first[at] = true
		}
	}
	return first
}

// looked are further rules of findings that a reader sees first.
var looked = []string{rule.Fails, rule.IncompletePartial, rule.UnitDelete, rule.ClientDelete}

func (r *Review) failedAlert() report.Alert {
	alert := report.Alert{Tone: report.Bad, Title: report.T(report.CountOf(len(r.FailedRules), "rule failed", "rules failed"))}
	for _, failure := range r.FailedRules {
		text := report.Text{}.Strong(failure.Rule).Plain(": " + failure.Message)
		if len(failure.Approvers) > 0 {
			text = text.Plain(" (needs the approval of " + strings.Join(failure.Approvers, " and ") + ")")
		}
		item := report.Item{Text: text}
		for _, l := range lines(failure.Subjects) {
			item.Details = append(item.Details, l.Text)
		}
		alert.Groups = append(alert.Groups, item)
	}
	return alert
}
