package review

import (
	"cmp"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Units are the trees of units before and after, as far as something changes in them, and what changes.
type Units struct {
	Before  []UnitNode   `json:"before"`
	After   []UnitNode   `json:"after"`
	Changes []UnitChange `json:"changes"`
}

// UnitNode is a unit in a tree.
type UnitNode struct {
	Unit Named `json:"unit"`
	// Managed tells that the plan manages the unit; one that it only refers to is shown so that the tree has a top.
	Managed bool `json:"managed"`
	// Change are the words of its UnitChange.
	Change []UnitWord `json:"change,omitempty"`
	// Note says what the change is from here: the new name in the tree before, the old one in the tree after.
	Note     string     `json:"note,omitempty"`
	Children []UnitNode `json:"children,omitempty"`
	// Unchanged is how many units below it are left out, because nothing happens to them or below them.
	Unchanged int `json:"unchanged_below,omitempty"`
}

// UnitWord says what happens to a unit.
type UnitWord string

// The words. A unit can be renamed and moved at once.
const (
	UnitCreated UnitWord = "created"
	UnitRenamed UnitWord = "renamed"
	UnitMoved   UnitWord = "moved"
	UnitRemoved UnitWord = "removed"
	UnitChanged UnitWord = "changed"
)

// UnitChange is a unit that something happens to.
type UnitChange struct {
	Object
	Words []UnitWord `json:"words"`
	// From and To are the units above, before and after a move; nil for a root.
	From *Named `json:"moved_from,omitempty"`
	To   *Named `json:"moved_to,omitempty"`
}

func units(p *plan.Plan, names *Directory) Units {
	u := Units{Before: []UnitNode{}, After: []UnitNode{}, Changes: []UnitChange{}}
	before, after := newForest(names), newForest(names)
	for _, o := range p.Data {
		if o.Type == typeUnit {
			before.add(o.Values, o.Address, false)
			after.add(o.Values, o.Address, false)
		}
	}
	for _, c := range p.Changes {
		if c.Type != typeUnit {
			continue
		}
		was, becomes := before.add(c.Before, c.Address, true), after.add(c.After, c.Address, true)
		if c.Action == plan.Forget {
			after.add(c.Before, c.Address, false)
		}
		if !c.Action.Changes() {
			continue
		}
		change := unitChange(c, names)
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

func unitChange(c plan.Change, names *Directory) UnitChange {
	change := UnitChange{Object: object(c, names)}
	switch c.Action {
	case plan.Create, plan.ForgetCreate:
		change.Words = []UnitWord{UnitCreated}
		return change
	case plan.Delete:
		change.Words = []UnitWord{UnitRemoved}
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
			change.From, change.To = parent(c.Before, names), parent(c.After, names)
		default:
			others = true
		}
	}
	if others {
		change.Words = append(change.Words, UnitChanged)
	}
	return change
}

// parent is the unit above, nil for a root.
func parent(values plan.Values, names *Directory) *Named {
	if values["parent_unit_ext_id"] == nil {
		return nil
	}
	named := names.named(Unit, values.Text("client_ext_id"), values["parent_unit_ext_id"])
	return &named
}

// forest holds the units of one point in time.
type forest struct {
	names    *Directory
	nodes    map[unitKey]*unitEntry
	children map[unitKey][]unitKey
}

// unitKey tells units apart by the external id, or by the address as long as that is not known.
type unitKey struct{ client, id string }

type unitEntry struct {
	node   UnitNode
	parent unitKey // without id for a root
}

func newForest(names *Directory) *forest {
	return &forest{names: names, nodes: map[unitKey]*unitEntry{}, children: map[unitKey][]unitKey{}}
}

func unitKeyOf(client string, value any, address string) unitKey {
	switch value := value.(type) {
	case nil:
		return unitKey{}
	case plan.Unknown:
		return unitKey{client, "@" + cmp.Or(value.From, address)}
	}
	return unitKey{client, plan.Text(value)}
}

// add enters a unit; nil when there is none.
func (f *forest) add(values plan.Values, address string, managed bool) *unitEntry {
	if values == nil {
		return nil
	}
	client := values.Text("client_ext_id")
	key := unitKeyOf(client, values["ext_id"], address)
	if old := f.nodes[key]; old != nil && old.node.Managed {
		return old
	}
	unit := f.names.named(Unit, client, values["ext_id"])
	unit.Name = values.Text("name")
	if managed {
		unit.Address = address
	}
	// A parent that nobody knows is not the same for two units, so it is told apart by the child.
	f.nodes[key] = &unitEntry{node: UnitNode{Unit: unit, Managed: managed}, parent: unitKeyOf(client, values["parent_unit_ext_id"], "parent of "+address)}
	if parent := f.nodes[key].parent; parent.id != "" && f.nodes[parent] == nil {
		f.nodes[parent] = &unitEntry{node: UnitNode{Unit: f.names.named(Unit, client, values["parent_unit_ext_id"])}}
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

// trees are the roots with all that something happens to below them.
func (f *forest) trees() []UnitNode {
	var roots []unitKey
	for key, entry := range f.nodes {
		if entry.parent.id == "" {
			roots = append(roots, key)
		} else {
			f.children[entry.parent] = append(f.children[entry.parent], key)
		}
	}
	trees := []UnitNode{}
	drawn := map[unitKey]bool{}
	// What hangs in a circle has no root: then any of its units is one.
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

// tree draws what is below a unit, and counts the units in it.
func (f *forest) tree(key unitKey, drawn map[unitKey]bool) (node UnitNode, size int, changed bool) {
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

func (f *forest) ordered(keys []unitKey) []unitKey {
	slices.SortFunc(keys, func(a, b unitKey) int {
		return cmp.Or(byName(f.nodes[a].node.Unit.Label(), f.nodes[b].node.Unit.Label()), cmp.Compare(a.id, b.id), cmp.Compare(a.client, b.client))
	})
	return keys
}
