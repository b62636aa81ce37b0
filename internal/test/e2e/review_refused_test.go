package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// A change that the service refuses at the time of the review, and a grant without an effect then,
// break the rules about what they grant: the plan is applied as reviewed once the obstacle is gone.
func TestReview_refusedToday(t *testing.T) {
	const grants = "profiles/p-anna-hq/authorizations/"
	wide := strings.Replace(attackGrant("a", "crm-admin"), "\n}", "\n  client_global = true\n}", 1)
	taken := strings.Replace(attackGrant("a", "crm-admin"), "\n}", "\n  ext_id = \"taken\"\n}", 1)
	missing := strings.Replace(wide, "p-anna-hq", "p-anna-new", 1)
	created := strings.Replace(wide, `"p-anna-hq"`, "idm_profile.new.ext_id", 1) + `resource "idm_profile" "new" {
  ext_id        = "p-anna-new"
  user_ext_id   = "u-anna"
  unit_ext_id   = "acme-it"
}
`
	week := time.Now().Add(7 * 24 * time.Hour).UTC().Format(time.RFC3339)
	for name, test := range map[string]struct {
		configuration string
		// obstacle is made before the review, and removed before the apply.
		obstacle, removal [3]string
		rules             []string
	}{
		"granted by hand until next week": {wide,
			[3]string{http.MethodPost, grants, `{"extId":"hand","roleExtId":"crm-admin","validity":{"to":"` + week + `"}}`},
			[3]string{http.MethodDelete, grants + "hand"}, []string{"gain.global", "gain.unlimited"}},
		"a taken ID": {taken, [3]string{http.MethodPost, grants, `{"extId":"taken","roleExtId":"wiki-editor"}`},
			[3]string{http.MethodDelete, grants + "taken"}, []string{"gain.role"}},
		"a disabled profile": {wide, [3]string{http.MethodPatch, "profiles/p-anna-hq", `{"profileState":"disabled"}`},
			[3]string{http.MethodPatch, "profiles/p-anna-hq", `{"profileState":"active"}`},
			[]string{"gain.global", "gain.role", "gain.dormant"}},
		"a disabled user": {wide, [3]string{http.MethodPatch, "users/u-anna", `{"userState":"disabled"}`},
			[3]string{http.MethodPatch, "users/u-anna", `{"userState":"active"}`}, []string{"gain.global", "gain.role", "gain.dormant"}},
		"an application without an assignment": {wide, [3]string{http.MethodDelete, "/clients/acme/applications/crm"},
			[3]string{http.MethodPut, "/clients/acme/applications/crm"}, []string{"gain.global", "gain.role", "gain.dormant"}},
		"a profile that does not exist": {missing, [3]string{},
			[3]string{http.MethodPost, "users/u-anna/profiles", `{"extId":"p-anna-new"}`}, []string{"gain.global", "gain.role"}},
		"a profile in a unit that refuses it": {created, [3]string{http.MethodPatch, "units/acme-it", `{"profileless":true}`},
			[3]string{http.MethodPatch, "units/acme-it", `{"profileless":false}`}, []string{"gain.global", "gain.role"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			h := newHiding(t)
			h.plan(test.configuration)
			h.write("policy.hcl", "rule \"admins\" {\n  roles = [\"crm-admin\"]\n}\n")
			if test.obstacle[0] != "" {
				h.behindTheBack(test.obstacle[0], test.obstacle[1], test.obstacle[2])
			}
			for _, rule := range append(test.rules, "access") {
				h.review(2, "hidden.tfplan", "--fail-on", rule, "--out", "review.md")
			}
			h.review(2, "hidden.tfplan", "--policy", "policy.hcl", "--out", "review.md")
			h.behindTheBack(test.removal[0], test.removal[1], test.removal[2])
			h.applied()
			if got := roles(t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") {
				t.Errorf("the reviewed plan granted %q", got)
			}
		})
	}
}

// One service with two provider configurations, one with its address and one with the address of
// the environment, is one service.
func TestReview_oneServiceTwice(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.apply(attackGrant("a", "crm-admin"))
	other := strings.Replace(attackGrant("b", "crm-admin"), "\n}", "\n  client_global = true\n  provider = idm.there\n}", 1)
	h.plan("provider \"idm\" {\n  alias = \"there\"\n  base_url = \"" + h.url + "/\"\n}\n" + other)
	for _, rule := range []string{"access", "gain.global"} {
		h.review(2, "hidden.tfplan", "--fail-on", rule, "--out", "review.md")
	}
	if text := h.read("review.md"); !strings.Contains(text, "1 person is affected: 1 grant changed.") {
		t.Errorf("one service counts as two:\n%s", text)
	}
	h.applied()
	if got := roles(t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") {
		t.Errorf("the reviewed plan granted %q", got)
	}
}
