package review_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

func unit(id any, name string, parent any) plan.Values {
	return values("ext_id", id, "name", name, "parent_unit_ext_id", parent)
}

// draw returns trees as text, with an indent for each level.
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

// Two units that are each other's parents are shown once, and the review terminates.
func TestUnits_circle(t *testing.T) {
	r := reviewOf(object("idm_unit.a", plan.Update, unit("a", "A", nil), unit("a", "A", "b")),
		object("idm_unit.b", plan.NoOp, unit("b", "B", "a"), unit("b", "B", "a")))
	if got, want := draw(r.Units.After, ""), "A moved (moved from the top) +1\n"; got != want {
		t.Errorf("drawn %q, want %q", got, want)
	}
}

// A moved unit matches rules about the units that it leaves and enters, and about everything below
// it. With facts, it matches no others.
func TestUnits_policy(t *testing.T) {
	held := acme()
	for _, u := range [][2]string{{"hq", ""}, {"sales", "hq"}, {"lab", "sales"}, {"desk", "lab"}, {"it", ""}, {"other", "it"}} {
		hold(held, access.Unit, u[0], u[1], "")
	}
	hold(held, access.Profile, "p-desk", "eva", "desk")
	hold(held, access.Profile, "p-other", "ben", "other")
	move := object("idm_unit.lab", plan.Update, unit("lab", "Lab", "sales"), unit("lab", "Lab", "it"))
	for pattern, want := range map[string]bool{
		`units = ["lab"]`: true, `units = ["desk"]`: true, `units = ["sales"]`: true, `units = ["hq"]`: true, `units = ["it"]`: true,
		`units = ["other"]`: false, `units = ["fin*"]`: false, `users = ["eva"]`: true, `users = ["ben"]`: false,
		`profiles = ["p-desk"]`: true, `profiles = ["p-other"]`: false,
	} {
		file := filepath.Join(t.TempDir(), "policy.hcl")
		if err := os.WriteFile(file, []byte("rule \"own\" {\n  "+pattern+"\n}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		rules, err := policyOf(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, facts := range []*access.Tenant{held, nil} {
			r, _ := reviewedWith(t, facts, move)
			r.FailedRules = nil
			r.Check(rules)
			if got := len(r.FailedRules) > 0; got != (want || facts == nil) {
				t.Errorf("%s, facts %t: fails %t", pattern, facts != nil, got)
			}
		}
	}
}

// A change of properties names the person, the profile and the role.
func TestProperties_namePersonAndRole(t *testing.T) {
	r, _ := reviewed(t, true, object("idm_authorization_properties.a", plan.Update,
		values("profile_ext_id", "p-eva", "authorization_ext_id", "2", "properties", map[string]any{"limit": "1"}),
		values("profile_ext_id", "p-eva", "authorization_ext_id", "2", "properties", map[string]any{"limit": "2"})),
		object("idm_profile_properties.p", plan.Update, values("profile_ext_id", "p-ben", "properties", map[string]any{"limit": "1"}),
			values("profile_ext_id", "p-ben", "properties", map[string]any{"limit": "2"})))
	for _, want := range []string{"for role reader of profile p-eva of eva", "of profile p-ben of ben"} {
		if !slices.ContainsFunc(r.Findings, func(f review.Finding) bool { return strings.Contains(f.Text, want) }) {
			t.Errorf("no finding has %q: %+v", want, r.Findings)
		}
	}
}
