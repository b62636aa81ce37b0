package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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
		"replaced": {[]plan.Change{object("idm_user.u", plan.Replace, eva, eva), unchanged(of, credential)}, "deleted with the object"},
		"replaced, no longer managed": {[]plan.Change{object("idm_user.u", plan.Replace, eva, eva),
			object(of, plan.Forget, credential, nil)},
			"deleted with the object"},
	} {
		t.Run(name, func(t *testing.T) {
			text, rules := findingsOf(reviewOf(test.changes...), of)
			if found := slices.Contains(rules, "credential"); found != (test.text != "") || !strings.Contains(text, test.text) {
				t.Errorf("%q %q", text, rules)
			}
		})
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

// An import names the grants that are global, or may be.
func TestReview_importedGlobal(t *testing.T) {
	for open, want := range map[any]bool{true: true, false: false, plan.Masked{}: true} {
		single := authorization("p", "crm", "ext_id", "1")
		single["client_global"] = open
		all := values("profile_ext_id", "p", "authorizations", map[string]any{"crm": map[string]any{"client_global": open,
			"unit_global": false, "app_global": false, "enterprise_role_global": false}})
		for address, of := range map[string]plan.Values{"idm_authorization.a": single, "idm_profile_authorizations.p": all} {
			c := object(address, plan.NoOp, of, of)
			c.Imported = true
			text, _ := findingsOf(reviewOf(c), address)
			if got := strings.Contains(text, "it is, or may be, global: role crm for all clients"); got != want {
				t.Errorf("%s, open %v: %s", address, open, text)
			}
		}
	}
}

// The widest imported grant is named, and comes before harmless imports, however many there are.
func TestReview_importedGlobalFirst(t *testing.T) {
	roles, open := map[string]any{}, func(clients, units bool) map[string]any {
		return map[string]any{"client_global": clients, "unit_global": units, "app_global": units, "enterprise_role_global": units}
	}
	for i := range 9 {
		roles[fmt.Sprintf("a%d", i)] = open(false, true)
	}
	roles["z"] = open(true, false)
	var changes []plan.Change
	add := func(address string, of plan.Values) {
		c := object(address, plan.NoOp, of, of)
		c.Imported = true
		changes = append(changes, c)
	}
	for i := range 2000 {
		add(fmt.Sprintf("idm_authorization.a[%d]", i), authorization("p", "crm", "ext_id", fmt.Sprint(i)))
	}
	add("idm_profile_authorizations.z", values("profile_ext_id", "p", "authorizations", roles))
	if text := reviewOf(changes...).Document().Markdown(65536); !strings.Contains(text, "global: role z for all clients") {
		t.Error(text[:min(len(text), 4000)])
	}
}
