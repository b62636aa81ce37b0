package review_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

func unit(id any, name string, parent any) plan.Values {
	return values("ext_id", id, "name", name, "parent_unit_ext_id", parent)
}

// draw writes trees with an indent for each level.
func draw(nodes []review.UnitNode, indent string) string {
	var b strings.Builder
	for _, node := range nodes {
		b.WriteString(indent + node.Unit.Label())
		for _, word := range node.Change {
			b.WriteString(" " + string(word))
		}
		if node.Note != "" {
			b.WriteString(" (" + node.Note + ")")
		}
		if node.Unchanged > 0 {
			b.WriteString(" +" + string(rune('0'+node.Unchanged)))
		}
		b.WriteString("\n" + draw(node.Children, indent+"  "))
	}
	return b.String()
}

func TestUnits(t *testing.T) {
	same := func(id, name string, parent any) plan.Change {
		return object("idm_unit."+id, plan.NoOp, unit(id, name, parent), unit(id, name, parent))
	}
	r := reviewOf(
		same("a", "A", nil), same("a1", "A1", "a"), same("a2", "A2", "a1"), same("b", "B", nil), same("quiet", "Quiet", nil),
		object("idm_unit.m", plan.Update, unit("m", "M", "a"), unit("m", "Mm", "b")),
		same("m1", "M1", "m"),
		object("idm_unit.gone", plan.Delete, unit("gone", "Gone", "unmanaged"), nil),
		object("idm_unit.new", plan.Create, nil, unit(plan.Unknown{}, "New", "b")),
		object("idm_unit.below", plan.Create, nil, unit(plan.Unknown{}, "Below", plan.Unknown{From: "idm_unit.new"})),
		object("idm_unit.somewhere", plan.Create, nil, unit("s", "Somewhere", plan.Unknown{})),
		object("idm_unit.top", plan.Update, unit("top", "Top", "a"), unit("top", "Top", nil)),
	)
	const before = `A +2
  M renamed moved (becomes Mm, moves to B) +1
  Top moved (moves to the top)
unmanaged
  Gone removed
`
	const after = `(known after apply)
  Somewhere created
B
  Mm renamed moved (was M, moved from A) +1
  New created
    Below created
Top moved (moved from A)
`
	if diff := cmp.Diff(before, draw(r.Units.Before, "")); diff != "" {
		t.Errorf("before (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(after, draw(r.Units.After, "")); diff != "" {
		t.Errorf("after (-want +got):\n%s", diff)
	}
}

func TestUnits_replaced(t *testing.T) {
	r := reviewOf(object("idm_unit.a", plan.Replace, unit("a", "A", nil), unit("b", "A", nil)))
	if got, want := draw(r.Units.Before, "")+draw(r.Units.After, ""), "A removed\nA created\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Two units below each other are nonsense, but no reason to draw for ever or to leave them out.
func TestUnits_circle(t *testing.T) {
	r := reviewOf(object("idm_unit.a", plan.Update, unit("a", "A", nil), unit("a", "A", "b")),
		object("idm_unit.b", plan.NoOp, unit("b", "B", "a"), unit("b", "B", "a")))
	if got, want := draw(r.Units.After, ""), "A moved (moved from the top) +1\n"; got != want {
		t.Errorf("drawn %q, want %q", got, want)
	}
}
