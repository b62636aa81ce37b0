package e2e

import (
	"slices"
	"strings"
	"testing"
)

// hired declares a new unit with a new person in it; the three arguments set states.
func hired(unit, user, profile string) string {
	return `
resource "terraform_data" "known_later" {
  input = "disabled"
}
resource "idm_unit" "new" {
  ext_id             = "new"
  parent_unit_ext_id = "acme-hq"
  name               = "New"
  profileless        = false
  ` + unit + `
}
resource "idm_user" "eve" {
  ext_id     = "u-eve"
  name       = { first_name = "Eve", family_name = "Engel" }
  login_id   = "eve.engel"
  ` + user + `
}
resource "idm_profile" "eve" {
  ext_id      = "p-eve"
  user_ext_id = idm_user.eve.ext_id
  unit_ext_id = idm_unit.new.ext_id
  ` + profile + `
}
resource "idm_authorization" "eve" {
  profile_ext_id = idm_profile.eve.ext_id
  role_ext_id    = "crm-admin"
}
`
}

// A new person certainly gains a role if the configuration does not set the states, because the
// service creates every object as active. With a state that is known only after apply, the gain is
// uncertain.
func TestReview_statesOfNewObjects(t *testing.T) {
	t.Parallel()
	const later = "state = terraform_data.known_later.output"
	for name, test := range map[string]struct{ configuration, effect string }{
		"left to the service": {hired("", "", ""), "gains"},
		"given":               {hired("", `user_state = "active"`, `profile_state = "active"`), "gains"},
		"user known later":    {hired("", "user_"+later, ""), "may gain"},
		"profile known later": {hired("", "", "profile_"+later), "may gain"},
		"unit known later":    {hired(later, "", ""), "may gain"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			h := newHiding(t)
			h.plan(test.configuration)
			h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
			for _, file := range []string{"hidden.tfplan", "hidden.json"} {
				if out, _ := h.review(2, file, "--fail-on", "access"); !strings.Contains(out, "| ➕ "+test.effect+" |") {
					t.Errorf("%s: the row of the grant does not say %q:\n%s", file, test.effect, out)
				}
			}
			if test.effect == "gains" {
				h.must(0, "apply", "-no-color", "hidden.tfplan")
				if held := roles(t, h.sim, "u-eve"); !slices.Contains(held, "crm-admin") {
					t.Errorf("the service gives Eve %v", held)
				}
			}
		})
	}
}
