package e2e

import (
	"slices"
	"testing"
)

// profilesOf declares profiles with assigned external IDs, and grants through expressions.
func profilesOf(people, more string) string {
	return `
variable "people" {
  type    = map(object({ user = string, unit = optional(string, "acme-hq") }))
  default = ` + people + `
}
resource "idm_profile" "of" {
  for_each    = var.people
  user_ext_id = each.value.user
  unit_ext_id = each.value.unit
}
` + more
}

const (
	valuesByKey = `
resource "idm_authorization" "of" {
  for_each       = idm_profile.of
  profile_ext_id = each.value.ext_id
  role_ext_id    = "crm-${each.key == "1" ? "admin" : "reader"}"
}
`
	valuesByCount = `
resource "idm_authorization" "of" {
  count          = length(var.people)
  profile_ext_id = [for key in sort(keys(var.people)) : idm_profile.of[key].ext_id][count.index]
  role_ext_id    = ["crm-reader", "crm-admin"][count.index]
}
`
	valuesMoved = `
moved {
  from = idm_authorization.of[0]
  to   = idm_authorization.of["1"]
}
moved {
  from = idm_authorization.of[1]
  to   = idm_authorization.of["2"]
}
`
	valuesModule = `
module "grants" {
  source   = "./grants"
  for_each = { direct = idm_profile.of["1"].ext_id, other = idm_profile.of["2"].ext_id }
  holders  = [{ id = each.value, role = each.key == "direct" ? "crm-admin" : null }]
}
`
	valuesGrants = moduleProvider + `
variable "holders" {
  type = list(object({ id = string, role = optional(string, "crm-reader") }))
}
resource "idm_authorization" "of" {
  for_each       = { for each in var.holders : each.role => each.id }
  profile_ext_id = each.value
  role_ext_id    = each.key
}
`
)

// For any combination of instances, keys and modules, the final state of the service is within the
// bounds of the review.
func TestReview_finalValues(t *testing.T) {
	t.Parallel()
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	const people = `{ 1 = { user = "u-ben" }, 2 = { user = "u-dev-bot" } }`
	for name, test := range map[string]struct {
		before, after string
		plan          []string
		gained, lost  []string
		// followed reports that the saved plan shows the user of each grant.
		followed bool
	}{
		"profiles that change hands": {before: profilesOf(people, valuesByKey), after: profilesOf(people, valuesByKey),
			plan:   []string{`-var=people={"1"={user="u-dev-bot"},"2"={user="u-ben",unit=null}}`},
			gained: []string{"u-ben crm-reader", "u-dev-bot crm-admin"}, lost: []string{"u-ben crm-admin", "u-dev-bot crm-reader"},
			followed: true},
		"instances by number that get keys": {before: profilesOf(people, valuesByCount), after: profilesOf(people, valuesByKey+valuesMoved),
			gained: []string{"u-ben crm-admin", "u-dev-bot crm-reader"}, lost: []string{"u-ben crm-reader", "u-dev-bot crm-admin"},
			followed: true},
		"a module for each": {after: profilesOf(people, valuesModule), gained: []string{"u-ben crm-admin", "u-dev-bot crm-reader"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			r := &reviewing{workspace: newWorkspace(t, "", asAdmin), idmctl: idmctl}
			r.write("grants/main.tf", valuesGrants)
			if test.before != "" {
				r.write("tenant.tf", test.before)
				r.must(0, "apply", "-auto-approve", "-no-color")
			}
			r.write("tenant.tf", test.after)
			r.must(0, "get", "-no-color")
			r.saved(test.plan...)
			shown := map[string]bounds{}
			for _, file := range planFiles {
				shown[file] = r.bounds(file)
			}
			end := final{before: factsOf(t, r.sim.State())}
			r.must(0, "apply", "-no-color", "reviewed.tfplan")
			end.after = factsOf(t, r.sim.State())
			if gained, lost := end.difference(); !slices.Equal(gained, test.gained) || !slices.Equal(lost, test.lost) {
				t.Errorf("the apply gives %q and takes %q, want %q and %q", gained, lost, test.gained, test.lost)
			}
			for source, of := range shown {
				of.contain(t, source, end, true)
			}
			for _, e := range shown["reviewed.tfplan"].gains {
				if test.followed && !e.certain {
					t.Errorf("the review does not follow %+v", e)
				}
			}
		})
	}
}
