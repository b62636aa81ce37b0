package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

func (r *Review) applicationSection() report.Section {
	var table report.Table
	table.Head = []string{"Application", "Client"}
	for _, a := range r.Applications {
		mark := report.Mark{Kind: report.Removed, Word: "taken away"}
		if a.Assigned {
			mark = report.Mark{Kind: report.Added, Word: "assigned"}
		}
		if a.Uncertain {
			mark.Word = "may be " + mark.Word
		}
		table.Rows = append(table.Rows,
			report.Row{Mark: mark, Cells: []report.Text{named(a.Application), report.Text{}.Code(a.Client)}, Address: a.Address})
	}
	return report.SectionOf("Applications", "A client's people can use only the applications that are assigned to it.", table)
}

// nextSection lists what is missing until the next plan, because its object is replaced.
func (r *Review) nextSection() report.Section {
	var list report.List
	for _, s := range r.NextPlan {
		list.Items = append(list.Items,
			report.Item{Mark: report.Mark{Kind: report.Removed, Word: "lost for now"}, Text: report.T(s.Text + " ").Code(s.Address)})
	}
	return report.SectionOf("Only the next plan creates these again",
		"The object that they belong to is replaced, and the service deletes them with it. Terraform notices this in the next plan. To "+
			"create them again in the same apply, add replace_triggered_by with the changed attributes of the replaced object to the "+
			"lifecycle of these resources.",
		list)
}

func (r *Review) driftSection() report.Section {
	return report.SectionOf("Changed outside Terraform",
		"Changed since the last apply. The apply restores what the configuration declares, and records the rest: a plan with "+
			"-refresh-only records everything, and what is gone and no longer declared is gone.",
		objectList(r.Drift))
}

func (r *Review) propertySection() report.Section {
	return report.SectionOf("Properties", "", objectList(r.Properties))
}

func (r *Review) forgottenSection() report.Section {
	var list report.List
	for _, address := range r.Forgotten {
		list.Items = append(list.Items, report.Item{Text: report.Text{}.Code(address)})
	}
	return report.SectionOf("No longer managed", "The objects remain in the service, and Terraform no longer manages them.", list)
}

// otherSection lists the parts of the plan that are not objects of this provider.
func (r *Review) otherSection() report.Section {
	var list report.List
	for _, o := range r.Others {
		item := report.Item{Mark: report.Mark{Kind: report.Changed, Word: o.Kind}, Text: report.T(o.Text)}
		for _, detail := range []struct{ label, text string }{{"address", o.Address}, {"type", o.Type}, {"provider", o.Provider},
			{"action", o.Action}} {
			if detail.text != "" && !strings.Contains(o.Text, detail.text) {
				item.Details = append(item.Details, report.Text{}.Muted(detail.label+": ").Code(detail.text))
			}
		}
		list.Items = append(list.Items, item)
	}
	return report.SectionOf("Outside this provider", "Other parts of the plan. Their effect on access is not known.", list)
}

// changeSection lists every changed object with every changed value, including those of the
// sections above.
func (r *Review) changeSection() report.Section {
	var list report.List
	for _, e := range r.Changes {
		mark := actionMark(e.Action)
		if mark.Word == "" && (e.Action != plan.NoOp || e.PreviousAddress == "" && !e.Imported) {
			mark.Word = string(e.Action)
		}
		if e.Deferred {
			mark.Word = "deferred: " + mark.Word
		}
		if e.Imported {
			mark.Word = join(mark.Word, "imported")
		}
		if e.PreviousAddress != "" {
			mark.Word = join(mark.Word, "address moved from "+e.PreviousAddress)
		}
		if e.Deposed {
			mark.Word = join(mark.Word, "deposed")
		}
		item := report.Item{Mark: mark, Text: report.Text{}.Code(e.Address)}
		for _, a := range elements(withoutClosedRooms(e.Differences)) {
			item.Details = append(item.Details, difference(a, e.Action))
		}
		list.Items = append(list.Items, item)
	}
	if len(list.Items) == 0 {
		return report.Section{}
	}
	group := report.Group{Title: report.T(report.Count(len(list.Items), "object")), Blocks: []report.Block{list}}
	return report.Section{Title: "Every change, value by value",
		Intro: report.T("All changes in full. A grant " +
			"opens only the data rooms that are listed."), Blocks: []report.Block{group}}
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

func (r *Review) profileSection() report.Section {
	table := report.Table{Head: []string{"Profile", "User", "Change"}}
	for _, o := range r.Profiles {
		var user report.Text
		if o.Of != nil {
			user = named(*o.Of)
		}
		table.Rows = append(table.Rows,
			report.Row{Mark: actionMark(o.Action), Cells: []report.Text{named(o.Object), user, profileChange(o)}, Address: o.Address})
	}
	return report.SectionOf("Profiles", "", table.Trim())
}

// profileChange shows the changes of a profile. For a new profile it shows only attributes that
// matter for access.
func profileChange(o ObjectChange) report.Text {
	var text report.Text
	for _, a := range o.Attributes {
		shown := o.Action == plan.Update || o.Action == plan.Create &&
			slices.Contains([]string{"unit_ext_id", "profile_state", "is_default_profile"}, a.Name) ||
			o.Action == plan.Replace && a.After != ""
		if !shown || o.Action == plan.Create && strings.HasPrefix(a.After, plan.Unknown{}.String()) {
			continue
		}
		if len(text) > 0 {
			text = text.Plain("; ")
		}
		text = append(text, attributeText(a)...)
	}
	return text
}

func objectList(objects []ObjectChange) report.List {
	var list report.List
	for _, o := range objects {
		item := report.Item{Mark: actionMark(o.Action), Text: named(o.Object)}
		if o.Address != o.Object.Address || o.Object.Name != "" || o.Object.ExtID != "" {
			item.Text = item.Text.Plain(" ").Code(o.Address)
		}
		for _, a := range o.Attributes {
			item.Details = append(item.Details, attributeText(a))
		}
		list.Items = append(list.Items, item)
	}
	return list
}
