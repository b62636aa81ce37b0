package profileauthorizations_test

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// spelled returns a configuration with an expression for the authorizations.
func spelled(s *acctest.Service, expression string, more ...string) string {
	return strings.Join(more, "\n") + fmt.Sprintf(
		"\nresource \"idm_profile_authorizations\" \"test\" {\n  profile_ext_id = %q\n  authorizations = %s\n}\n", s.ID("profile"),
		expression)
}

// typed returns the declaration of a variable in a module, with a default.
func typed(kind, value string) string {
	return fmt.Sprintf("variable \"grants\" {\n  type = %s\n  default = %s\n}", kind, value)
}

const (
	objects = `map(object({ client_global = optional(bool), unit_global = optional(bool), app_global = optional(bool), ` +
		`validity = optional(object({ from = optional(string), to = optional(string) })) }))`
	reader = `{ crm-reader = { unit_global = true, validity = { to = "2030-01-01T00:00:00Z" } }, wiki-editor = {} }`
)

// A misspelled key and an impossible value are errors of the plan, for any source of the value.
func TestProfileAuthorizations_misspelled(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// Values that are known only after apply are checked then, before any grant.
func TestProfileAuthorizations_misspelledKnownAfterApply(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// spellings all have the same meaning.
var spellings = map[string]struct{ expression, variable string }{
	"brief":            {reader, ""},
	"written out":      {writtenOut, ""},
	"any":              {"var.grants", typed("any", reader)},
	"typed":            {"var.grants", typed(objects, reader)},
	"typed, written":   {"var.grants", typed(objects, writtenOut)},
	"JSON":             {"jsondecode(jsonencode(" + reader + "))", ""},
	"YAML":             {"yamldecode(yamlencode(" + writtenOut + "))", ""},
	"a for expression": {"{ for role, grant in " + reader + " : role => grant }", ""},
	"text":             {strings.Replace(reader, "= true", `= "true"`, 1), ""},
	"sensitive":        {"sensitive(" + reader + ")", ""},
	"sensitive leaf":   {strings.Replace(reader, "= true", `= sensitive(true)`, 1), ""},
}

const writtenOut = `{ crm-reader = { client_global = false, unit_global = true, app_global = false, enterprise_role_global = false, ` +
	`validity = { from = null, to = "2030-01-01T01:00:00+01:00" } }, wiki-editor = { validity = null } }`

// All spellings of the grants produce the same requests. The plan after the apply is empty, even
// with another spelling or after an import.
func TestProfileAuthorizations_spellings(t *testing.T) {
	for name, spelling := range spellings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, acctest.AuthorizationExtIDs)
			config := spelled(s, spelling.expression, spelling.variable)
			nothing := acctest.WantPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionNoop))
			other := nothing
			if strings.HasPrefix(name, "sensitive") {
				// The CLIs report a change of the resource when a value is no longer sensitive.
				other = acctest.WantPlan()
			}
			imported := fmt.Sprintf("import {\n  to = %s\n  id = \"%s/%s\"\n}\n", address, s.Client, s.ID("profile"))
			forgotten := fmt.Sprintf("removed {\n  from = %s\n  lifecycle {\n    destroy = false\n  }\n}\n", address)
			s.Test(t,
				s.Apply(config, roles(s, "crm-reader", "wiki-editor")),
				s.Step(spelled(s, reader), other, acctest.Check(sent(s))),
				s.Step(spelled(s, writtenOut), nothing, acctest.Check(sent(s))),
				s.Apply(forgotten, roles(s, "crm-reader", "wiki-editor")),
				s.Step(config+imported, other, acctest.Check(sent(s))),
				s.Apply(spelled(s, "{}"), sent(s, "DELETE", "DELETE")),
			)
		})
	}
}

// The plan shows only a manually opened data room and the grant of another writer, even if the
// configuration is typed.
func TestProfileAuthorizations_driftOfAnySpelling(t *testing.T) {
	of := map[string]struct{ expression, variable string }{
		"brief":  {reader, ""},
		"typed":  {"var.grants", typed(objects, reader)},
		"narrow": {"var.grants", typed("map(object({ unit_global = optional(bool), validity = optional(map(string)) }))", reader)},
	}
	for name, spelling := range of {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, acctest.AuthorizationExtIDs)
			config := spelled(s, spelling.expression, spelling.variable)
			open := func() {
				byRole, err := found(s)
				if err != nil {
					t.Error(err)
				}
				if _, err := idm.AuthorizationWrites.Update(context.Background(), s.API, idm.Under(s.Client, s.ID("profile")),
					byRole["wiki-editor"].ExtID, 0, idm.AuthorizationInput{AppGlobal: idm.Set(true)}); err != nil {
					t.Error(err)
				}
				grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-admin")})
			}
			s.Test(t,
				s.Apply(config),
				s.Step(config, acctest.Before(open), acctest.WantPlan(changed{"crm-admin", "wiki-editor"}),
					acctest.Check(sent(s, "DELETE", `PATCH {"appGlobal":false,"version":2}`))),
			)
		})
	}
}

// changed checks which grants a plan changes literally, ignoring null values.
type changed []string

func (c changed) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, change := range req.Plan.ResourceChanges {
		if change.Address != address {
			continue
		}
		before, after := grantsOf(change.Change.Before), grantsOf(change.Change.After)
		var got []string
		for role := range before {
			if !reflect.DeepEqual(before[role], after[role]) {
				got = append(got, role)
			}
		}
		slices.Sort(got)
		resp.Error = acctest.Equal([]string(c), got)
	}
}

// grantsOf returns the grants in a value of a plan, without null values.
func grantsOf(value any) map[string]any {
	attributes, _ := value.(map[string]any)
	grants, _ := attributes["authorizations"].(map[string]any)
	for _, grant := range grants {
		members, _ := grant.(map[string]any)
		maps.DeleteFunc(members, func(_ string, member any) bool { return member == nil })
	}
	return grants
}
