package review

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// The most dangerous line is the first one, and no limit cuts it, whatever its name, however many
// others there are, and whichever rules are checked.
func TestSeverity_neverHidden(t *testing.T) {
	for name, bad := range map[string]string{
		"a global grant": `+ idm_authorization.zz {profile_ext_id: zz, role_ext_id: reader, client_global: true,
			validity: {to: 2027-01-01T00:00:00Z}}`,
		"a grant that becomes global": `~ idm_authorization.zz {profile_ext_id: zz, role_ext_id: reader,
			validity: {to: 2027-01-01T00:00:00Z}}, {} -> {client_global: true}`,
		"a grant without its end": `~ idm_authorization.zz {profile_ext_id: zz, role_ext_id: reader},
			{validity: {to: 2027-01-01T00:00:00Z}} -> {}`,
		"a credential": "+ idm_password.zz {user_ext_id: zz}",
		"a login":      "~ idm_user.zz {ext_id: zz}, {login_id: a} -> {login_id: b}",
	} {
		others := "100"
		if name == "a global grant" {
			others = "2000"
		}
		r := reviewOf(t, "claimed\n"+strings.ReplaceAll(bad, "\n", "")+"\ntimes "+others+
			" + idm_authorization.a# {profile_ext_id: a#, role_ext_id: role-#, validity: {to: 2027-01-01T00:00:00Z}}")
		for checked, rules := range map[string][]Rule{"none": nil, "access": ruleNamed(t, "access"), "any": ruleNamed(t, "any"),
			"policy": policyRules(t, `roles = ["*"]`)} {
			if checked == "policy" && !strings.Contains(bad, "idm_authorization") {
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
func ruleNamed(t *testing.T, names ...string) []Rule {
	t.Helper()
	rules, err := NamedRules(names)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// Equal changes of many people are one line with their number, and the rest keeps a line each.
func TestSeverity_merged(t *testing.T) {
	r := reviewOf(t, `claimed
		times 15 = idm_profile.p# {ext_id: p#, user_ext_id: u#}
		times 15 + idm_authorization.u# {profile_ext_id: p#, role_ext_id: payment-approve}
		= idm_profile.other {ext_id: p-other, user_ext_id: other}
		+ idm_authorization.other {profile_ext_id: p-other, role_ext_id: reader}`)
	r.FailedRules = nil
	r.Check(ruleNamed(t, "gain.role"))
	group := r.Document().Alerts[0].Groups[0]
	if len(group.Details) != 2 || len(r.FailedRules[0].Subjects) != 16 {
		t.Fatalf("%d lines, %d subjects", len(group.Details), len(r.FailedRules[0].Subjects))
	}
	lines := group.Details[0].String() + "\n" + group.Details[1].String()
	for _, want := range []string{"each of 15 people gains role payment-approve in app of payment-approve: u0, u1, u10 and 12 more",
		"other gains role reader"} {
		if !strings.Contains(lines, want) {
			t.Errorf("%q is missing in %q", want, lines)
		}
	}
}
