package attrs

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// of creates a value from pairs of key and text; the text "null" is null.
func of(k kind, pairs ...string) FixedMap {
	elements := map[string]attr.Value{}
	for i := 0; i < len(pairs); i += 2 {
		elements[pairs[i]] = types.StringValue(pairs[i+1])
		if pairs[i+1] == "null" {
			elements[pairs[i]] = types.StringNull()
		}
	}
	return FixedMap{MapValue: types.MapValueMust(types.StringType, elements), kind: k}
}

func none(k kind) FixedMap { return fixedMap(k, func(string) string { return "" }) }

func TestFixedMap_means(t *testing.T) {
	tests := []struct {
		name string
		a, b FixedMap
		want bool
	}{
		{"same moment in two zones", of(validity, "from", "2026-01-01T01:00:00+01:00"), of(validity, "from", "2026-01-01T00:00:00Z"), true},
		{"with a fraction", of(validity, "from", "2026-01-01T00:00:00.000Z"), of(validity, "from", "2026-01-01T00:00:00Z"), true},
		{"another moment", of(validity, "from", "2026-01-01T00:00:01Z"), of(validity, "from", "2026-01-01T00:00:00Z"), false},
		{"null bound is left out", of(validity, "from", "2026-01-01T00:00:00Z", "to", "null"), of(validity, "from", "2026-01-01T00:00:00Z"),
			true},
		{"other bound", of(validity, "to", "2026-01-01T00:00:00Z"), of(validity, "from", "2026-01-01T00:00:00Z"), false},
		{"text to the letter", of(localized, "en", "Sales"), of(localized, "en", "sales"), false},
		{"null language is left out", of(localized, "en", "Sales", "de", "null"), of(localized, "en", "Sales"), true},
		{"nothing and null", none(localized), none(localized), true},
		{"nothing and something", none(localized), of(localized, "en", "Sales"), false},
	}
	for _, test := range tests {
		if got := test.a.means(test.b); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestFixedKeys(t *testing.T) {
	tests := []struct {
		name  string
		value FixedMap
		want  string
	}{
		{"unknown language", of(localized, "en", "Sales", "es", "Ventas"), "Unknown key in localized text"},
		{"unknown bound", of(validity, "form", "2026-01-01T00:00:00Z", "to", "2027-01-01T00:00:00Z"), "Unknown key in validity"},
		{"empty", of(localized), "Empty localized text"},
		{"only nulls", of(validity, "from", "null"), "Empty validity"},
		{"empty text", of(localized, "en", ""), "Empty string"},
		{"no timestamp", of(validity, "from", "tomorrow"), "Not a timestamp"},
		{"order", of(validity, "from", "2027-01-01T00:00:00Z", "to", "2026-01-01T00:00:00Z"), "Validity ends before it begins"},
		{"right", of(validity, "from", "2026-01-01T00:00:00Z", "to", "2026-01-01T00:00:00Z"), ""},
	}
	for _, test := range tests {
		var resp validator.MapResponse
		fixedKeys{test.value.kind}.ValidateMap(context.Background(),
			validator.MapRequest{Path: path.Root("x"), ConfigValue: test.value.MapValue},
			&resp)
		got := ""
		if len(resp.Diagnostics) > 0 {
			got = resp.Diagnostics[0].Summary()
		}
		if got != test.want || len(resp.Diagnostics) > 1 {
			t.Errorf("%s: %v", test.name, resp.Diagnostics)
		}
	}
}

func TestPatchLocalized(t *testing.T) {
	tests := []struct {
		name        string
		plan, state FixedMap
		want        idm.Localized
	}{
		{"equal", of(localized, "en", "A"), of(localized, "en", "A"), nil},
		{"one changed", of(localized, "en", "B", "de", "A"), of(localized, "en", "A", "de", "A"), idm.Localized{"EN": "B"}},
		{"one cleared, one added", of(localized, "fr", "A"), of(localized, "en", "A"), idm.Localized{"EN": "", "FR": "A"}},
		{"all cleared", none(localized), of(localized, "en", "A", "it", "A"), idm.Localized{"EN": "", "IT": ""}},
		{"null is left out", of(localized, "en", "A", "de", "null"), of(localized, "en", "A"), nil},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, PatchLocalized(test.plan, test.state)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestPatchValidity(t *testing.T) {
	bound := "2026-01-01T00:00:00Z"
	tests := []struct {
		name        string
		plan, state FixedMap
		want        *idm.ValidityPatch
	}{
		{"same moment", of(validity, "from", "2026-01-01T01:00:00+01:00"), of(validity, "from", bound), nil},
		{"changed", of(validity, "from", "2027-01-01T00:00:00Z"), of(validity, "from", bound),
			&idm.ValidityPatch{From: idm.Set("2027-01-01T00:00:00Z")}},
		{"bound taken away", of(validity, "from", bound), of(validity, "from", bound, "to", bound),
			&idm.ValidityPatch{To: idm.Clear[string]()}},
		{"all taken away", none(validity), of(validity, "from", bound), &idm.ValidityPatch{From: idm.Clear[string]()}},
	}
	for _, test := range tests {
		got := PatchValidity(test.plan, test.state)
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// A day in the place of a moment is an error with the function that converts it.
func TestFixedMap_day(t *testing.T) {
	for bound, function := range map[string]string{"from": `day_start("2027-06-30"`, "to": `day_end("2027-06-30"`} {
		value := of(validity, bound, "2027-06-30")
		var resp validator.MapResponse
		fixedKeys{value.kind}.ValidateMap(t.Context(), validator.MapRequest{Path: path.Root("x"), ConfigValue: value.MapValue}, &resp)
		if len(resp.Diagnostics) != 1 || !strings.Contains(resp.Diagnostics[0].Detail(), function) {
			t.Errorf("%s: %v", bound, resp.Diagnostics)
		}
	}
}
