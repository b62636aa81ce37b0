package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// smallTenant has objects of every kind whose creates, moves and deletes depend on each other.
const smallTenant = `
variable "state" {
  default = "before"
}
locals {
  people = toset(["u-1", "u-2", "u-3"])
}
resource "idm_unit" "top" {
  ext_id      = "top"
  name        = "Top"
  profileless = false
  description = var.state
}
resource "idm_unit" "below" {
  for_each           = toset(["one", "two"])
  ext_id             = each.key
  name               = each.key
  profileless        = false
  parent_unit_ext_id = var.state == "before" ? idm_unit.top.ext_id : "acme-hq"
}
resource "idm_user" "all" {
  for_each   = local.people
  ext_id     = each.key
  login_id   = each.key
  on_destroy = "delete"
}
resource "idm_profile" "all" {
  for_each      = local.people
  ext_id        = "p-${each.key}"
  user_ext_id   = idm_user.all[each.key].ext_id
  unit_ext_id   = idm_unit.below["one"].ext_id
  remarks       = var.state
}
resource "idm_application" "app" {
  ext_id    = "app"
  name      = "App"
  displayed = true
}
resource "idm_client_application" "app" {
  application_ext_id = idm_application.app.ext_id
}
resource "idm_role" "all" {
  for_each           = toset(["r-1", "r-2"])
  ext_id             = each.key
  name               = each.key
  application_ext_id = idm_application.app.ext_id
}
resource "idm_profile_authorizations" "all" {
  for_each       = local.people
  profile_ext_id = idm_profile.all[each.key].ext_id
  authorizations = { for role in idm_role.all : role.ext_id => {} if var.state == "before" || role.ext_id == "r-1" }
}
`

// A plan has the same changes with every parallelism, and its apply leaves nothing to do: for a
// create, an update and a destroy.
func TestParallelism(t *testing.T) {
	t.Parallel()
	var first []any
	for _, parallelism := range []int{1, 10, 64} {
		w, option := newWorkspace(t, smallTenant, asAdmin), fmt.Sprintf("-parallelism=%d", parallelism)
		var all []any
		for _, step := range [][]string{{"-var=state=before"}, {"-var=state=after"}, {"-destroy"}} {
			w.must(0, append([]string{"plan", "-no-color", "-out=step.tfplan", option}, step...)...)
			var shown struct {
				Changes any `json:"resource_changes"`
			}
			if err := json.Unmarshal([]byte(w.must(0, "show", "-json", "step.tfplan")), &shown); err != nil {
				t.Fatal(err)
			}
			all = append(all, shown.Changes)
			w.must(0, "apply", "-no-color", option, "step.tfplan")
			w.must(0, append([]string{"plan", "-no-color", "-detailed-exitcode", option}, step...)...)
		}
		if first == nil {
			first = all
		}
		if diff := cmp.Diff(first, all); diff != "" {
			t.Errorf("with %s (-first +this):\n%s", option, diff)
		}
	}
}
