package write

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A create that stores other values is a warning, and the state keeps the planned values: an error
// would make Terraform destroy the object.
func TestRun_VerifyCreate(t *testing.T) {
	tests := map[string]struct {
		remote *object
		want   []string
	}{
		"as planned":   {of("a", "s", "k", "1"), nil},
		"another text": {of("b", "s", "k", "1"), []string{`name was set to "a", and the service holds "b".`}},
		"another secret": {of("a", "hidden", "k", "1"),
			[]string{"secret was sent, and the service returned another value (sensitive, not shown)."}},
		"a key omitted": {of("a", "s", "l", "2"), []string{`values["k"] was set to "1", and the service left it empty.`,
			`values["l"] was to be cleared, and the service kept "2".`}},
		"a text omitted": {&object{types.StringValue("x"), types.StringNull(), types.StringValue("s"), of("", "", "k", "1").Values},
			[]string{`name was set to "a", and the service left it empty.`}},
		"more than one": {of("b", "s", "k", "2"), []string{`name was set to "a", and the service holds "b".`,
			`values["k"] was set to "1", and the service holds "2".`}},
		"assigned by them": {&object{types.StringValue("theirs"), types.StringValue("a"), types.StringValue("s"),
			of("", "", "k", "1").Values},
			nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			planned := of("a", "s", "k", "1")
			planned.ExtID = types.StringUnknown()
			plan, state := tfsdk.Plan(stateOf(t, planned)), stateOf(t, test.remote)
			got := details(newRun().VerifyCreate(t.Context(), plan, &state))
			if !slices.Equal(got, test.want) {
				t.Errorf("%q", got)
			}
			var kept object
			if diags := state.Get(t.Context(), &kept); diags.HasError() || kept.Name.ValueString() != "a" ||
				kept.Secret.ValueString() != "s" ||
				!kept.Values.Equal(planned.Values) && name != "a key omitted" || kept.ExtID != test.remote.ExtID {
				t.Errorf("the state is not as planned: %v, %v", kept, diags)
			}
		})
	}
}

// details returns the first sentences of warnings, sorted. An error is returned as a whole.
func details(diags diag.Diagnostics) []string {
	var all []string
	for _, d := range diags {
		detail, _ := strings.CutSuffix(d.Detail(), " The next plan shows the difference.")
		if d.Severity() != diag.SeverityWarning {
			detail = "error: " + detail
		}
		all = append(all, detail)
	}
	slices.Sort(all)
	return all
}
