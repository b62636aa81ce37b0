package review

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// The steps of a review return the same results in any order, and when repeated.
func TestSteps_anyOrder(t *testing.T) {
	for _, mode := range []string{"offline", "facts"} {
		alone := map[string]string{}
		for name := range steps(nil) {
			alone[name] = outcomeText(t, steps(stepAnalysis(t, mode))[name]())
		}
		for seed := range uint64(30) {
			all := steps(stepAnalysis(t, mode))
			names := slices.Sorted(maps.Keys(all))
			names = append(names, names...)
			random := rand.New(rand.NewPCG(seed, 1))
			random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			for _, name := range names {
				if got := outcomeText(t, all[name]()); got != alone[name] {
					t.Fatalf("%s, seed %d: %s after other steps is\n%s\nalone\n%s", mode, seed, name, got, alone[name])
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
func stepAnalysis(t *testing.T, mode string) *analysis {
	t.Helper()
	s := newScript(t)
	s.play(mode + `
		fact client acme
		fact application crm
		fact client_application crm - crm
		fact role crm crm
		fact role admin crm
		fact enterprise_role er-sales
		fact user ben
		fact user eva
		fact profile p-ben ben
		fact authorization 1 p-ben crm
		fact enterprise_authorization 2 p-ben er-sales
		unread-limits
		~ idm_user.ben {ext_id: ben}, {user_state: active} -> {user_state: disabled}
		+ idm_profile.new {ext_id: (unknown), user_ext_id: eva, unit_ext_id: sales}
		+ idm_authorization.new {profile_ext_id: (unknown idm_profile.new), role_ext_id: admin, client_global: true}
		-/+ idm_authorization.old {profile_ext_id: p-ben}, {ext_id: 1, role_ext_id: crm} -> {ext_id: (unknown), role_ext_id: admin}
		~ idm_unit.sales {ext_id: sales, name: Sales}, {parent_unit_ext_id: top} -> {parent_unit_ext_id: other}
		+ idm_enterprise_role.er {ext_id: er-sales, name: Sales}
		+ idm_enterprise_role_member.m {enterprise_role_ext_id: er-sales, role_ext_id: admin}
		- idm_client_application.a {application_ext_id: crm}
		+ idm_unheard_of.x {a: b}
		drift ~ idm_unit.sales {ext_id: sales, name: Sales, parent_unit_ext_id: top}`)
	return newAnalysis(s.prepared())
}
