package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// placed declares a unit or, with a user, a profile. more is additional HCL.
func placed(kind, name, parent, more string) string {
	arguments := map[string]string{
		"idm_unit":    "name = %[1]q\n  profileless = false\n  parent_unit_ext_id = %[2]s",
		"idm_profile": "user_ext_id = \"u-ben\"\n  unit_ext_id = %[2]s",
	}[kind]
	return fmt.Sprintf("resource %q %q {\n  ext_id = %[2]q\n  "+strings.ReplaceAll(strings.ReplaceAll(arguments, "%[1]q", "%[2]q"),
		"%[2]s", "%[3]s")+"\n  %[4]s\n}\n", kind, name, parent, more)
}

const (
	createFirst = "lifecycle {\n    create_before_destroy = true\n  }"
	shade       = "resource \"idm_property_definition\" \"shade\" {\n  scope = \"UNIT_GLOBAL\"\n" +
		"  name = \"shade\"\n  type = \"STRING\"\n}\n"
	shaded = "resource \"idm_unit_properties\" \"shade\" {\n  unit_ext_id = \"acme-it\"\n  properties = { %s = \"dark\" }\n}\n"
)

// generations declares a unit, a subunit, a profile in it and its grant, which a trigger replaces
// together.
func generations(n int) string {
	triggered := func(by, rest string) string {
		return "lifecycle {\n    " + rest + "\n    replace_triggered_by = [" + by + "]\n  }\n}\n"
	}
	const first = "create_before_destroy = true"
	return fmt.Sprintf("resource \"terraform_data\" \"t\" {\n  input = %d\n}\n", n) +
		fmt.Sprintf("resource \"idm_unit\" \"top\" {\n  name = \"top %d\"\n  profileless = false\n  ", n) +
		triggered("terraform_data.t", first) +
		"resource \"idm_unit\" \"sub\" {\n  name = \"sub\"\n  profileless = false\n  parent_unit_ext_id = idm_unit.top.ext_id\n  " +
		triggered("idm_unit.top", first) +
		"resource \"idm_profile\" \"p\" {\n  user_ext_id = \"u-ben\"\n  unit_ext_id = idm_unit.sub.ext_id\n  " +
		triggered("idm_unit.sub", first) +
		"resource \"idm_authorization\" \"g\" {\n  profile_ext_id = idm_profile.p.ext_id\n  role_ext_id = \"crm-reader\"\n  " +
		triggered("idm_profile.p", first)
}

// A single apply completes changes that remove an object with its dependents, or while its
// dependents move elsewhere.
func TestConverges(t *testing.T) {
	t.Parallel()
	const unit, profile = "idm_unit", "idm_profile"
	root := placed(unit, "r", "null", "")
	for name, test := range map[string]struct {
		before, between, after string
		// parents maps the objects after the apply to their units, "" for none; absent lists the
		// deleted units.
		parents map[string]string
		absent  []string
	}{
		"a dissolved unit, by text": {
			before:  root + placed(unit, "a", "idm_unit.r.ext_id", "") + placed(unit, "b", "idm_unit.a.ext_id", ""),
			between: root + placed(unit, "a", `"r"`, "") + placed(unit, "b", `"a"`, "") + placed(profile, "p", `"a"`, ""),
			after:   root + placed(unit, "b", `"r"`, "") + placed(profile, "p", `"b"`, ""),
			parents: map[string]string{"b": "r", "p": "b"}, absent: []string{"a"},
		},
		"a dissolved unit that is created first": {
			before: root + placed(unit, "a", "idm_unit.r.ext_id", createFirst) + placed(unit, "b", "idm_unit.a.ext_id", "") +
				placed(profile, "p", "idm_unit.a.ext_id", ""),
			after:   root + placed(unit, "b", "idm_unit.r.ext_id", "") + placed(profile, "p", "idm_unit.b.ext_id", ""),
			parents: map[string]string{"b": "r", "p": "b"}, absent: []string{"a"},
		},
		"a replaced unit": {
			before: root + placed(unit, "a", "idm_unit.r.ext_id", createFirst) + placed(unit, "b", "idm_unit.a.ext_id", "") +
				placed(profile, "p", "idm_unit.a.ext_id", ""),
			after: strings.NewReplacer(`ext_id = "a"`, `ext_id = "a2"`, `name = "a"`, `name = "a2"`).Replace(
				root + placed(unit, "a", "idm_unit.r.ext_id", createFirst) + placed(unit, "b", "idm_unit.a.ext_id", "") +
					placed(profile, "p", "idm_unit.a.ext_id", "")),
			parents: map[string]string{"a2": "r", "b": "a2", "p": "a2"}, absent: []string{"a"},
		},
		"a definition with its values, by text": {before: shade, between: shade + fmt.Sprintf(shaded, "shade")},
		"a definition with its values":          {before: shade + fmt.Sprintf(shaded, "(idm_property_definition.shade.name)")},
		"replaced together":                     {before: generations(1), after: generations(2)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := laterTenant(t, test.before)
			e.must(0, "apply", "-auto-approve", "-no-color")
			if test.between != "" {
				e.configures(test.between)
				e.must(0, "apply", "-auto-approve", "-no-color")
			}
			e.must(0, "plan", "-detailed-exitcode", "-no-color")
			e.configures(test.after)
			e.must(0, "apply", "-auto-approve", "-no-color")
			e.must(0, "plan", "-detailed-exitcode", "-no-color")
			var state struct {
				Units    []struct{ ExtID, ParentUnitExtID string }
				Profiles []struct{ ExtID, UnitExtID string }
			}
			if err := json.Unmarshal(e.sim.State(), &state); err != nil {
				t.Fatal(err)
			}
			parents := map[string]string{}
			for _, u := range state.Units {
				parents[u.ExtID] = u.ParentUnitExtID
			}
			for _, p := range state.Profiles {
				parents[p.ExtID] = p.UnitExtID
			}
			for _, extID := range slices.Sorted(maps.Keys(test.parents)) {
				if parents[extID] != test.parents[extID] {
					t.Errorf("%s is below %q", extID, parents[extID])
				}
			}
			for _, extID := range test.absent {
				if _, exists := parents[extID]; exists {
					t.Errorf("%s exists", extID)
				}
			}
			e.must(0, "destroy", "-auto-approve", "-no-color")
		})
	}
}
