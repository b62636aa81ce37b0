package review_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// The most dangerous line is the first one, and no limit cuts it, whatever its name, however many
// others there are, and whichever rules are checked.
func TestSeverity_neverHidden(t *testing.T) {
	until := valid(nil, "2027-01-01T00:00:00Z")
	for name, bad := range map[string]plan.Change{
		"a global grant": object("idm_authorization.zz", plan.Create, nil, authorization("zz", "reader", "client_global", true,
			"validity", until)),
		"a grant that becomes global": object("idm_authorization.zz", plan.Update, authorization("zz", "reader", "validity", until),
			authorization("zz", "reader", "client_global", true, "validity", until)),
		"a grant without its end": object("idm_authorization.zz", plan.Update, authorization("zz", "reader", "validity", until),
			authorization("zz", "reader")),
		"a credential": object("idm_password.zz", plan.Create, nil, values("user_ext_id", "zz")),
		"a login": object("idm_user.zz", plan.Update, values("ext_id", "zz", "login_id", "a"),
			values("ext_id", "zz", "login_id", "b")),
	} {
		changes, others := []plan.Change{bad}, 100
		if name == "a global grant" {
			others = 2000
		}
		for i := range others {
			changes = append(changes, object(fmt.Sprintf("idm_authorization.a%d", i), plan.Create, nil,
				authorization(fmt.Sprintf("a%d", i), fmt.Sprintf("role-%d", i), "validity", until)))
		}
		r := reviewOf(changes...)
		for checked, rules := range map[string][]review.Rule{"none": nil, "access": ruleNamed(t, "access"), "any": ruleNamed(t, "any"),
			"policy": policy(t, `roles = ["*"]`)} {
			if checked == "policy" && bad.Type != "idm_authorization" {
				continue
			}
			r.FailedRules, r.RulesChecked = nil, nil
			r.Check(rules)
			document := r.Document()
			if checked != "none" {
				if first := document.Alerts[0].Groups[0].Details[0].String(); !strings.Contains(first, "zz") {
					t.Errorf("%s, %s: the first line is %q", name, checked, first)
				}
			}
			comment := document.Markdown(report.CommentLimit)
			if len(comment) > report.CommentLimit {
				t.Errorf("%s, %s: the comment has %d bytes", name, checked, len(comment))
			}
			for form, text := range map[string]string{"comment": comment, "text": document.Text(100)} {
				if top := text[:min(len(text), 8000)]; !strings.Contains(top, "zz") {
					t.Errorf("%s, %s: the %s hides it:\n%s", name, checked, form, top[:1000])
				}
			}
		}
	}
}

// ruleNamed returns rules by their names.
func ruleNamed(t *testing.T, names ...string) []review.Rule {
	t.Helper()
	rules, err := review.NamedRules(names)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// Equal changes of many people are one line with their number, and the rest keeps a line each.
func TestSeverity_merged(t *testing.T) {
	var changes []plan.Change
	for i := range 15 {
		id := fmt.Sprintf("u%02d", i)
		changes = append(changes, object("idm_profile.p"+id, plan.NoOp, profile("p"+id, id), profile("p"+id, id)),
			object("idm_authorization."+id, plan.Create, nil, authorization("p"+id, "payment-approve")))
	}
	changes = append(changes, object("idm_profile.other", plan.NoOp, profile("p-other", "other"), profile("p-other", "other")),
		object("idm_authorization.other", plan.Create, nil, authorization("p-other", "reader")))
	for i := range changes {
		if changes[i].Action == plan.NoOp {
			changes[i].After = changes[i].Before
		}
	}
	r := reviewOf(changes...)
	r.Check(ruleNamed(t, "gain.role"))
	group := r.Document().Alerts[0].Groups[0]
	if len(group.Details) != 2 || len(r.FailedRules[0].Subjects) != 16 {
		t.Fatalf("%d lines, %d subjects", len(group.Details), len(r.FailedRules[0].Subjects))
	}
	lines := group.Details[0].String() + "\n" + group.Details[1].String()
	for _, want := range []string{"each of 15 people gains role payment-approve in app of payment-approve: u00, u01, u02 and 12 more",
		"other gains role reader"} {
		if !strings.Contains(lines, want) {
			t.Errorf("%q is missing in %q", want, lines)
		}
	}
}

// What a finding may do is stated: it may give access, take it, or its effect is not known, with
// the reason. Each finding is in one place.
func TestAlerts_byEffect(t *testing.T) {
	held := acme()
	hold(held, access.Unit, "hq", "", "")
	hold(held, access.Unit, "low", "", "")
	r, _ := reviewedWith(t, held,
		object("idm_profile.new", plan.Create, nil, profile("p-new", "ben")),
		object("idm_unit.low", plan.Delete, unit("low", "Low", nil), nil),
		object("idm_unit_properties.hq", plan.Update, values("unit_ext_id", "hq", "properties", map[string]any{"a": "1"}),
			values("unit_ext_id", "hq", "properties", map[string]any{"a": "2"})))
	unchecked := *r
	unchecked.FailedRules = nil
	text := unchecked.Document().Text(0)
	for _, want := range []string{"May give access: a user gets a profile\n profile p-new",
		"May take access: a unit is deleted or replaced\n unit Low",
		"May give or take access: properties change; their effect in applications is unknown\n properties of a unit",
		"No listed grant changes, but access may change: a user gets a profile (1), ", "and a unit is deleted or replaced (1)."} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, of := range []string{"profile p-new of ben is created", "unit Low is deleted"} {
		if n := strings.Count(text, of); n != 1 {
			t.Errorf("%q is %d times in\n%s", of, n, text)
		}
	}
}
