package acctest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// Option is a part of a step: an event during it, or an expectation.
type Option func(*step)

type step struct {
	resource.TestStep
	before []func()
	plans  []plancheck.PlanCheck
	checks []resource.TestCheckFunc
}

// build is the step of all options. A step that only plans shows its plan to the checks where
// others show the next one.
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

// Before runs a function before the plan. Its requests do not count as requests of the step.
func Before(run func()) Option {
	return func(s *step) { s.before = append(s.before, run) }
}

// ChangedConcurrently runs something between the plan and the apply, as another writer does.
func ChangedConcurrently(run func()) Option {
	return WantPlan(concurrent(run))
}

// WantPlan checks the plan of the step.
func WantPlan(checks ...plancheck.PlanCheck) Option {
	return func(s *step) { s.plans = append(s.plans, checks...) }
}

// Check checks the state, the requests or the remote side after the apply.
func Check(checks ...resource.TestCheckFunc) Option {
	return func(s *step) { s.checks = append(s.checks, checks...) }
}

// WantDrift expects that the plan after the apply is not empty.
func WantDrift() Option {
	return func(s *step) { s.ExpectNonEmptyPlan = true }
}

// WantError expects that the step fails with a message, however the CLI breaks its lines.
func WantError(message string) Option {
	return func(s *step) { s.ExpectError = Message(message) }
}

// PlanOnly leaves the apply out.
func PlanOnly() Option {
	return func(s *step) { s.PlanOnly = true }
}

// WantAction leaves the apply out, and expects that the plan does this to the resource.
func WantAction(address string, action plancheck.ResourceActionType) Option {
	return func(s *step) {
		s.PlanOnly, s.ExpectNonEmptyPlan = true, true
		s.plans = append(s.plans, plancheck.ExpectResourceAction(address, action))
	}
}

// concurrent runs before a plan is applied, and never objects to the plan.
type concurrent func()

// CheckPlan implements plancheck.PlanCheck.
func (c concurrent) CheckPlan(context.Context, plancheck.CheckPlanRequest, *plancheck.CheckPlanResponse) {
	c()
}
