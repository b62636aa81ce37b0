package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// tenant declares teams, each with 30 units on three levels, 10 profiles and 60 authorizations.
const tenant = `
module "team" {
  source   = "./team"
  for_each = toset([for i in range(%d) : format("t%%d", i)])
  name     = each.key
}
`

// team is a module, because the CLI's own work grows quadratically with references across one large
// for_each.
const team = `
terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

variable "name" {
  type = string
}

locals {
  middle = { for i in range(5) : format("%s-m%d", var.name, i) => "Department ${i}" }
  leaves = { for i in range(24) : format("%s-l%02d", var.name, i) => format("%s-m%d", var.name, i % 5) }
  roles  = ["crm-reader", "crm-admin", "wiki-editor", "billing-clerk", "billing-admin", "hr-viewer"]
}

resource "idm_unit" "root" {
  ext_id      = var.name
  profileless = true
}

resource "idm_unit" "middle" {
  for_each           = local.middle
  ext_id             = each.key
  parent_unit_ext_id = idm_unit.root.ext_id
  profileless        = true
  display_name       = { en = each.value, de = "Abteilung ${each.key}" }
}

resource "idm_unit" "leaf" {
  for_each           = local.leaves
  ext_id             = each.key
  parent_unit_ext_id = idm_unit.middle[each.value].ext_id
  profileless        = false
}

resource "idm_profile" "all" {
  count       = 10
  user_ext_id = "u-ben"
  ext_id      = "p-${var.name}-${count.index}"
  unit_ext_id = idm_unit.leaf[format("%s-l%02d", var.name, count.index)].ext_id
  name        = "Profile ${count.index}"
}

resource "idm_authorization" "all" {
  count          = 60
  profile_ext_id = idm_profile.all[floor(count.index / 6)].ext_id
  role_ext_id    = local.roles[count.index % 6]
}
`

// A tenant of several teams is created, planned again and destroyed: a small one, and one of a
// thousand objects.
func TestTenant_appliesPlansEmptyAndDestroysToNothing(t *testing.T) {
	t.Parallel()
	for name, teams := range map[string]int{"small": 2, "large": 10} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "large" {
				rings.Campaign(t, "it repeats the test with five times as many objects, for a minute")
			}
			w := newWorkspace(t, fmt.Sprintf(tenant, teams), asAdmin)
			w.write("team/main.tf", team)
			w.must(0, "get", "-no-color")
			before := w.counts()
			w.must(0, "apply", "-auto-approve", "-no-color", "-parallelism=20")
			after := w.counts()
			for name, added := range map[string]int{"units": 30 * teams, "profiles": 10 * teams, "authorizations": 60 * teams} {
				if after[name]-before[name] != added {
					t.Errorf("%s: %d were added, want %d", name, after[name]-before[name], added)
				}
			}
			w.must(0, "plan", "-detailed-exitcode", "-no-color", "-parallelism=20")
			w.must(0, "destroy", "-auto-approve", "-no-color", "-parallelism=20")
			for name, count := range w.counts() {
				if count != before[name] {
					t.Errorf("%s: %d are left, %d were there at first", name, count, before[name])
				}
			}
		})
	}
}

// counts returns the number of objects of each kind in the simulator.
func (w *workspace) counts() map[string]int {
	w.t.Helper()
	var state map[string][]json.RawMessage
	if err := json.Unmarshal(w.sim.State(), &state); err != nil {
		w.t.Fatal(err)
	}
	counts := map[string]int{}
	for name, elements := range state {
		counts[name] = len(elements)
	}
	return counts
}
