package review

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// Marker is in the first line of the Markdown, so that a pipeline can find its comment again.
const Marker = "idmctl review"

// Document returns the review as a report. Its sections list each finding once; its alerts repeat
// those that break a rule, and the most dangerous ones.
func (r *Review) Document() report.Document {
	return report.Document{
		Marker: Marker,
		Title:  "Review of access",
		Lead:   r.lead(),
		Facts:  r.facts(),
		Alerts: r.alerts(),
		Sections: report.WithBlocks(
			r.accessSection("Who gains and who loses access", "", false),
			r.accessSection("Possible while the apply runs, or if it stops halfway",
				"Nothing of this remains if the whole apply succeeds. If it stops halfway, this remains until the next apply.", true),
			r.restSection(), r.driftSection(), r.changeSection()),
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
	var text report.Text
	switch {
	case r.ChangesNothing():
		return report.T("The plan changes nothing.")
	case len(parts) > 0:
		text = report.T(report.CountOf(s.People, "person is", "people are") + " affected: " + enumerate(parts) + ".")
	case s.MayGive+s.MayTake == 0:
		return report.T("No user gains or loses a role.")
	default:
		text = report.T("No grant is known to change.")
	}
	add := func(one, many string, fits func(Finding) bool) {
		if n := len(r.subjects(fits)); n > 0 {
			text = text.Plain(" ").Strong(report.CountOf(n, one, many) + ".")
		}
	}
	add("grant is global", "grants are global", Finding.opens)
	add("grant may be global", "grants may be global",
		func(f Finding) bool { return f.Change != nil && !f.Change.During && f.global() && !f.opens() })
	add("other change may make a grant global", "other changes may make a grant global",
		func(f Finding) bool { return f.Change == nil && f.global() })
	for _, may := range effects {
		add("other change "+may, "other changes "+may, func(f Finding) bool { return f.Change == nil && f.effect() == may })
	}
	add("change of access is possible while the apply runs, or if it stops halfway",
		"changes of access are possible while the apply runs, or if it stops halfway",
		func(f Finding) bool { return f.Change != nil && f.Change.During })
	return text
}

// planFact returns the file of the plan, or the number of plans with a list of their files.
func (r *Review) planFact() report.Fact {
	if len(r.Plan.Plans) == 0 {
		return report.Fact{Label: "Plan", Value: report.Text{}.Code(r.Plan.File)}
	}
	fact := report.Fact{Label: "Plans", Value: report.T(strconv.Itoa(len(r.Plan.Plans)))}
	for _, part := range r.Plan.Plans {
		item := report.Text{}.Strong(part.Name).Plain(": ").Code(part.File).Plain(", SHA-256 ").Code(part.SHA256)
		if part.Backend != "" {
			item = item.Plain(", backend ").Code(part.Backend)
		}
		fact.Items = append(fact.Items, item)
	}
	return fact
}

func (r *Review) facts() []report.Fact {
	facts := []report.Fact{r.planFact()}
	facts = append(facts, codes("SHA-256", r.Plan.SHA256)...)
	facts = append(facts, codes("Planned", moment(r.Plan.Time))...)
	facts = append(facts, codes("CLI version", r.Plan.CLIVersion)...)
	facts = append(facts, codes("Providers", r.Plan.Providers...)...)
	facts = append(facts, codes("Backend", r.Plan.Backend)...)
	facts = append(facts, codes("Facts from", r.Plan.FactsFrom)...)
	var services report.Text
	for _, service := range r.Plan.Services {
		services = separate(services)
		if service.Address != "" {
			services = services.Code(service.Address)
		} else {
			services = services.Muted(service.ID + " (" + configurations(service.Configs) + ")")
		}
		for _, setting := range service.Settings {
			services = services.Plain(" with ").Code(setting)
		}
	}
	if len(services) > 0 {
		facts = append(facts, report.Fact{Label: "Services", Value: services})
	}
	return append(facts, codes("Clients", r.Plan.Clients...)...)
}

// codes returns a fact with identifiers, and none without any.
func codes(label string, all ...string) []report.Fact {
	var text report.Text
	for _, each := range all {
		if each != "" {
			text = separate(text).Code(each)
		}
	}
	if len(text) == 0 {
		return nil
	}
	return []report.Fact{{Label: label, Value: text}}
}

// configurations lists up to three provider configurations, and counts more.
func configurations(names []string) string {
	if len(names) > 3 {
		return report.Count(len(names), "provider configuration")
	}
	return strings.Join(names, ", ")
}

// alerts returns the broken rules, or else those that passed, and the most dangerous findings that
// break none.
func (r *Review) alerts() []report.Alert {
	var alerts []report.Alert
	if len(r.FailedRules) > 0 {
		alerts = append(alerts, r.failedAlert())
	} else if len(r.RulesChecked) > 0 {
		title := report.T(report.CountOf(len(r.RulesChecked), "rule", "rules") + " passed: " + strings.Join(r.RulesChecked, ", "))
		alerts = append(alerts, report.Alert{Tone: report.Good, Title: title})
	}
	failed := map[Subject]bool{}
	for _, failure := range r.FailedRules {
		for _, subject := range failure.Subjects {
			failed[subject] = true
		}
	}
	first := r.subjects(func(f Finding) bool {
		return !failed[f.subject()] &&
			(f.severity() < len(severities) || has(f.Rules, rule.Fails) || has(f.Rules, rule.IncompletePartial))
	})
	if len(first) > 0 {
		alerts = append(alerts, report.Alert{Tone: report.Caution, Title: report.T("Look at these first"), Items: texts(first)})
	}
	return alerts
}

func (r *Review) failedAlert() report.Alert {
	alert := report.Alert{Tone: report.Bad, Title: report.T(report.CountOf(len(r.FailedRules), "rule failed", "rules failed"))}
	for _, failure := range r.FailedRules {
		text := report.Text{}.Strong(failure.Rule).Plain(": " + failure.Message)
		if len(failure.Approvers) > 0 {
			text = text.Plain(" (needs the approval of " + strings.Join(failure.Approvers, " and ") + ")")
		}
		alert.Groups = append(alert.Groups, report.Item{Text: text, Details: texts(failure.Subjects)})
	}
	return alert
}
