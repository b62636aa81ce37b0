package review

import (
	"cmp"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// section lists the changes of the access of people, with all people of an equal change below, and
// other findings by their effect and its reason.
func (r *Review) section(title, intro string, fits func(Finding) bool) report.Section {
	section, byReason, titles := report.Section{Title: title}, map[string][]Subject{}, []string{}
	if intro != "" {
		section.Intro = report.T(intro)
	}
	for _, f := range r.Findings {
		if f.Change != nil || !fits(f) {
			continue
		}
		reason := f.reason().Description
		if may := f.effect(); may != "" {
			reason = "M" + may[1:] + ": " + reason
		}
		if byReason[reason] == nil {
			titles = append(titles, reason)
		}
		byReason[reason] = append(byReason[reason], f.subject())
	}
	changes := lines(r.subjects(func(f Finding) bool { return f.Change != nil && fits(f) }))
	if len(changes) > 0 {
		section.Blocks = append(section.Blocks, listOf(changes))
	}
	for _, l := range changes {
		var names report.List
		for _, name := range l.people {
			names.Items = append(names.Items, report.Item{Text: report.T(name)})
		}
		if l.people != nil {
			section.Blocks = append(section.Blocks, report.Group{Title: l.Text, Blocks: []report.Block{names}})
		}
	}
	for _, reason := range titles {
		section.Blocks = append(section.Blocks, report.Group{Title: report.T(reason), Open: true,
			Blocks: []report.Block{listOf(lines(byReason[reason]))}})
	}
	return section
}

func listOf(all []line) (list report.List) {
	for _, l := range all {
		list.Items = append(list.Items, l.Item)
	}
	return list
}

// effects are what a finding may do.
// effect describes what a finding may do, "" if it has no effect on access.
func (f Finding) effect() string {
	switch gives, takes := f.gives(), f.takes(); {
	case gives && takes:
		return "may give or take access"
	case gives:
		return "may give access"
	case takes:
		return "may take access"
	}
	return ""
}

// reason returns the first rule of a finding with its effect, or else its first rule.
func (f Finding) reason() rules.Rule {
	reason, _ := rules.ByName(f.Rules[0])
	for _, name := range f.Rules {
		if r, known := rules.ByName(name); known && r.Gives == f.gives() && r.Takes == f.takes() {
			return r
		}
	}
	return reason
}

func (r *Review) driftSection() report.Section {
	return report.SectionOf("Changed outside Terraform", "What the plan does not restore, the apply records in the state.",
		entryList(r.Drift))
}

// changeSection lists every changed object with every changed value.
func (r *Review) changeSection() report.Section {
	list := entryList(r.Changes)
	if len(list.Items) == 0 {
		return report.Section{}
	}
	group := report.Group{Title: report.T(report.Count(len(list.Items), "object")), Blocks: []report.Block{list}}
	return report.Section{Title: "Every change, value by value", Blocks: []report.Block{group}}
}

// entryList lists objects with every changed value. An object that is created or deleted has one
// value of each attribute.
func entryList(entries []Entry) report.List {
	var list report.List
	for _, e := range entries {
		item := report.Item{Mark: e.mark(), Text: report.Text{}.Code(e.Address)}
		for _, a := range e.Differences {
			text := report.Text{}.Muted(a.Name + ": ")
			switch {
			case e.Action == plan.Delete && a.After == "":
				text = value(text, a.Before)
			case e.Action == plan.Create && a.Before == "":
				text = value(text, a.After)
			default:
				text = value(value(text, a.Before).Plain(" → "), a.After)
			}
			item.Details = append(item.Details, text)
		}
		list.Items = append(list.Items, item)
	}
	return list
}

func value(text report.Text, value string) report.Text {
	switch {
	case value == "":
		return text.Muted("none")
	case strings.HasPrefix(value, "("):
		return text.Muted(value)
	}
	return text.Code(value)
}

// mark returns the action on an object, with everything else that happens to it.
func (e Entry) mark() report.Mark {
	mark := report.Mark{Kind: map[plan.Action]report.ChangeKind{
		plan.Create: report.Added, plan.ForgetCreate: report.Added, plan.Update: report.Changed, plan.Delete: report.Removed,
		plan.Replace: report.Changed,
	}[e.Action]}
	words := []string{cmp.Or(verbs[e.Action], string(e.Action))}
	if e.Imported {
		words = append(words, "imported")
	}
	if e.PreviousAddress != "" {
		words = append(words, "address moved from "+e.PreviousAddress)
	}
	if e.Deposed {
		words = append(words, "deposed")
	}
	mark.Word = strings.Join(words, ", ")
	return mark
}
