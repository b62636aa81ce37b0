package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// restSection lists the findings that neither an alert nor a section about access shows, by rule.
func (r *Review) restSection(shown map[Subject]bool) report.Section {
	section := report.Section{Title: "What else the plan does"}
	byRule := map[string][]Subject{}
	var names []string
	for _, f := range r.Findings {
		s := f.subject()
		if f.access || shown[s] || len(f.Rules) == 0 {
			continue
		}
		name, _, _ := strings.Cut(f.Rules[0], ".")
		if byRule[name] == nil {
			names = append(names, name)
		}
		byRule[name] = append(byRule[name], s)
	}
	for _, name := range names {
		var list report.List
		for _, line := range lines(byRule[name]) {
			list.Items = append(list.Items, report.Item{Text: line})
		}
		title := report.Text{}.Strong(name).Plain(": " + descriptionOf(name))
		section.Blocks = append(section.Blocks, report.Group{Title: title, Open: true, Blocks: []report.Block{list}})
	}
	return section
}

func (r *Review) driftSection() report.Section {
	return report.SectionOf("Changed outside Terraform",
		"Changed since the last apply. The apply restores what the configuration declares, and records the rest: a plan with "+
			"-refresh-only records everything, and what is gone and no longer declared is gone.",
		entryList(r.Drift))
}

// changeSection lists every changed object with every changed value.
func (r *Review) changeSection() report.Section {
	list := entryList(r.Changes)
	if len(list.Items) == 0 {
		return report.Section{}
	}
	group := report.Group{Title: report.T(report.Count(len(list.Items), "object")), Blocks: []report.Block{list}}
	return report.Section{Title: "Every change, value by value",
		Intro: report.T("All changes in full. A grant " +
			"opens only the data rooms that are listed."), Blocks: []report.Block{group}}
}

// entryList lists objects with every changed value.
func entryList(entries []Entry) report.List {
	var list report.List
	for _, e := range entries {
		item := report.Item{Mark: e.mark(), Text: report.Text{}.Code(e.Address)}
		for _, a := range elements(e.Differences) {
			item.Details = append(item.Details, difference(a, e.Action))
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// mark returns the action on an object, with everything else that happens to it.
func (e Entry) mark() report.Mark {
	mark := actionMark(e.Action)
	if mark.Word == "" && (e.Action != plan.NoOp || e.PreviousAddress == "" && !e.Imported) {
		mark.Word = string(e.Action)
	}
	words := []string{mark.Word}
	if e.Imported {
		words = append(words, "imported")
	}
	if e.PreviousAddress != "" {
		words = append(words, "address moved from "+e.PreviousAddress)
	}
	if e.Deposed {
		words = append(words, "deposed")
	}
	mark.Word = strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ", ")
	return mark
}

// elements replaces the differences of a list by index with differences by element. A set has no
// order, and a removed element shifts all later ones.
func elements(differences []Attribute) []Attribute {
	var found []Attribute
	for start := 0; start < len(differences); {
		name := differences[start].list
		end := start + 1
		for name != "" && end < len(differences) && differences[end].list == name {
			end++
		}
		found = append(found, listDifferences(name, differences[start:end])...)
		start = end
	}
	return found
}

// listDifferences returns the removed and the added elements of a list. If only the order changes,
// it returns the differences by index.
func listDifferences(name string, differences []Attribute) []Attribute {
	if name == "" {
		return differences
	}
	var removed, added []Attribute
	for _, d := range differences {
		if d.Before != "" {
			removed = append(removed, Attribute{Name: name, Before: d.Before, BeforeName: d.BeforeName})
		}
		if d.After != "" {
			added = append(added, Attribute{Name: name, After: d.After, AfterName: d.AfterName})
		}
	}
	was, becomes := slices.Clone(removed), slices.Clone(added)
	removed = slices.DeleteFunc(removed, func(a Attribute) bool {
		return slices.ContainsFunc(becomes, func(b Attribute) bool { return a.Before == b.After })
	})
	added = slices.DeleteFunc(added, func(a Attribute) bool {
		return slices.ContainsFunc(was, func(b Attribute) bool { return a.After == b.Before })
	})
	if len(removed)+len(added) == 0 {
		return differences
	}
	return append(removed, added...)
}

// difference shows a value before and after with its full name; for an object that is created or
// deleted, only the one value.
func difference(a Attribute, action plan.Action) report.Text {
	text := report.Text{}.Muted(a.Name + ": ")
	switch {
	case action == plan.Delete && a.After == "" && a.Before != "":
		return value(text, a.Before, a.BeforeName)
	case action == plan.Create && a.Before == "" && a.After != "":
		return value(text, a.After, a.AfterName)
	}
	before, after := report.Text{}.Muted(a.absent()), report.Text{}.Muted(a.absent())
	if a.Before != "" {
		before = value(nil, a.Before, a.BeforeName)
	}
	if a.After != "" {
		after = value(nil, a.After, a.AfterName)
	}
	return append(append(text, before...).Plain(" → "), after...)
}
