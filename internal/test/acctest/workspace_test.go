package acctest

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// The runs of a workspace and of a CLI have the same plans, requests and states.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	cli := course(t, func(t *testing.T, s *Service, steps []resource.TestStep) { t.Helper(); s.TestCLI(t, steps...) })
	if err := Equal(cli, course(t, runSteps)); err != nil {
		t.Error(err)
	}
}

const unknownGrants = `
resource "terraform_data" "late" { input = "crm-reader" }
resource "idm_profile_authorizations" "late" {
  profile_ext_id = idm_profile.a.ext_id
  authorizations = terraform_data.late.id == "" ? {} : { crm-reader = {} }
}
`

// course runs the same steps in a way, and returns what each did.
func course(t *testing.T, run func(*testing.T, *Service, []resource.TestStep)) []string {
	t.Helper()
	s := Start(t, Simulator, ExtIDs)
	var log recorded
	units := func(top, more string) string {
		return fmt.Sprintf("locals {\n  top = %q\n}\n", top) + `
resource "idm_unit" "top" {
  ext_id      = local.top
  name        = local.top
  profileless = true
  ` + more + `
}
resource "idm_unit" "below" {
  count              = 2
  ext_id             = "below-${count.index}"
  name               = "below-${count.index}"
  parent_unit_ext_id = idm_unit.top.ext_id
  profileless        = count.index == 0
}
data "idm_unit" "below" { ext_id = idm_unit.below[1].ext_id }
output "names" { value = join(" ", [for unit in idm_unit.below : unit.ext_id]) }
`
	}
	profile := func(more string) string {
		return "resource \"idm_profile\" \"a\" {\n  user_ext_id = \"u-ben\"\n  ext_id = \"p-test\"\n" + more + "\n}\n"
	}
	step := func(config string, options ...Option) resource.TestStep {
		applied := Check(func(state *terraform.State) error { return log.applied(s, state) })
		return s.Step(config, append(options, WantPlan(&log), applied)...)
	}
	steps := []resource.TestStep{
		step(units("top", "")),
		step(units("top", "description = \"changed\"")),
		step(units("top-2", "lifecycle {\n  create_before_destroy = true\n}")),
		step(profile("")),
		step(profile("name = \"a\"") + unknownGrants),
		step(profile("name = \"b\"\n  lifecycle {\n    ignore_changes = [name]\n  }")+unknownGrants, Before(func() {
			s.Send(t, "PATCH", "/core/v1/acme/profiles/p-test", `{"name":"theirs"}`)
		})),
		s.Refused(profile("nme = 1"), `An argument named "nme" is not expected here.`),
		s.Refused(profile("name = [1]"), `Inappropriate value for attribute "name"`),
		s.Refused(profile("name = idm_unit.none.name"), "Reference to undeclared resource"),
		s.Fails(profile("")+`resource "idm_authorization" "a" {
  profile_ext_id = idm_profile.a.ext_id
  role_ext_id    = "no-such-role"
}`, "Could not create authorization"),
		step("removed {\n  from = idm_profile.a\n  lifecycle {\n    destroy = false\n  }\n}\n"),
		step(profile("") + "import {\n  to = idm_profile.a\n  id = \"acme/p-test\"\n}\n"),
	}
	run(t, s, append(steps, Import("idm_profile.a")[0]))
	return log
}

// generated matches an external ID that the provider generates.
var generated = regexp.MustCompile(`"[0-9a-f]{8}-[0-9a-f-]{27}"`)

// recorded is what the steps of a test did.
type recorded []string

func (r *recorded) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, _ *plancheck.CheckPlanResponse) {
	var changes []string
	for _, change := range req.Plan.ResourceChanges {
		if strings.HasPrefix(change.Address, "idm_") {
			changes = append(changes, fmt.Sprint("plan ", change.Address, " ", change.Change.Actions, change.Change.Importing != nil))
		}
	}
	slices.Sort(changes)
	*r = append(*r, changes...)
}

func (r *recorded) applied(s *Service, state *terraform.State) error {
	writes := s.Writes()
	for i := range writes {
		writes[i] = generated.ReplaceAllString(writes[i], `"generated"`)
	}
	slices.Sort(writes)
	*r = append(*r, writes...)
	for _, address := range slices.Sorted(maps.Keys(state.RootModule().Resources)) {
		attributes := state.RootModule().Resources[address].Primary.Attributes
		for _, name := range slices.Sorted(maps.Keys(attributes)) {
			// A time and the ID of a terraform_data are not the same twice.
			if value := attributes[name]; !strings.HasPrefix(value, "20") && !strings.HasPrefix(address, "terraform_data") {
				*r = append(*r, fmt.Sprint("state ", address, ".", name, " = ", value))
			}
		}
	}
	return nil
}
