package acctest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// Step returns a step that applies a configuration. It expects an empty plan afterwards, unless an
// option changes that.
func (s *Service) Step(config string, options ...Option) resource.TestStep {
	step := step{TestStep: resource.TestStep{Config: s.ProviderBlock() + config}}
	for _, option := range options {
		option(&step)
	}
	return step.build(s.recorder.forget)
}

// Apply returns a step that applies a configuration and checks the result.
func (s *Service) Apply(config string, checks ...resource.TestCheckFunc) resource.TestStep {
	return s.Step(config, Check(checks...))
}

// Fails returns a step whose apply fails with a message.
func (s *Service) Fails(config, message string, options ...Option) resource.TestStep {
	return s.Step(config, append(options, WantError(message))...)
}

// Refused returns a step whose plan fails with a message.
func (s *Service) Refused(config, message string) resource.TestStep {
	return s.Step(config, PlanOnly(), WantError(message))
}

// Drift returns a step that plans after a manual change and expects the action in the plan.
func (s *Service) Drift(change func(), config, address string, action plancheck.ResourceActionType) resource.TestStep {
	return s.Step(config, Before(change), WantAction(address, action))
}

// Message returns an expression that matches a text regardless of the CLI's line breaks.
func Message(text string) *regexp.Regexp {
	words := strings.Fields(text)
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	return regexp.MustCompile(`(?s)` + strings.Join(words, `[\s│╷╵]+`))
}

// Sent checks the writes of the step: all of them, in any order, one per line. With IDM_ACC_QUIRKS,
// where the same change sends other requests, it checks only that nothing is sent if nothing is
// expected.
func (s *Service) Sent(want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		got := s.Writes()
		if len(got)+len(want) == 0 || len(want) > 0 && len(quirksFromEnvironment()) > 0 {
			return nil
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("requests sent (-want +got):\n%s", diff)
		}
		return nil
	}
}

// Remote checks an object in the service.
func Remote[T any](read func() (T, error), check func(T) error) resource.TestCheckFunc {
	return func(*terraform.State) error {
		object, err := read()
		if err != nil {
			return err
		}
		return check(object)
	}
}

// Equal returns an error if two values differ.
func Equal[T any](want, got T) error {
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("not as wanted (-want +got):\n%s", diff)
	}
	return nil
}

// Import returns the two steps that import a resource by its ID and, if the CLI supports it, by its
// identity, and check that the state is the same. ignore lists attributes that an import cannot
// know: a plan with an import block then changes them, which the second step cannot expect, so in
// this case only the ID is imported.
func Import(address string, ignore ...string) []resource.TestStep {
	steps := []resource.TestStep{
		{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: ignore},
	}
	if len(ignore) > 0 {
		return steps
	}
	return append(steps, resource.TestStep{
		ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
		SkipFunc: func() (bool, error) { return olderThan(1, 12) },
	})
}
