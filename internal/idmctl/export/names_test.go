package export

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"pgregory.net/rapid"
)

func TestLabel(t *testing.T) {
	for content, want := range map[string]string{
		"Sales":                 "sales",
		"Zürich Süd & Größe":    "zuerich_sued_groesse",
		"anna@example.com":      "anna",
		"anna.b@mail.a.example": "anna_b",
		"meet @ example.com":    "meet_example_com",
		"__a--b..c__":           "a_b_c",
		"${x}\n\"%{y}\"":        "x_y",
		"北京":                    "bei_jing",
		"***":                   "",
		"4711":                  "4711",
		"Éléonore d'Ångström":   "eleonore_d_angstroem",
		"a very long name that goes on and on and on and on and on": "a_very_long_name_that_goes_on_and_on_and_on_and",
	} {
		if got := label(content); got != want {
			t.Errorf("label(%q) = %q, want %q", content, got, want)
		}
	}
}

// at returns a candidate whose names are given as space-separated labels.
func at(id string, names ...string) candidate {
	o := candidate{id: id, key: id}
	for _, name := range names {
		o.names = append(o.names, strings.Fields(name))
	}
	return o
}

func TestDistinct(t *testing.T) {
	got := distinct("unit", []candidate{
		at("1", "recht", "sued recht"), at("2", "recht", "nord recht"),
		at("3", "it"),
		at("4", "lager"), at("5", "lager"),
		at("6", "7"), at("8", ""),
		at("9", "sales", "sales sales_emea"),
		at("10", "sales", "hq sales"),
	}, map[string]bool{"it": true})
	want := map[string]string{
		"1": "sued_recht", "2": "nord_recht", "3": "it_3", "4": "lager_4", "5": "lager_5", "6": "unit_7", "8": "unit",
		"9": "sales_emea", "10": "hq_sales",
	}
	if !maps.Equal(got, want) {
		t.Errorf("named\n%v, want\n%v", got, want)
	}
}

func candidates(t *rapid.T, prefix string) []candidate {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("aAäb1_-/% ")), 0, 4, -1)
	ids := rapid.SliceOfNDistinct(text, 1, 12, rapid.ID).Draw(t, "ids")
	var objects []candidate
	for _, id := range ids {
		short, long := label(text.Draw(t, "name")), label(text.Draw(t, "above"))
		objects = append(objects, candidate{id: prefix + id, key: id, names: [][]string{{short}, {long, short}}})
	}
	return objects
}

func TestDistinct_unique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		objects := candidates(t, "")
		shuffled := rapid.Permutation(objects).Draw(t, "shuffled")
		named, again := distinct("unit", slices.Clone(objects), nil), distinct("unit", slices.Clone(shuffled), nil)
		if !maps.Equal(named, again) {
			t.Errorf("the order matters: %v, %v", named, again)
		}
		seen := map[string]bool{}
		for _, name := range named {
			if seen[name] || !hclsyntax.ValidIdentifier(name) {
				t.Errorf("%q is given twice, or no name: %v", name, named)
			}
			seen[name] = true
		}
	})
}

// Adding objects renames nothing, with the recorded names.
func TestName_addingRenamesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := candidates(t, "a")
		named := namer{}.name("idm_unit", before)
		after := namer{fixed: map[string]map[string]string{"idm_unit": named}}.name("idm_unit", append(candidates(t, "b"), before...))
		seen := map[string]bool{}
		for id, name := range after {
			if named[id] != "" && named[id] != name || seen[name] {
				t.Errorf("%s was %s and is %s: %v", id, named[id], name, after)
			}
			seen[name] = true
		}
	})
}
