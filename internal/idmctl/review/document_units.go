package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

func (r *Review) unitSection() report.Section {
	s := report.Section{Title: "Units"}
	if len(r.Units.Changes) == 0 {
		return s
	}
	counts := map[UnitWord]int{}
	var others []ObjectChange
	for _, change := range r.Units.Changes {
		for _, word := range change.Words {
			counts[word]++
		}
		if slices.Contains(change.Words, UnitChanged) {
			others = append(others, change.details())
		}
	}
	var parts []string
	for _, word := range []UnitWord{UnitCreated, UnitRenamed, UnitMoved, UnitRemoved, UnitChanged} {
		if counts[word] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[word], word))
		}
	}
	s.Intro = report.T(strings.Join(parts, ", ") + ". Units that do not change are left out, or counted.")
	s.Blocks = append(s.Blocks, report.Trees{{Title: "Before", Nodes: drawn(r.Units.Before)},
		{Title: "After", Nodes: drawn(r.Units.After)}})
	if len(others) > 0 {
		s.Blocks = append(s.Blocks, objectList(others))
	}
	return s
}

// details returns the change without the attributes that the trees show.
func (c UnitChange) details() ObjectChange {
	o := c.ObjectChange
	o.Attributes = slices.DeleteFunc(slices.Clone(o.Attributes),
		func(a Attribute) bool { return a.Name == "name" || a.Name == "parent_unit_ext_id" })
	return o
}

// drawn returns the nodes of a tree, or a placeholder if the tree is empty.
func drawn(units []UnitNode) []report.Node {
	if len(units) == 0 {
		return []report.Node{{Text: report.Text{}.Muted("none of these units")}}
	}
	return nodes(units)
}

func nodes(units []UnitNode) []report.Node {
	var all []report.Node
	for _, unit := range units {
		node := report.Node{Text: named(unit.Unit), Mark: unit.mark(), Children: nodes(unit.Children)}
		if !unit.Managed {
			node.Text = node.Text.Muted(" not managed here")
		}
		if unit.Unchanged > 0 {
			text := report.Text{}.Muted(fmt.Sprintf("%d more, unchanged", unit.Unchanged))
			node.Children = append(node.Children, report.Node{Text: text})
		}
		all = append(all, node)
	}
	return all
}

// mark returns the most important change, with the words for all.
func (u UnitNode) mark() report.Mark {
	if len(u.Change) == 0 {
		return report.Mark{}
	}
	kind := report.Changed
	for word, of := range map[UnitWord]report.ChangeKind{UnitMoved: report.Moved, UnitCreated: report.Added, UnitRemoved: report.Removed} {
		if slices.Contains(u.Change, word) {
			kind = of
		}
	}
	var words []string
	for _, word := range u.Change {
		if word != UnitRenamed && word != UnitMoved {
			words = append(words, string(word))
		}
	}
	if u.Note != "" {
		words = append([]string{u.Note}, words...)
	}
	return report.Mark{Kind: kind, Word: strings.Join(words, ", ")}
}
