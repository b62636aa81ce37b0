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

// Step is a step that applies a configuration. It expects an empty plan afterwards, unless an
// option changes that.
func (s *Service) Step(config string, options ...Option) resource.TestStep {
	step := step{TestStep: resource.TestStep{Config: s.ProviderBlock() + config}}
	for _, option := range options {
		option(&step)
	}
	return step.build(s.recorder.forget)
}

// Apply is a step that applies a configuration and checks the result.
func (s *Service) Apply(config string, checks ...resource.TestCheckFunc) resource.TestStep {
	return s.Step(config, Check(checks...))
}

// Fails is a step whose apply fails with a message.
func (s *Service) Fails(config, message string, options ...Option) resource.TestStep {
	return s.Step(config, append(options, WantError(message))...)
}

// Refused is a step whose plan fails with a message.
func (s *Service) Refused(config, message string) resource.TestStep {
	return s.Step(config, PlanOnly(), WantError(message))
}

// Drift is a step that only plans after a change behind Terraform's back, and expects the action in
// that plan.
func (s *Service) Drift(change func(), config, address string, action plancheck.ResourceActionType) resource.TestStep {
	return s.Step(config, Before(change), WantAction(address, action))
}

// Message matches a text however the CLI breaks its lines.
func Message(text string) *regexp.Regexp {
	words := strings.Fields(text)
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	return regexp.MustCompile(`(?s)` + strings.Join(words, `[\s│╷╵]+`))
}

// Sent checks the requests of the step that change something: all of them, in any order, a line
// each. Under IDM_ACC_QUIRKS, where the same change takes other requests, it only checks that
// nothing is sent when nothing is expected.
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

// Remote checks an object on the service's side.
func Remote[T any](read func() (T, error), check func(T) error) resource.TestCheckFunc {
	return func(*terraform.State) error {
		object, err := read()
		if err != nil {
			return err
		}
		return check(object)
	}
}

// Equal is an error when two values differ.
func Equal[T any](want, got T) error {
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("not as wanted (-want +got):\n%s", diff)
	}
	return nil
}

// Import is the pair of steps that imports a resource by its id and, where the CLI is new enough,
// by its identity, and verifies that the state is the same. Attributes to ignore are those that an
// import cannot know: a plan with an import block then changes them, which the second step has no
// way to expect, so that only the id is imported.
func Import(address string, ignore ...string) []resource.TestStep {
	steps := []resource.TestStep{
		{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: ignore,
			ImportStateIdFunc: id(address)},
	}
	if len(ignore) > 0 {
		return steps
	}
	return append(steps, resource.TestStep{
		ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
		SkipFunc: func() (bool, error) { return olderThan(1, 12) },
	})
}

func id(address string) resource.ImportStateIdFunc {
	return func(state *terraform.State) (string, error) {
		found, ok := state.RootModule().Resources[address]
		if !ok {
			return "", fmt.Errorf("%s is not in the state", address)
		}
		return found.Primary.Attributes["id"], nil
	}
}
