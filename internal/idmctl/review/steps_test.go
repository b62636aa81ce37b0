package review

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// The steps of a review return the same results in any order, and when repeated.
func TestSteps_anyOrder(t *testing.T) {
	for _, withFacts := range []bool{false, true} {
		alone := map[string]string{}
		for name := range steps(nil) {
			alone[name] = outcomeText(t, steps(stepAnalysis(withFacts))[name]())
		}
		for seed := range uint64(30) {
			all := steps(stepAnalysis(withFacts))
			names := slices.Sorted(maps.Keys(all))
			names = append(names, names...)
			random := rand.New(rand.NewPCG(seed, 1))
			random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			for _, name := range names {
				if got := outcomeText(t, all[name]()); got != alone[name] {
					t.Fatalf("facts %t, seed %d: %s after other steps is\n%s\nalone\n%s", withFacts, seed, name, got, alone[name])
				}
			}
		}
	}
}

// steps are all steps that New calls, each with fixed arguments.
func steps(c *analysis) map[string]func() outcome {
	return map[string]func() outcome{
		"objects":     func() outcome { return c.objects(c.sharedChanges()) },
		"net":         c.net,
		"unread":      c.unread,
		"applied":     func() outcome { return c.applied() },
		"cascades":    func() outcome { return c.cascades() },
		"limits":      func() outcome { return c.limits() },
		"fails":       func() outcome { return c.fails() },
		"bounds":      func() outcome { return c.bounds() },
		"unexplained": func() outcome { return c.unexplained(map[*entry]bool{}) },
		"interrupted": func() outcome { return c.interrupted() },
		"drift":       func() outcome { return c.drift() },
		"others":      func() outcome { return c.others() },
		"lists": func() outcome {
			shown, _ := json.Marshal(c.lists())
			return outcome{{Text: string(shown)}}
		},
	}
}

// outcomeText returns everything in an outcome that a report shows.
func outcomeText(t *testing.T, o outcome) string {
	t.Helper()
	encoded, err := json.MarshalIndent(o, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// stepAnalysis returns the analysis of a plan in which every step finds something.
func stepAnalysis(withFacts bool) *analysis {
	values := func(pairs ...any) plan.Values {
		v := plan.Values{"client_ext_id": "acme"}
		for i := 0; i < len(pairs); i += 2 {
			v[pairs[i].(string)] = pairs[i+1]
		}
		return v
	}
	change := func(kind, name string, action plan.Action, before, after plan.Values) plan.Change {
		return plan.Change{Address: kind + "." + name, Type: kind, Action: action, Before: before, After: after}
	}
	unknown := plan.Unknown{}
	ben := values("ext_id", "ben", "user_state", "active")
	unit := func(above string) plan.Values {
		return values("ext_id", "sales", "name", "Sales", "parent_unit_ext_id", above)
	}
	p := &plan.Plan{Time: "2026-06-01T00:00:00Z", Changes: []plan.Change{
		change(typeUser, "ben", plan.Update, ben, values("ext_id", "ben", "user_state", "disabled")),
		change(typeProfile, "new", plan.Create, nil, values("ext_id", unknown, "user_ext_id", "eva", "unit_ext_id", "sales")),
		change(typeAuthorization, "new", plan.Create, nil,
			values("profile_ext_id", plan.Unknown{From: "idm_profile.new"}, "role_ext_id", "admin", "client_global", true)),
		change(typeAuthorization, "old", plan.Replace, values("profile_ext_id", "p-ben", "role_ext_id", "crm", "ext_id", "1"),
			values("profile_ext_id", "p-ben", "role_ext_id", "admin", "ext_id", unknown)),
		change(typeUnit, "sales", plan.Update, unit("top"), unit("other")),
		change("idm_enterprise_role", "er", plan.Create, nil, values("ext_id", "er-sales", "name", "Sales")),
		change("idm_enterprise_role_member", "m", plan.Create, nil, values("enterprise_role_ext_id", "er-sales", "role_ext_id", "admin")),
		change("idm_client_application", "a", plan.Delete, values("application_ext_id", "crm"), nil),
		change("idm_unheard_of", "x", plan.Create, nil, values("a", "b")),
	}}
	p.Drift = []plan.Change{change(typeUnit, "sales", plan.Update, unit("top"), unit("top"))}
	names := NewDirectory(p)
	if withFacts {
		held := access.NewTenant()
		add := func(kind access.Kind, extID, owner, target string) {
			held.Add(access.Object{ID: access.NewID("", "acme", kind, extID).Within(owner), Owner: access.Exactly(owner),
				Target: access.Exactly(target)})
		}
		add(access.Client, "acme", "", "")
		add(access.Application, "crm", "", "")
		add(access.Assignment, "crm", "", "crm")
		add(access.Role, "crm", "crm", "")
		add(access.Role, "admin", "crm", "")
		add(access.EnterpriseRole, "er-sales", "", "")
		add(access.User, "ben", "", "")
		add(access.User, "eva", "", "")
		add(access.Profile, "p-ben", "ben", "")
		add(access.Grant, "1", "p-ben", "crm")
		add(access.EnterpriseGrant, "2", "p-ben", "er-sales")
		names.Facts("", []string{"acme"}, held)
	}
	return newAnalysis(p, names)
}
