package review

import (
	"cmp"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Units are the trees of units before and after the apply, with their changes.
type Units struct {
	Before  []UnitNode   `json:"before"`
	After   []UnitNode   `json:"after"`
	Changes []UnitChange `json:"changes"`
}

// UnitNode is a unit in a tree.
type UnitNode struct {
	Unit Named `json:"unit"`
	// Managed reports that the plan manages the unit. A unit that is only referenced is shown as
	// the root of a tree.
	Managed bool `json:"managed"`
	// Change holds the words of its UnitChange.
	Change []UnitWord `json:"change,omitempty"`
	// Note describes the change: the new name in the tree before, the old name in the tree after.
	Note     string     `json:"note,omitempty"`
	Children []UnitNode `json:"children,omitempty"`
	// Unchanged is the number of units below it that are omitted, because they and their subtrees
	// do not change.
	Unchanged int `json:"unchanged_below,omitempty"`
}

// UnitWord describes a change of a unit.
type UnitWord string

// The words. A unit can be renamed and moved at once.
const (
	UnitCreated UnitWord = "created"
	UnitRenamed UnitWord = "renamed"
	UnitMoved   UnitWord = "moved"
	UnitRemoved UnitWord = "removed"
	UnitChanged UnitWord = "changed"
)

// UnitChange is a changed unit.
type UnitChange struct {
	ObjectChange
	Words []UnitWord `json:"words"`
	// From and To are the parent units before and after a move; nil for a root.
	From *Named `json:"moved_from,omitempty"`
	To   *Named `json:"moved_to,omitempty"`
}

func (x *analysis) unitTrees() Units {
	u := Units{Before: []UnitNode{}, After: []UnitNode{}, Changes: []UnitChange{}}
	before, after := newForest(x), newForest(x)
	for _, o := range x.plan.Data {
		if o.Type == typeUnit {
			e := &entry{Change: plan.Change{Address: o.Address, Service: o.Service}}
			before.add(o.Values, e, false)
			after.add(o.Values, e, false)
		}
	}
	for _, e := range x.entries {
		if e.Type != typeUnit {
			continue
		}
		was, becomes := before.add(e.Before, e, true), after.add(e.After, e, true)
		if stays(e) {
			after.add(e.Before, e, false)
		}
		if !e.Action.Changes() {
			continue
		}
		change := x.unitChange(e)
		u.Changes = append(u.Changes, change)
		if was != nil {
			was.note(change, true)
		}
		if becomes != nil {
			becomes.note(change, false)
		}
	}
	if len(u.Changes) > 0 {
		u.Before, u.After = before.trees(), after.trees()
	}
	return u
}

func (x *analysis) unitChange(e *entry) UnitChange {
	change := UnitChange{ObjectChange: x.object(e)}
	switch e.Action {
	case plan.Create, plan.ForgetCreate:
		change.Words = []UnitWord{UnitCreated}
		return change
	case plan.Delete:
		change.Words = []UnitWord{UnitRemoved}
		// A removed unit needs no details.
		change.Attributes = nil
		return change
	case plan.Replace:
		change.Words = []UnitWord{UnitRemoved, UnitCreated}
		return change
	}
	others := false
	for _, attribute := range change.Attributes {
		switch attribute.Name {
		case "name":
			change.Words = append(change.Words, UnitRenamed)
		case "parent_unit_ext_id":
			change.Words = append(change.Words, UnitMoved)
			change.From, change.To = x.parent(e, e.Before), x.parent(e, e.After)
		default:
			others = true
		}
	}
	if others {
		change.Words = append(change.Words, UnitChanged)
	}
	return change
}

// parent returns the parent unit; nil for a root.
func (x *analysis) parent(e *entry, values plan.Values) *Named {
	if values["parent_unit_ext_id"] == nil {
		return nil
	}
	return new(x.names.of(e, Unit, values, values["parent_unit_ext_id"]))
}

// forest holds all units before or after the apply.
type forest struct {
	*analysis
	nodes    map[access.ID]*unitEntry
	children map[access.ID][]access.ID
}

type unitEntry struct {
	node   UnitNode
	parent access.ID // without ExtID for a root
}

func newForest(x *analysis) *forest {
	return &forest{analysis: x, nodes: map[access.ID]*unitEntry{}, children: map[access.ID][]access.ID{}}
}

// add adds a unit, and returns nil if it does not exist.
func (f *forest) add(values plan.Values, e *entry, managed bool) *unitEntry {
	if values == nil {
		return nil
	}
	key := e.refers(values, "ext_id", access.Unit)
	if old := f.nodes[key]; old != nil && old.node.Managed {
		return old
	}
	unit := f.names.of(e, Unit, values, values["ext_id"])
	if name, known := values.Known("name"); known && unit.Name != (plan.Masked{}).String() {
		unit.Name = name
	}
	if managed {
		unit.Address = e.Address
	}
	// Unknown parents of two units are different, so the child's address identifies them.
	parent := access.NewID(e.Service, key.Client, access.Unit, extIDOf(values["parent_unit_ext_id"], "parent of "+e.Address))
	f.nodes[key] = &unitEntry{node: UnitNode{Unit: unit, Managed: managed}, parent: parent}
	if parent.ExtID != "" && f.nodes[parent] == nil {
		f.nodes[parent] = &unitEntry{node: UnitNode{Unit: f.names.of(e, Unit, values, values["parent_unit_ext_id"])}}
	}
	return f.nodes[key]
}

func (e *unitEntry) note(change UnitChange, before bool) {
	for _, word := range change.Words {
		if before && word == UnitCreated || !before && word == UnitRemoved {
			continue
		}
		e.node.Change = append(e.node.Change, word)
		switch word {
		case UnitRenamed:
			e.node.Note = nameNote(change, before)
		case UnitMoved:
			e.node.Note = join(e.node.Note, moveNote(change, before))
		}
	}
}

func nameNote(change UnitChange, before bool) string {
	for _, attribute := range change.Attributes {
		if attribute.Name == "name" && before {
			return "becomes " + attribute.After
		} else if attribute.Name == "name" {
			return "was " + attribute.Before
		}
	}
	return ""
}

func moveNote(change UnitChange, before bool) string {
	where, other := "moved from ", change.From
	if before {
		where, other = "moves to ", change.To
	}
	if other == nil {
		return where + "the top"
	}
	return where + other.Label()
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}

// trees returns the roots of all trees with a change.
func (f *forest) trees() []UnitNode {
	var roots []access.ID
	for key, entry := range f.nodes {
		if entry.parent.ExtID == "" {
			roots = append(roots, key)
		} else {
			f.children[entry.parent] = append(f.children[entry.parent], key)
		}
	}
	trees := []UnitNode{}
	drawn := map[access.ID]bool{}
	// A cycle has no root, so any of its units serves as one.
	for _, key := range append(f.ordered(roots), f.ordered(slices.Collect(maps.Keys(f.nodes)))...) {
		if drawn[key] {
			continue
		}
		if node, _, changed := f.tree(key, drawn); changed {
			trees = append(trees, node)
		}
	}
	return trees
}

// tree returns the subtree of a unit, its size, and whether it contains a change.
func (f *forest) tree(key access.ID, drawn map[access.ID]bool) (node UnitNode, size int, changed bool) {
	drawn[key] = true
	node, size = f.nodes[key].node, 1
	changed = len(node.Change) > 0
	for _, child := range f.ordered(f.children[key]) {
		if drawn[child] {
			continue
		}
		below, count, something := f.tree(child, drawn)
		size += count
		if something {
			node.Children = append(node.Children, below)
			changed = true
		} else {
			node.Unchanged += count
		}
	}
	return node, size, changed
}

func (f *forest) ordered(keys []access.ID) []access.ID {
	slices.SortFunc(keys, func(a, b access.ID) int {
		return cmp.Or(byName(f.nodes[a].node.Unit.Label(), f.nodes[b].node.Unit.Label()), a.Compare(b))
	})
	return keys
}
