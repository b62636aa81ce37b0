package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/report"
)

// Marker is the word of the first line of the Markdown, by which a pipeline finds its comment again.
const Marker = "idmctl review"

// Document is the review for people.
func (r *Review) Document() report.Document {
	d := report.Document{
		Marker:  Marker,
		Title:   "Review of access",
		Lead:    r.lead(),
		Facts:   r.facts(),
		Alerts:  r.alerts(),
		Figures: r.figures(),
		Notes:   r.notes(),
	}
	for _, section := range []report.Section{
		r.accessSection(), r.unitSection(), r.profileSection(), r.applicationSection(), r.propertySection(), r.otherSection(),
		r.importSection(), r.driftSection(),
	} {
		if len(section.Blocks) > 0 {
			d.Sections = append(d.Sections, section)
		}
	}
	return d
}

// lead says in a sentence what the plan comes to.
func (r *Review) lead() report.Text {
	s := r.Summary
	if s.Gains+s.Losses+s.Changes == 0 {
		if r.empty() {
			return report.T("The plan changes nothing.")
		}
		return report.T("Nobody gains or loses a role.")
	}
	var parts []string
	for _, part := range []struct {
		count int
		what  string
	}{{s.Gains, "gained"}, {s.Losses, "lost"}, {s.Changes, "changed"}} {
		if part.count > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", count(part.count, "grant", "grants"), part.what))
		}
	}
	text := report.T(count(s.People, "person is", "people are") + " affected: " + enumerate(parts) + ".")
	if s.GlobalGrants > 0 {
		text = text.Plain(" ").Strong(count(s.GlobalGrants, "of them is or becomes global", "of them are or become global") + ".")
	}
	return text
}

func (r *Review) empty() bool {
	s := r.Summary
	return s.Units+s.Profiles+s.Applications+s.Properties+s.Imports+s.Drift+len(r.Forgotten)+len(r.Replaced) == 0
}

func (r *Review) facts() []report.Fact {
	facts := []report.Fact{{Label: "Plan", Value: report.Text{}.Code(r.Plan.File)}}
	if r.Plan.Time != "" {
		facts = append(facts, report.Fact{Label: "Made", Value: report.T(moment(r.Plan.Time))})
	}
	return append(facts, report.Fact{Label: "CLI version", Value: report.T(r.Plan.CLIVersion)})
}

func (r *Review) figures() []report.Figure {
	s := r.Summary
	return []report.Figure{
		{Value: s.Gains, Label: "grants gained", Tone: report.Good},
		{Value: s.Losses, Label: "grants lost", Tone: report.Bad},
		{Value: s.GlobalGrants, Label: "made global", Tone: report.Caution},
		{Value: s.Units, Label: "units", Tone: report.Info},
		{Value: s.Profiles, Label: "profiles", Tone: report.Info},
		{Value: s.Imports, Label: "imported", Tone: report.Info},
		{Value: s.Drift, Label: "changed outside", Tone: report.Caution},
	}
}

func (r *Review) alerts() []report.Alert {
	var alerts []report.Alert
	if len(r.FailedRules) > 0 {
		alerts = append(alerts, r.failedAlert())
	} else if len(r.RulesChecked) > 0 {
		title := report.T(count(len(r.RulesChecked), "rule was", "rules were") + " checked, and none failed: " + strings.Join(r.RulesChecked, ", "))
		alerts = append(alerts, report.Alert{Tone: report.Good, Title: title})
	}
	add := func(tone report.Tone, title, rule string, found []Subject) {
		// What a failed rule says already is not said again.
		if len(found) == 0 || slices.ContainsFunc(r.FailedRules, func(f Failure) bool { return f.Rule == rule }) {
			return
		}
		alerts = append(alerts, report.Alert{Tone: tone, Title: report.T(title), Items: subjectTexts(found)})
	}
	add(report.Caution, count(r.Summary.GlobalGrants, "grant is or becomes global", "grants are or become global"), "global-grant", changeRule(Change.global)(r))
	add(report.Caution, "Lost to everybody in the client", "unassign-application", r.unassigned())
	add(report.Caution, "Only the apply will tell which role is granted", "unknown-grant", changeRule(Change.undecided)(r))
	if r.Plan.Partial {
		alerts = append(alerts, report.Alert{Tone: report.Caution, Title: report.T("The plan leaves something out: it was made with -target, or changes are deferred")})
	}
	return alerts
}

func (r *Review) failedAlert() report.Alert {
	alert := report.Alert{Tone: report.Bad, Title: report.T(count(len(r.FailedRules), "rule failed", "rules failed"))}
	for _, failure := range r.FailedRules {
		alert.Groups = append(alert.Groups, report.Item{Text: report.Text{}.Strong(failure.Rule).Plain(": " + failure.Message), Details: subjectTexts(failure.Subjects)})
	}
	return alert
}

func subjectTexts(subjects []Subject) []report.Text {
	var items []report.Text
	for _, subject := range subjects {
		item := report.T(subject.Text)
		if subject.Address != "" && !strings.HasPrefix(subject.Text, subject.Address) {
			item = item.Plain(" ").Code(subject.Address)
		}
		items = append(items, item)
	}
	return items
}

func (r *Review) notes() []report.Text {
	notes := []report.Text{report.T("A data room that the configuration leaves open is for the service to decide.")}
	if slices.ContainsFunc(r.changes(), func(c Change) bool { g := c.grant(); return g.Application == nil && len(g.Members) == 0 }) {
		notes = append(notes, report.T("A plan knows the application of a role only when a data source has read it, and never the roles of an enterprise role: idmctl review --names asks the service."))
	}
	if slices.ContainsFunc(r.Profiles, func(o Object) bool { return o.Action == plan.Delete || o.Action == plan.Replace }) {
		notes = append(notes, report.T("A profile that is deleted takes all its grants along, also those that no configuration declares; these are not in a plan, so they are not listed."))
	}
	return notes
}

func (r *Review) applicationSection() report.Section {
	var table report.Table
	table.Head = []string{"Application", "Client"}
	for _, a := range r.Applications {
		mark := report.Mark{Kind: report.Removed, Word: "taken away"}
		if a.Assigned {
			mark = report.Mark{Kind: report.Added, Word: "assigned"}
		}
		table.Rows = append(table.Rows, report.Row{Mark: mark, Cells: []report.Text{named(a.Application), report.Text{}.Code(a.Client)}, Address: a.Address})
	}
	return section("Applications", "A client's people can use only the applications that are assigned to it.", table)
}

func (r *Review) importSection() report.Section {
	var list report.List
	for _, i := range r.Imports {
		mark, text := report.Mark{Word: "as it is"}, report.Text{}.Code(i.Address).Plain(" from ").Code(i.ID)
		if i.Changed {
			mark = report.Mark{Kind: report.Changed, Word: "and changed"}
		}
		list.Items = append(list.Items, report.Item{Mark: mark, Text: text})
	}
	return section("Imported", "Objects that exist, and that Terraform manages from now on.", list)
}

func (r *Review) driftSection() report.Section {
	return section("Changed outside Terraform",
		"Found while planning: somebody changed it since the last apply. Where the configuration says otherwise, the apply sets it back.", objectList(r.Drift))
}

func (r *Review) propertySection() report.Section {
	return section("Properties", "", objectList(r.Properties))
}

func (r *Review) otherSection() report.Section {
	var list report.List
	for _, address := range r.Forgotten {
		list.Items = append(list.Items, report.Item{Text: report.Text{}.Code(address)})
	}
	return section("No longer managed", "The objects stay as they are in the service, and Terraform looks after them no more.", list)
}

func (r *Review) profileSection() report.Section {
	table := report.Table{Head: []string{"Profile", "Of", "Change"}}
	for _, o := range r.Profiles {
		var user report.Text
		if o.Of != nil {
			user = named(*o.Of)
		}
		table.Rows = append(table.Rows, report.Row{Mark: actionMark(o.Action), Cells: []report.Text{named(o.Object), user, profileChange(o)}, Address: o.Address})
	}
	return section("Profiles", "", table.Trim())
}

// profileChange shows of a new profile only what matters for access.
func profileChange(o Object) report.Text {
	var text report.Text
	for _, a := range o.Attributes {
		shown := o.Action == plan.Update || o.Action == plan.Create && slices.Contains([]string{"unit_ext_id", "profile_state", "is_default_profile"}, a.Name) ||
			o.Action == plan.Replace && a.After != ""
		if !shown || o.Action == plan.Create && strings.HasPrefix(a.After, plan.Unknown{}.String()) {
			continue
		}
		if len(text) > 0 {
			text = text.Plain("; ")
		}
		text = append(text, attribute(a)...)
	}
	return text
}

// section is empty when its only block is.
func section(title, intro string, block report.Block) report.Section {
	s := report.Section{Title: title, Intro: report.T(intro)}
	if intro == "" {
		s.Intro = nil
	}
	switch block := block.(type) {
	case report.Table:
		if len(block.Rows) == 0 {
			return s
		}
	case report.List:
		if len(block.Items) == 0 {
			return s
		}
	}
	s.Blocks = []report.Block{block}
	return s
}

func objectList(objects []Object) report.List {
	var list report.List
	for _, o := range objects {
		item := report.Item{Mark: actionMark(o.Action), Text: named(o.Object)}
		if o.Address != o.Object.Address || o.Object.Name != "" || o.Object.ExtID != "" {
			item.Text = item.Text.Plain(" ").Code(o.Address)
		}
		for _, a := range o.Attributes {
			item.Details = append(item.Details, attribute(a))
		}
		list.Items = append(list.Items, item)
	}
	return list
}

func actionMark(a plan.Action) report.Mark {
	return map[plan.Action]report.Mark{
		plan.Create:       {Kind: report.Added, Word: created},
		plan.ForgetCreate: {Kind: report.Added, Word: created},
		plan.Update:       {Kind: report.Changed, Word: "changed"},
		plan.Delete:       {Kind: report.Removed, Word: deleted},
		plan.Replace:      {Kind: report.Changed, Word: replaced},
	}[a]
}

// attribute shows a value before and after; the name of what it refers to goes before its external id.
func attribute(a Attribute) report.Text {
	text := report.Text{}.Muted(strings.TrimSuffix(a.Name, "_ext_id") + ": ")
	if a.After == (plan.Masked{Changed: true}).String() {
		return text.Muted("another " + strings.Trim(plan.Masked{}.String(), "()"))
	}
	if a.Before == "" {
		return value(text, a.After, a.AfterName)
	}
	text = value(text, a.Before, a.BeforeName).Plain(" → ")
	if a.After == "" {
		return text.Muted("none")
	}
	return value(text, a.After, a.AfterName)
}

func value(text report.Text, value, name string) report.Text {
	if name != "" && name != value {
		text = text.Plain(name + " ")
	}
	if strings.HasPrefix(value, "(") {
		return text.Muted(value)
	}
	return text.Code(value)
}

// named shows the name with the external id, or what is known instead.
func named(n Named) report.Text {
	text := report.Text{}
	switch {
	case n.Name != "" && n.ExtID != "" && n.Name != n.ExtID:
		return text.Plain(n.Name + " ").Code(n.ExtID)
	case n.Name != "":
		text = text.Plain(n.Name)
	case n.ExtID != "":
		text = text.Code(n.ExtID)
	case n.Address != "":
		text = text.Code(n.Address)
	}
	if n.KnownAfterApply {
		text = text.Muted(" (known after apply)")
	}
	return text
}

// moment shortens a time to what a person reads: midnight is a day.
func moment(text string) string {
	if day, midnight := strings.CutSuffix(text, "T00:00:00Z"); midnight {
		return day
	}
	if len(text) == len("2006-01-02T15:04:05Z") && text[10] == 'T' {
		return strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z") + " UTC"
	}
	return text
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func enumerate(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
