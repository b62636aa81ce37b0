package e2e

import (
	"encoding/json"
	"testing"
)

// tenant is 300 units, three deep, 100 profiles and 600 authorizations.
const tenant = `
locals {
  roots  = toset([for i in range(4) : format("r%d", i)])
  middle = { for i in range(46) : format("m%02d", i) => format("r%d", i % 4) }
  leaves = { for i in range(250) : format("l%03d", i) => format("m%02d", i % 46) }
  roles  = ["crm-reader", "crm-admin", "wiki-editor", "billing-clerk", "billing-admin", "hr-viewer"]
  grants = { for pair in setproduct(range(100), local.roles) : format("%02d-%s", pair[0], pair[1]) => { profile = format("%02d", pair[0]), role = pair[1] } }
}

resource "idm_unit" "root" {
  for_each    = local.roots
  ext_id      = each.key
  profileless = true
}

resource "idm_unit" "middle" {
  for_each           = local.middle
  ext_id             = each.key
  parent_unit_ext_id = idm_unit.root[each.value].ext_id
  profileless        = true
  display_name       = { en = "Department ${each.key}", de = "Abteilung ${each.key}" }
}

resource "idm_unit" "leaf" {
  for_each           = local.leaves
  ext_id             = each.key
  parent_unit_ext_id = idm_unit.middle[each.value].ext_id
  profileless        = false
}

resource "idm_profile" "all" {
  count         = 100
  user_ext_id   = "u-ben"
  ext_id        = format("p-%02d", count.index)
  unit_ext_id   = idm_unit.leaf[format("l%03d", count.index)].ext_id
  name          = "Profile ${count.index}"
}

resource "idm_authorization" "all" {
  for_each       = local.grants
  profile_ext_id = idm_profile.all[tonumber(each.value.profile)].ext_id
  role_ext_id    = each.value.role
}
`

func TestTenant_appliesPlansEmptyAndDestroysToNothing(t *testing.T) {
	w := newWorkspace(t, tenant, "IDM_TOKEN=demo-admin-token")
	before := w.counts()
	w.must(0, "apply", "-auto-approve", "-no-color", "-parallelism=20")
	after := w.counts()
	for name, added := range map[string]int{"units": 300, "profiles": 100, "authorizations": 600} {
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
}

// counts is the number of elements of each kind in the simulator.
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
