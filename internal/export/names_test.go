package export

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"pgregory.net/rapid"
)

func TestLabel(t *testing.T) {
	for text, want := range map[string]string{
		"Sales":               "sales",
		"Zürich Süd & Größe":  "zuerich_sued_groesse",
		"anna@example.com":    "anna_example_com",
		"__a--b..c__":         "a_b_c",
		"${x}\n\"%{y}\"":      "x_y",
		"北京":                  "bei_jing",
		"***":                 "",
		"4711":                "4711",
		"Éléonore d'Ångström": "eleonore_d_angstroem",
		"a very long name that goes on and on and on and on and on": "a_very_long_name_that_goes_on_and_on_and_on_and",
	} {
		if got := label(text); got != want {
			t.Errorf("label(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestDistinct(t *testing.T) {
	objects := []object{
		{"1", []string{"sales"}, "1"}, {"2", []string{"sales"}, "2"}, {"3", []string{"sales_1"}, "3"},
		{"4", []string{"it"}, "4"}, {"5", []string{"5"}, "5"}, {"6", []string{""}, "***"}, {"u\u0308", []string{"it"}, "u"},
	}
	got := distinct("unit", objects)
	sums := got["1"]
	delete(got, "1")
	want := map[string]string{"2": "sales_2", "3": "sales_1_3", "4": "it", "5": "unit_5", "6": "unit"}
	if !maps.Equal(got, want) {
		t.Errorf("named %v, want %v", got, want)
	}
	// Sales with the key 1 would be sales_1, the name of another one.
	if len(sums) != len("sales_1_")+12 {
		t.Errorf("the clash of clashes is named %q", sums)
	}
}

func TestDistinct_alwaysTellsApart(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("aAäb1_-/% ")), 0, 4, -1)
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfNDistinct(text, 1, 12, rapid.ID).Draw(t, "ids")
		var objects []object
		for _, id := range ids {
			objects = append(objects, object{id, []string{label(text.Draw(t, "name"))}, id})
		}
		shuffled := rapid.Permutation(objects).Draw(t, "shuffled")
		named, again := distinct("unit", slices.Clone(objects)), distinct("unit", slices.Clone(shuffled))
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
