package drift_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

const address = "idm_unit.a"

// found returns a plan with drift of a unit, and a change of it.
func found(action plan.Action, recorded, now, declared plan.Values) *plan.Plan {
	p := &plan.Plan{Changes: []plan.Change{{Address: address, Type: "idm_unit", Action: action, Before: now, After: declared}}}
	if recorded != nil {
		p.Drift = []plan.Change{{Address: address, Type: "idm_unit", Action: plan.Update, Before: recorded, After: now}}
	}
	return p
}

func TestNew(t *testing.T) {
	type v = plan.Values
	secret, changed := plan.Masked{}, plan.Masked{Changed: true}
	tests := map[string]struct {
		plan                          *plan.Plan
		drift, accepted, notAppliedOf string // as JSON: kinds, paths
	}{
		"nothing":                      {found(plan.NoOp, nil, v{"name": "A"}, v{"name": "A"}), "", "", ""},
		"changed by hand":              {found(plan.Update, v{"name": "A"}, v{"name": "B"}, v{"name": "A"}), "changed name", "", ""},
		"changed by hand as declared":  {found(plan.NoOp, v{"name": "A"}, v{"name": "B"}, v{"name": "B"}), "", "changed name", ""},
		"changed in the configuration": {found(plan.Update, nil, v{"name": "A"}, v{"name": "C"}), "", "", "changed name"},
		"changed in both":              {found(plan.Update, v{"name": "A"}, v{"name": "B"}, v{"name": "C"}), "changed name", "", ""},
		"changed in two attributes": {found(plan.Update, v{"name": "A", "location": "X"}, v{"name": "B", "location": "X"},
			v{"name": "A", "location": "Y"}), "changed name", "", "changed location"},
		"the id follows":                    {found(plan.Update, v{"id": "1"}, v{"id": "2"}, v{"id": "1"}), "", "", ""},
		"gone":                              {found(plan.Create, v{"name": "A"}, nil, v{"name": "A"}), "gone", "", ""},
		"gone, and not declared any more":   {found(plan.NoOp, v{"name": "A"}, nil, nil), "", "gone", ""},
		"declared and not made":             {found(plan.Create, nil, nil, v{"name": "A"}), "", "", "create"},
		"not declared any more":             {found(plan.Delete, nil, v{"name": "A"}, nil), "", "", "delete"},
		"changed, and not declared anymore": {found(plan.Delete, v{"name": "A"}, v{"name": "B"}, nil), "", "changed name", "delete"},
		"in a map": {found(plan.Update, v{"m": map[string]any{"en": "A"}}, v{"m": map[string]any{"en": "A", "de": "B"}},
			v{"m": map[string]any{"en": "A"}}), `changed m["de"]`, "", ""},
		"a map where none was": {found(plan.Update, v{"m": nil}, v{"m": map[string]any{"from": "X"}}, v{"m": nil}), `changed m["from"]`, "",
			""},
		"a grant": {found(plan.Update, v{"g": map[string]any{}}, v{"g": map[string]any{"r": map[string]any{"x": true}}},
			v{"g": map[string]any{}}), `added g["r"]`, "", ""},
		"a grant taken away": {found(plan.Update, v{"g": map[string]any{"r": map[string]any{"x": true}}}, v{"g": map[string]any{}},
			v{"g": map[string]any{"r": map[string]any{"x": true}}}), `removed g["r"]`, "", ""},
		"within a grant": {found(plan.Update, v{"g": map[string]any{"r": map[string]any{"x": true}}},
			v{"g": map[string]any{"r": map[string]any{"x": false}}}, v{"g": map[string]any{"r": map[string]any{"x": true}}}),
			`changed g["r"].x`, "",
			""},
		"a grant to be made": {found(plan.Update, nil, v{"g": map[string]any{}},
			v{"g": map[string]any{"r": map[string]any{"x": plan.Unknown{}}}}), "", "", `added g["r"]`},
		"a grant to be taken": {found(plan.Update, nil, v{"g": map[string]any{"r": map[string]any{"x": true}}}, v{"g": map[string]any{}}),
			"", "",
			`removed g["r"]`},
		"a set to be known": {found(plan.Update, nil, v{"s": []any{"a"}}, v{"s": plan.Unknown{}}), "", "", "changed s"},
		"tainted":           {found(plan.Replace, nil, v{"name": "A"}, v{"name": "A"}), "", "", "replace"},
		"in a set": {found(plan.Update, v{"s": []any{"a", "b"}}, v{"s": []any{"a", "c"}}, v{"s": []any{"a", "b"}}),
			"removed s,added s", "", ""},
		"secret":              {found(plan.Update, v{"p": secret}, v{"p": changed}, v{"p": changed}), "changed p", "", ""},
		"secret, as declared": {found(plan.NoOp, v{"p": secret}, v{"p": changed}, v{"p": secret}), "", "changed p", ""},
		"another secret":      {found(plan.Update, nil, v{"p": secret}, v{"p": changed}), "", "", "changed p"},
		"the same secret":     {found(plan.Update, nil, v{"p": secret, "n": "A"}, v{"p": secret, "n": "B"}), "", "", "changed n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := drift.New("here", test.plan)
			var pending []string
			for _, p := range r.NotApplied {
				if len(p.Differences) == 0 {
					pending = append(pending, p.Action)
				}
				pending = append(pending, kinds(p.Differences)...)
			}
			for what, pair := range map[string][2]string{
				"drift": {kindsOf(r.Drift), test.drift}, "accepted": {kindsOf(r.Accepted), test.accepted},
				"not applied": {strings.Join(pending, ","), test.notAppliedOf},
			} {
				if pair[0] != pair[1] {
					t.Errorf("%s: %q, want %q", what, pair[0], pair[1])
				}
			}
			if r.Found() != (test.drift != "") {
				t.Error("Found does not go by the drift")
			}
		})
	}
}

func kindsOf(objects []drift.Drifted) string {
	var all []string
	for _, object := range objects {
		if object.Gone {
			all = append(all, "gone")
		}
		all = append(all, kinds(object.Differences)...)
	}
	return strings.Join(all, ",")
}

func kinds(differences []drift.Difference) []string {
	var all []string
	for _, d := range differences {
		all = append(all, string(d.Kind)+" "+d.Path)
	}
	return all
}

// If one value is marked as sensitive, the other values are not shown either.
func TestNew_masksAllSides(t *testing.T) {
	r := drift.New("here",
		found(plan.Update, plan.Values{"name": plan.Masked{}}, plan.Values{"name": "clear-text"},
			plan.Values{"name": plan.Masked{Changed: true}}))
	encoded, err := json.Marshal(r)
	if err != nil || len(r.Drift) != 1 || strings.Contains(string(encoded), "clear-text") ||
		strings.Contains(r.Document().Markdown(0), "clear-text") {
		t.Errorf("%s %v", encoded, err)
	}
}

func TestNew_refreshOnly(t *testing.T) {
	p := found(plan.NoOp, plan.Values{"name": "A"}, plan.Values{"name": "B"}, nil)
	p.Changes = nil
	if r := drift.New("here", p); len(r.Drift) != 1 || r.Drift[0].Differences[0].Declared != drift.NotPlanned {
		t.Errorf("%+v", r)
	}
}
