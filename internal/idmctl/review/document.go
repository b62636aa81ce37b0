package review

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// Marker is in the first line of the Markdown, so that a pipeline can find its comment again.
const Marker = "idmctl review"

// Document returns the review as a report.
func (r *Review) Document() report.Document {
	alerts, shown := r.alerts()
	return report.Document{
		Marker:  Marker,
		Title:   "Review of access",
		Lead:    r.lead(),
		Facts:   r.facts(),
		Alerts:  alerts,
		Figures: r.figures(),
		Notes:   r.notes(),
		Sections: report.WithBlocks(r.totalSection(), r.accessSection(), r.duringSection(), r.restSection(shown), r.driftSection(),
			r.changeSection()),
	}
}

// lead returns a sentence about the result of the plan. It states that no user gains or loses a
// role only if that is certain.
func (r *Review) lead() report.Text {
	s := r.Summary
	if r.ChangesNothing() {
		return report.T("The plan changes nothing.")
	}
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
	case r.applied:
		text = report.Text{}.Strong("The service already has what this plan changes: it was applied, or another writer made the same " +
			"changes. Plan again.")
	case len(parts) > 0:
		text = report.T(report.CountOf(s.People, "person is", "people are") + " affected: " + enumerate(parts) + ".")
	case s.MayGive+s.MayTake == 0:
		return report.T("No user gains or loses a role.")
	default:
		text = report.T("The plan shows no grant that changes.")
	}
	during, losing := r.during()
	other := len(r.otherGlobal())
	for _, of := range []struct {
		count     int
		one, many string
	}{
		{during, "grant is possible only during the apply", "grants are possible only during the apply"},
		{r.opened, "grant is global", "grants are global"},
		{s.GlobalGrants - r.opened - other, "grant may be global", "grants may be global"},
		{other, "other change may make a grant global", "other changes may make a grant global"},
		{r.reaching(), "change affects all who have an enterprise role, a role or an application",
			"changes affect all who have an enterprise role, a role or an application"},
		{len(r.subjects(others[0].fits)), "other change may give access", "other changes may give access"},
		{len(r.subjects(others[1].fits)), "other change may take access", "other changes may take access"},
		{len(r.subjects(others[2].fits)), "other change may give or take access; the plan and the service do not show which",
			"other changes may give or take access; the plan and the service do not show which"},
		{losing, "person may lose access if the apply stops halfway", "people may lose access if the apply stops halfway"},
	} {
		if of.count > 0 {
			text = text.Plain(" ").Strong(report.CountOf(of.count, of.one, of.many) + ".")
		}
	}
	return text
}

// during returns the number of gains and changes that are possible only during the apply, and of the
// people who may lose something only then.
func (r *Review) during() (grants, losing int) {
	for _, person := range r.people(true) {
		lost := 0
		for _, profile := range person.Profiles {
			for _, change := range profile.Changes {
				if change.Effect == Loss {
					lost = 1
				} else {
					grants++
				}
			}
		}
		losing += lost
	}
	return grants, losing
}

// otherGlobal returns the findings that may make a grant global, and that are not about the access of
// a person.
func (r *Review) otherGlobal() []Subject {
	return r.subjects(func(f Finding) bool { return !f.access && has(f.Rules, rule.GainGlobal) })
}

// box is an alert about findings.
type box struct {
	title  string
	fits   func(Finding) bool
	always bool
}

// others are the findings that are not about a grant or about all holders, by what they may do.
var others = []box{
	{title: "May give access", fits: func(f Finding) bool { return f.other() && f.gives() && !f.takes() }},
	{title: "May take access", fits: func(f Finding) bool { return f.other() && f.takes() && !f.gives() }},
	{title: unknownAlert, fits: Finding.unknown},
}

// unknownAlert is the title of the alert that shows the reason of each finding.
const unknownAlert = "Effect on access not known"

func (f Finding) other() bool {
	return !f.access && !f.indirect && !has(f.Rules, rule.ApplicationUnassign)
}

func (f Finding) unknown() bool { return f.other() && f.gives() && f.takes() }

// otherFindings returns the number of findings that may give or take access, and that are not about
// a grant or about all holders.
func (r *Review) otherFindings() int {
	return len(r.subjects(func(f Finding) bool { return !f.access && !f.indirect && (f.gives() || f.takes()) }))
}

// withReasons returns the findings with an unknown effect, the most dangerous ones first, each with
// the rule that explains it.
func (r *Review) withReasons(of []Subject) []report.Text {
	why := map[Subject]string{}
	for _, f := range r.Findings {
		if at := f.subject(); f.unknown() && why[at] == "" {
			why[at] = f.reason().Description
		}
	}
	var items []report.Text
	slices.SortStableFunc(of, func(a, b Subject) int { return cmp.Compare(b.danger, a.danger) })
	for _, s := range of {
		line := subjectText(s)
		if why[s] != "" {
			line = line.Plain(" (").Muted(why[s]).Plain(")")
		}
		items = append(items, line)
	}
	return items
}

// reason returns the rule that explains why the effect of a finding is not known.
func (f Finding) reason() rules.Rule {
	reason, _ := rules.ByName(rule.IncompleteUnreadable)
	for i, name := range f.Rules {
		if r, known := rules.ByName(name); known && (i == 0 || r.Gives && r.Takes) {
			reason = r
			if r.Gives && r.Takes {
				break
			}
		}
	}
	return reason
}

// reaching returns the number of findings that may give or take access of all holders of something.
func (r *Review) reaching() int {
	return len(r.subjects(func(f Finding) bool { return f.indirect && (f.gives() || f.takes()) }))
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
	made := report.Text{}.Muted("unknown time")
	if r.Plan.Time != "" {
		made = report.T(moment(r.Plan.Time))
	}
	facts = append(facts, report.Fact{Label: "Planned", Value: made}, report.Fact{Label: "CLI version", Value: report.T(r.Plan.CLIVersion)})
	facts = append(facts, codes(plural(len(r.Plan.Providers), "Provider"), r.Plan.Providers...)...)
	facts = append(facts, codes("Backend", r.Plan.Backend)...)
	if r.Plan.FactsFrom != "" {
		facts = append(facts, report.Fact{Label: "Facts from", Value: report.T(r.Plan.FactsFrom)})
	}
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
		facts = append(facts, report.Fact{Label: plural(len(r.Plan.Services), "Service"), Value: services})
	}
	return append(facts, codes(plural(len(r.Plan.Clients), "Client"), r.Plan.Clients...)...)
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

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

func (r *Review) figures() []report.Figure {
	s := r.Summary
	return []report.Figure{
		{Value: s.Gains, Label: "grants gained", Tone: report.Good},
		{Value: s.Losses, Label: "grants lost", Tone: report.Bad},
		{Value: s.Changes, Label: "grants changed", Tone: report.Caution},
		{Value: s.GlobalGrants, Label: "global", Tone: report.Caution},
		{Value: r.otherFindings() + r.reaching(), Label: "other effects", Tone: report.Caution},
		{Value: len(r.Changes), Label: "objects changed", Tone: report.Info},
		{Value: s.Imports, Label: "imported", Tone: report.Info},
		{Value: s.Drift, Label: "changed outside", Tone: report.Caution},
	}
}

// boxes are the alerts about findings, in their order. A failed rule never removes a finding from one
// that is always complete.
var boxes = slices.Concat([]box{
	{title: "Certain to fail, or to undo itself", fits: func(f Finding) bool { return has(f.Rules, rule.Fails) }},
	{title: "Global grants", fits: func(f Finding) bool { return f.opens }, always: true},
	{title: "May be global", fits: func(f Finding) bool { return has(f.Rules, rule.GainGlobal) && f.access && !f.opens }, always: true},
	{title: "No longer end", fits: func(f Finding) bool {
		return has(f.Rules, rule.GainUnlimited) && !has(f.Rules, rule.GainGlobal) && f.access
	}},
	{title: "Lost by all users of the client", fits: func(f Finding) bool { return has(f.Rules, rule.ApplicationUnassign) }},
	{title: "Affects all holders", fits: func(f Finding) bool {
		return f.indirect && !has(f.Rules, rule.ApplicationUnassign) && (f.gives() || f.takes())
	}},
}, others, []box{
	{title: "What is granted is known only after the apply", fits: func(f Finding) bool {
		return f.access && has(f.Rules, rule.GainUnknown) && !has(f.Rules, rule.GainGlobal)
	}},
	{title: "The plan is incomplete", fits: func(f Finding) bool { return has(f.Rules, rule.IncompletePartial) }},
})

// alerts returns the alerts, and the findings that they show.
func (r *Review) alerts() ([]report.Alert, map[Subject]bool) {
	var alerts []report.Alert
	if len(r.FailedRules) > 0 {
		alerts = append(alerts, r.failedAlert())
	} else if len(r.RulesChecked) > 0 {
		title := report.T(report.CountOf(len(r.RulesChecked), "rule", "rules") + " passed: " + strings.Join(r.RulesChecked, ", "))
		alerts = append(alerts, report.Alert{Tone: report.Good, Title: title})
	}
	failed, shown := map[Subject]bool{}, map[Subject]bool{}
	for _, failure := range r.FailedRules {
		for _, subject := range failure.Subjects {
			failed[subject], shown[subject] = true, true
		}
	}
	for _, each := range boxes {
		found := slices.DeleteFunc(r.subjects(each.fits), func(s Subject) bool { return failed[s] && !each.always })
		for _, s := range found {
			shown[s] = true
		}
		items := lines(r.joinCreatedProfiles(found))
		if each.title == unknownAlert {
			items = r.withReasons(found)
		}
		if len(items) > 0 {
			alerts = append(alerts, report.Alert{Tone: report.Caution, Title: report.T(each.title), Items: items})
		}
	}
	return alerts, shown
}

// joinCreatedProfiles replaces several created profiles with one line, because the sections below
// list them.
func (r *Review) joinCreatedProfiles(subjects []Subject) []Subject {
	created := map[Subject]bool{}
	for _, s := range r.subjects(func(f Finding) bool { return slices.Equal(f.Rules, []string{rule.ProfileCreate}) }) {
		created[s] = true
	}
	others := slices.DeleteFunc(slices.Clone(subjects), func(s Subject) bool { return created[s] })
	n := len(subjects) - len(others)
	if n < 2 {
		return subjects
	}
	return append(others, Subject{Text: fmt.Sprintf("%d profiles are created, listed below: an application may give access by profile", n)})
}

func (r *Review) failedAlert() report.Alert {
	alert := report.Alert{Tone: report.Bad, Title: report.T(report.CountOf(len(r.FailedRules), "rule failed", "rules failed"))}
	for _, failure := range r.FailedRules {
		text := report.Text{}.Strong(failure.Rule).Plain(": " + failure.Message)
		if len(failure.Approvers) > 0 {
			text = text.Plain(" (needs the approval of " + strings.Join(failure.Approvers, " and ") + ")")
		}
		alert.Groups = append(alert.Groups, report.Item{Text: text, Details: lines(failure.Subjects)})
	}
	return alert
}

func subjectText(subject Subject) report.Text {
	item := report.T(subject.Text)
	if subject.Address != "" && !strings.Contains(subject.Text, subject.Address) {
		item = item.Plain(" ").Code(subject.Address)
	}
	return item
}

func (r *Review) notes() []report.Text {
	var notes []report.Text
	if slices.ContainsFunc(r.changes(), func(c GrantChange) bool { return len(c.grant().Undecided) > 0 }) {
		notes = append(notes, report.T("A data room that the plan does not show counts as one that is opened."))
	}
	return notes
}
