package drift

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// Every argument with which the plan sees less is an error that names the variable, in every
// spelling that a CLI accepts: in both variables, with one dash or two, with a value after = or as a
// word of its own, quoted as a whole or in parts, escaped, and after other arguments.
func TestAllowed(t *testing.T) {
	values := map[string][]string{"refresh": {"=false", "=0", "=F", "="}, "destroy": {"", "=true", "=1"}}
	for _, flag := range []string{"refresh", "target", "target-file", "exclude", "exclude-file", "destroy", "state"} {
		for _, value := range slices.Concat(values[flag], map[bool][]string{true: {"=idm_unit.a", " idm_unit.a"}}[values[flag] == nil]) {
			for _, form := range []string{"-%s%s", "--%s%s", `"-%s%s"`, `'-%s%s'`, `-"%s"%s`, `\-%s%s`, "-no-color -%s%s", "-var a=b\t-%s%s -lock=false",
				"'-var=a b' -%s%s"} {
				for _, variable := range []string{"TF_CLI_ARGS", "TF_CLI_ARGS_plan"} {
					argument := fmt.Sprintf(form, flag, value)
					err := allowed([]string{"HOME=/", variable + "=" + argument})
					if err == nil || !strings.Contains(err.Error(), variable+" has -"+flag) {
						t.Errorf("%s=%s: %v", variable, argument, err)
					}
				}
			}
		}
	}
	for _, variable := range []string{"TF_CLI_ARGS_plan=-parallelism=3", "TF_CLI_ARGS_plan=-var=target=x -lock-timeout=1m",
		"TF_CLI_ARGS_apply=-refresh=false",
		"TF_CLI_ARGS_plan=-var-file=target.tfvars -compact"} {
		if err := allowed([]string{variable}); err != nil {
			t.Errorf("%s: %v", variable, err)
		}
	}
}

// Every attribute of every type whose change may give access in a review is compared: under
// ignore_changes with the configuration, and without versions with the service. A value that is
// masked is never clean.
func TestAccessAttributes(t *testing.T) {
	compared := 0
	for _, row := range objecttype.All() {
		for name, of := range row.Rules.Attrs {
			gives := func(name string) bool { is, _ := rules.ByName(name); return is.Gives }
			if row.Class == objecttype.Properties || !slices.ContainsFunc(of, gives) {
				continue
			}
			compared++
			for shape, pair := range map[string][2]any{"text": {"by hand", "declared"}, "flag": {true, false},
				"map": {map[string]any{"from": "by hand"}, map[string]any{"from": "declared"}}} {
				if isRoom(name) != (shape == "flag") || name == "validity" && shape != "map" {
					continue
				}
				of := func(value any) plan.Values { return plan.Values{"ext_id": "x", name: value} }
				change := plan.Change{Type: row.TypeName(), Action: plan.NoOp, Before: of(pair[0]), After: of(pair[0]),
					Ignored:    []string{name},
					Configured: of(pair[1])}
				if _, differ, _ := AsDeclared(change); !slices.Equal(differ, []string{name}) {
					t.Errorf("%s of %s, a %s: differs in %q", name, row.Name, shape, differ)
				}
				found := map[string]any{}
				for _, room := range grants.RoomAttributes() {
					found[objecttype.APIName(room)] = false
				}
				found[objecttype.APIName(name)] = pair[1]
				for value, want := range map[string]bool{"as shown": false, "another": true, "masked": true} {
					values := map[string]any{"as shown": pair[1], "another": pair[0], "masked": plan.Masked{}}
					shown := shownObject{"a", 0, of(values[value])}
					if got := shown.compare(row, idm.Record{Version: 3}, found); (got != "") != want {
						t.Errorf("%s of %s, a %s, %s: %q", name, row.Name, shape, value, got)
					}
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d attributes were compared", compared)
	}
}

// A data room that the service does not return counts as open.
func TestCompare_omittedRoom(t *testing.T) {
	for _, room := range grants.RoomAttributes() {
		found := map[string]any{}
		for _, other := range grants.RoomAttributes() {
			if other != room {
				found[objecttype.APIName(other)] = false
			}
		}
		shown := shownObject{"a", 0, plan.Values{"role_ext_id": nil}}
		if shown.compare(objecttype.Authorization, idm.Record{}, found) == "" {
			t.Errorf("%s is clean", room)
		}
	}
}
