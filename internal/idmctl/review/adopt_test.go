package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// An adopted element of a collection, and an imported object, are taken over with whatever they
// have. The rule shows which ones the apply changes.
func TestAdopt(t *testing.T) {
	user := func(id, state string) plan.Values {
		return values("ext_id", id, "login_id", "new", "user_state", state)
	}
	adopted := object(`idm_users.staff["eva"]`, plan.Create, nil, user("eva", "active"))
	adopted.Type, adopted.Adopts = "idm_user", true
	created := adopted
	created.After = user("nina", "active")
	imported := object("idm_user.u", plan.NoOp, user("eva", "active"), user("eva", "active"))
	imported.Imported = true
	changed := imported
	changed.Action, changed.Before = plan.Update, user("eva", "disabled")
	for name, test := range map[string]struct {
		change    plan.Change
		withFacts bool
		want      []string
	}{
		"an adopted user":           {adopted, true, []string{"import", "import.adopt", "login"}},
		"one that may exist":        {adopted, false, []string{"import", "import.adopt", "login"}},
		"one that is created":       {created, true, nil},
		"an import without changes": {imported, true, []string{"import"}},
		"an import with changes":    {changed, true, []string{"import", "import.adopt"}},
	} {
		r, broken := reviewed(t, test.withFacts, test.change)
		for _, rule := range []string{"import", "import.adopt", "login"} {
			if got := slices.Contains(broken, rule); got != slices.Contains(test.want, rule) {
				t.Errorf("%s: %s is broken: %t", name, rule, got)
			}
		}
		if slices.Contains(broken, "fails") {
			t.Errorf("%s: fails: %q", name, lines(r))
		}
	}
}

// The settings of a collection are no unknown change: what they permit is a change of an element.
func TestSettings(t *testing.T) {
	for name, test := range map[string]struct {
		before, after plan.Values
		text          string
		want, dont    []string
	}{
		"a limit": {plan.Values{"max_removals": 5}, plan.Values{"max_removals": 50}, "idm_unit_tree.t: max_removals changes from 5 to 50",
			[]string{"loss"}, []string{"access", "incomplete"}},
		"adopted keys": {plan.Values{"adopt": []any{"a"}}, plan.Values{}, `idm_unit_tree.t: adopt changes from ["a"] to none`,
			[]string{"import"}, []string{"access", "loss", "incomplete"}},
		"hidden units": {plan.Values{"units": plan.Masked{}}, plan.Values{"units": plan.Masked{Changed: true}},
			"the units of idm_unit_tree.t are sensitive or not known yet", []string{"access", "loss", "incomplete"}, nil},
	} {
		r, broken := reviewed(t, true, object("idm_unit_tree.t", plan.Update, test.before, test.after))
		missing := slices.DeleteFunc(test.want, func(name string) bool { return slices.Contains(broken, name) })
		wrong := slices.DeleteFunc(test.dont, func(name string) bool { return !slices.Contains(broken, name) })
		if text := r.Document().Text(0); len(missing)+len(wrong) > 0 || !strings.Contains(text, test.text) {
			t.Errorf("%s: breaks %q, not %q: %s", name, wrong, missing, text)
		}
	}
}
