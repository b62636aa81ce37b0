package acctest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

type happens func()

// CheckPlan lets it happen; the plan is always right.
func (h happens) CheckPlan(context.Context, plancheck.CheckPlanRequest, *plancheck.CheckPlanResponse) {
	h()
}

// Meanwhile is a step in which something happens between its plan and its apply.
func Meanwhile(happened func(), step resource.TestStep) resource.TestStep {
	step.ConfigPlanChecks.PreApply = append(step.ConfigPlanChecks.PreApply, happens(happened))
	return step
}

// Drifting is a step after which the next plan is not empty.
func Drifting(step resource.TestStep) resource.TestStep {
	step.ExpectNonEmptyPlan = true
	return step
}
