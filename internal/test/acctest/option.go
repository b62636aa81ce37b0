package acctest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// Option changes a step: it adds an event or an expectation.
type Option func(*step)

type step struct {
	resource.TestStep
	before []func()
	plans  []plancheck.PlanCheck
	checks []resource.TestCheckFunc
}

// build returns the step with all options. In a step that only plans, the test framework passes
// this plan to the PostApplyPostRefresh checks.
func (s *step) build(forget func()) resource.TestStep {
	s.PreConfig = func() {
		for _, run := range s.before {
			run()
		}
		forget()
	}
	if s.PlanOnly {
		s.ConfigPlanChecks.PostApplyPostRefresh = s.plans
	} else {
		s.ConfigPlanChecks.PreApply = s.plans
	}
	if len(s.checks) > 0 {
		s.Check = resource.ComposeAggregateTestCheckFunc(s.checks...)
	}
	return s.TestStep
}

// Before calls a function before the plan. Its requests do not count as requests of the step.
func Before(run func()) Option {
	return func(s *step) { s.before = append(s.before, run) }
}

// ChangedConcurrently calls a function between the plan and the apply, to simulate another writer.
func ChangedConcurrently(run func()) Option {
	return WantPlan(concurrent(run))
}

// WantPlan checks the plan of the step.
func WantPlan(checks ...plancheck.PlanCheck) Option {
	return func(s *step) { s.plans = append(s.plans, checks...) }
}

// Check checks the state, the requests or the service after the apply.
func Check(checks ...resource.TestCheckFunc) Option {
	return func(s *step) { s.checks = append(s.checks, checks...) }
}

// WantDrift expects a plan with changes after the apply.
func WantDrift() Option {
	return func(s *step) { s.ExpectNonEmptyPlan = true }
}

// WantError expects that the step fails with a message, regardless of the CLI's line breaks.
func WantError(message string) Option {
	return func(s *step) { s.ExpectError = Message(message) }
}

// PlanOnly skips the apply.
func PlanOnly() Option {
	return func(s *step) { s.PlanOnly = true }
}

// WantAction skips the apply, and expects that the plan contains the action for the resource.
func WantAction(address string, action plancheck.ResourceActionType) Option {
	return func(s *step) {
		s.PlanOnly, s.ExpectNonEmptyPlan = true, true
		s.plans = append(s.plans, plancheck.ExpectResourceAction(address, action))
	}
}

// concurrent is a plan check that calls a function and always succeeds.
type concurrent func()

// CheckPlan implements plancheck.PlanCheck.
func (c concurrent) CheckPlan(context.Context, plancheck.CheckPlanRequest, *plancheck.CheckPlanResponse) {
	c()
}
