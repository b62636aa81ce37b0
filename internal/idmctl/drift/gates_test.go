package drift

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// An argument in the environment with which the plan sees less is an error that names the variable.
func TestAllowed(t *testing.T) {
	for variable, want := range map[string]string{
		"TF_CLI_ARGS_plan=-refresh=false":                   "TF_CLI_ARGS_plan has -refresh",
		"TF_CLI_ARGS_plan=--refresh=0 -parallelism=3":       "-refresh",
		"TF_CLI_ARGS=-no-color -target=idm_unit.a":          "TF_CLI_ARGS has -target",
		"TF_CLI_ARGS_plan=-target idm_unit.a":               "-target",
		"TF_CLI_ARGS_plan='-targ\"et=idm_unit.a\"'":         "-target",
		"TF_CLI_ARGS_plan=-exclude=idm_unit.a":              "-exclude",
		"TF_CLI_ARGS_plan=-destroy":                         "-destroy",
		"TF_CLI_ARGS_plan=-state=other.tfstate":             "-state",
		"TF_CLI_ARGS_plan=-refresh=true -parallelism=3":     "",
		"TF_CLI_ARGS_plan=-var=target=x -lock-timeout=1m":   "",
		"TF_CLI_ARGS_plan=-refresh -destroy=false":          "",
		"TF_CLI_ARGS_apply=-refresh=false":                  "",
		"TF_CLI_ARGS_plan=-var-file=target.tfvars -compact": "",
	} {
		err := allowed([]string{"HOME=/", variable})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", variable, err)
		}
	}
}

// A plan of a state without objects shows nothing, so nothing is as declared.
func TestNew_nothingManaged(t *testing.T) {
	create := plan.Change{Address: "idm_unit.a", Type: "idm_unit", Action: plan.Create, After: plan.Values{"ext_id": "a"}}
	kept := plan.Change{Address: "idm_unit.a", Type: "idm_unit", Action: plan.NoOp, Before: create.After, After: create.After}
	gone := plan.Change{Address: "idm_unit.a", Type: "idm_unit", Action: plan.Delete, Before: create.After}
	for name, test := range map[string]struct {
		plan plan.Plan
		seen bool
	}{
		"an empty state":  {plan.Plan{}, false},
		"creates only":    {plan.Plan{Changes: []plan.Change{create}}, false},
		"an object":       {plan.Plan{Changes: []plan.Change{kept}}, true},
		"deleted by hand": {plan.Plan{Changes: []plan.Change{create}, Drift: []plan.Change{gone}}, true},
		"hidden as a whole": {plan.Plan{Changes: []plan.Change{{Address: "idm_unit.a", Type: "idm_unit", BeforeHidden: plan.Masked{}}}},
			true},
		"a plan of a refresh": {plan.Plan{RefreshOnly: true}, true},
	} {
		r := New("x", &test.plan)
		if got := len(r.Unsearched()) == 0; got != test.seen || test.seen == strings.Contains(r.Document().Text(100), "no object") {
			t.Errorf("%s: %q", name, r.Unsearched())
		}
	}
}

// Under ignore_changes, every attribute whose change may give access in a review is compared.
func TestAsDeclared_everyAttributeOfAccess(t *testing.T) {
	for typeName, names := range map[string][]string{
		"idm_user": {"login_id", "contacts", "user_state", "validity"}, "idm_application": {"url"},
		"idm_password": {"policy_ext_id", "state_name"}, "idm_policy": {"parameters", "default_policy"},
		"idm_profile": {"unit_ext_id", "profile_state", "is_default_profile"}, "idm_unit": {"parent_unit_ext_id", "state"},
		"idm_property_definition": {"encrypted"}, "idm_authorization": {"client_global", "role_ext_id"},
	} {
		for _, name := range names {
			if !slices.Contains(accessAttributes(objecttype.ByTypeName(typeName)), name) {
				t.Errorf("%s of %s is not compared", name, typeName)
			}
			of := func(text string) plan.Values { return plan.Values{"ext_id": "x", name: text} }
			change := plan.Change{Type: typeName, Action: plan.NoOp, Before: of("by hand"), After: of("by hand"), Ignored: []string{name},
				Configured: of("declared")}
			if name == "validity" || name == "contacts" || name == "parameters" {
				change.Before[name], change.After[name] = map[string]any{"a": "by hand"}, map[string]any{"a": "by hand"}
				change.Configured[name] = map[string]any{"a": "declared"}
			}
			if _, differ, _ := asDeclared(change); !slices.Equal(differ, []string{name}) {
				t.Errorf("%s of %s: differs in %q", name, typeName, differ)
			}
		}
	}
}
