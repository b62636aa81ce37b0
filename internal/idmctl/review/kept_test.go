package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

func findingsOf(r *review.Review, address string) (texts string, rules []string) {
	for _, f := range r.Findings {
		if f.Address == address {
			texts, rules = texts+f.Text+"\n", append(rules, f.Rules...)
		}
	}
	return texts, rules
}

// The service deletes the credentials of an archived user, so the review lists those that remain in
// the configuration. A credential that is removed and no longer managed is not created again.
func TestReview_credentialsOfRemovedUsers(t *testing.T) {
	const of = "idm_device_password.d"
	credential := values("user_ext_id", "eva", "ext_id", "d", "state_name", "active")
	eva, archived := person("eva", "Eva", "Moser"), person("eva", "Eva", "Moser")
	archived["user_state"] = "archived"
	unknown := person("eva", "Eva", "Moser")
	unknown["user_state"] = plan.Unknown{}
	for name, test := range map[string]struct {
		changes []plan.Change
		text    string
	}{
		"archived":         {[]plan.Change{object("idm_user.u", plan.Update, eva, archived), unchanged(of, credential)}, "archived"},
		"perhaps archived": {[]plan.Change{object("idm_user.u", plan.Update, eva, unknown), unchanged(of, credential)}, "archived"},
		"archived before":  {[]plan.Change{unchanged("idm_user.u", archived), unchanged(of, credential)}, ""},
		"another user": {[]plan.Change{object("idm_user.u", plan.Update, eva, archived),
			unchanged(of, values("user_ext_id", "ben"))}, ""},
		"replaced": {[]plan.Change{object("idm_user.u", plan.Replace, eva, eva), unchanged(of, credential)}, "only the next plan"},
		"replaced, no longer managed": {[]plan.Change{object("idm_user.u", plan.Replace, eva, eva),
			object(of, plan.Forget, credential, nil)},
			"nothing creates it again"},
	} {
		t.Run(name, func(t *testing.T) {
			text, rules := findingsOf(reviewOf(test.changes...), of)
			if found := slices.Contains(rules, "credential"); found != (test.text != "") || !strings.Contains(text, test.text) {
				t.Errorf("%q %q", text, rules)
			}
		})
	}
}

// An undeclared grant that is deleted with a replaced role is not created again by any plan.
func TestReview_nextPlanOfUndeclared(t *testing.T) {
	role := func(app string) plan.Values { return values("ext_id", "reader", "application_ext_id", app) }
	changes := []plan.Change{object("idm_role.r", plan.Replace, role("crm"), role("wiki")),
		unchanged("idm_profile.p", profile("p", "eva")), unchanged("idm_profile.other", profile("other", "eva")),
		unchanged("idm_authorization.declared", authorization("p", "reader")),
		object("idm_authorization.forgotten", plan.Forget, authorization("q", "reader"), nil)}
	p := &plan.Plan{Changes: changes}
	names, extra := review.Claimed(p), access.NewTenant()
	hold(extra, access.Grant, "1", "other", "reader")
	names.Facts("", []string{"acme"}, extra)
	next := review.New(p, names).NextPlan
	if len(next) != 1 || next[0].Address != "idm_authorization.declared" {
		t.Errorf("%+v", next)
	}
}

// The service keeps some objects that Terraform destroys.
func TestReview_destroyedAndKept(t *testing.T) {
	eva := person("eva", "Eva", "Moser", "on_destroy", "archive")
	text, rules := findingsOf(reviewOf(object("idm_user.u", plan.Delete, eva, nil)), "idm_user.u")
	if !strings.Contains(text, "archived permanently") || !slices.Contains(rules, "user.disable") ||
		!slices.Contains(rules, "user.delete") {
		t.Errorf("%q %q", text, rules)
	}
	text, rules = findingsOf(reviewOf(object("idm_terms.t", plan.Delete, values("ext_id", "t", "active", true), nil)), "idm_terms.t")
	if !strings.Contains(text, "deactivated") || !slices.Contains(rules, "terms") {
		t.Errorf("%q %q", text, rules)
	}
}

// A person with several imported objects is counted once.
func TestReview_countsImportedPeople(t *testing.T) {
	imported := func(address string, values plan.Values) plan.Change {
		c := object(address, plan.NoOp, values, values)
		c.Imported = true
		return c
	}
	r := reviewOf(imported("idm_profile.p", profile("p", "ben")), imported("idm_authorization.a", authorization("p", "crm", "ext_id", "1")),
		imported("idm_profile.q", profile("q", "ben")), imported("idm_authorization.b", authorization("q", "crm", "ext_id", "2")))
	if text := r.Document().Text(0); !strings.Contains(text, "4 objects are imported, of 1 person:") {
		t.Errorf("Ben is counted more than once:\n%s", text)
	}
}
