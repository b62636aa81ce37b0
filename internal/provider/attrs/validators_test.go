package attrs

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// An invisible character of an identifier is a warning with its code point.
func TestTypeable(t *testing.T) {
	for text, want := range map[string]bool{
		"eva": false, "Eva Meier": false, "é": false, "e\u0301va": false, "": false, "李": false,
		"eva\u200b": true, "\ufeffeva": true, "eva\u00a0": true, "eva ": true, " eva": true, "e\u00a0va": true, "e\u200dva": true,
		"e\tva": true, "eva\n": true, "\u202eeva": true, "e\u00adva": true, "e\u2060va": true,
	} {
		resp := validator.StringResponse{}
		req := validator.StringRequest{Path: path.Root("login_id"), ConfigValue: types.StringValue(text)}
		Typeable.ValidateString(t.Context(), req, &resp)
		if got := resp.Diagnostics.WarningsCount() == 1; got != want || resp.Diagnostics.HasError() {
			t.Errorf("%q: %v", text, resp.Diagnostics)
		}
	}
}

// Fractions of a second are below the precision of the service.
func TestSameInstant_fractions(t *testing.T) {
	for a, b := range map[string]string{
		"2030-06-30T23:59:59.999Z": "2030-06-30T23:59:59Z", "2030-06-30T23:59:59.000Z": "2030-06-30T23:59:59Z",
		"2030-06-30T23:59:59.1+02:00": "2030-06-30T21:59:59.9Z",
	} {
		if !SameInstant(a, b) {
			t.Errorf("%s and %s are two moments", a, b)
		}
	}
	for a, b := range map[string]string{"2030-06-30T23:59:59.999Z": "2030-07-01T00:00:00Z", "soon": "2030-07-01T00:00:00Z"} {
		if SameInstant(a, b) {
			t.Errorf("%s and %s are one moment", a, b)
		}
	}
}
