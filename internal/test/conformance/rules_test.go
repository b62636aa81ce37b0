package conformance_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// numbered contains the number of numbered rules below each heading of the reference.
var numbered = map[string]map[string]int{
	conformance.CloudAPI: {"What the service does": 5, "Authentication": 5, "Versioning": 3},
	conformance.ServiceAPIs: {
		"What the service does": 8, "States and transitions": 1, "Paging rules": 4, "Authentication": 4, "Error body shapes": 2,
		"Limits": 3, "Versioning": 2,
	},
	conformance.CoreAPI: {"Business model": 7, "Conventions": 6, "Users of a client": 5, "Users": 3, "Limits": 3},
}

// unnumbered lists the statuses, codes and other statements without a number in the reference, by
// heading.
var unnumbered = map[string][]string{
	conformance.CloudAPI: {"Endpoints", "Errors 400", "Errors 401", "Errors 403", "Errors 404", "Errors 405", "Errors 409", "Errors 412",
		"Errors 415", "Errors 5xx"},
	conformance.ServiceAPIs: {
		"Errors 401", "Errors 403", "Errors 404", "Errors 409", "Errors 422", "Errors 500",
		"Error code noRecord (404)", "Error code credentialNotActive (422)", "Error code invalidParameter (422)",
		"Error code insufficientRightsFunction",
		"Error code optimisticLockingFailure (409)",
		"Login DTOs", "Login status DTO", "Token request", "Token response", "Shared list envelope", "Recovery code login", "Token use",
		"Send notification DTO: sendingMethod", "Send notification DTO: placeholders", "Send notification DTO: notificationType",
		"Login failures: client does not exist", "Login failures: user does not exist in the client",
		"Login failures: user has no such credential",
		"Login failures: credential is not active",
	},
	conformance.CoreAPI: {
		"User: create fields", "User: mandatory by policy", "User: patch fields", "Unit: create and patch", "Unit: hierarchicalName",
		"Profile: create and patch",
		"Authorization: create and patch", "Enterprise authorization: create and patch", "Properties",
		"States: credentials of FIDO2", "States: credentials of FIDO UAF", "States: credentials of the other types",
		"States: user and profile",
		"Clients: assign application", "Units: roots", "Profiles: property of two scopes",
		"Errors: PATCH with another version",
		"Errors: login information, user not in the client", "Errors: login information, credential not in the client",
		"Errors: login information, credential of another user", "Errors: login information, credential not active",
		"Errors: credentials without the right", "Errors: credentials of an unknown user", "Errors: credentials in an unknown client",
	},
}

func TestRules_all(t *testing.T) {
	rules, err := conformance.Rules()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, rule := range rules {
		if slices.Contains(found[rule.Document], rule.Section) {
			t.Errorf("%s: %s stands twice", rule.Document, rule.Section)
		}
		found[rule.Document] = append(found[rule.Document], rule.Section)
	}
	for _, document := range []string{conformance.CloudAPI, conformance.ServiceAPIs, conformance.CoreAPI} {
		want := slices.Clone(unnumbered[document])
		for heading, last := range numbered[document] {
			for n := range last {
				want = append(want, fmt.Sprintf("%s %d", heading, n+1))
			}
		}
		slices.Sort(want)
		slices.Sort(found[document])
		if !slices.Equal(want, found[document]) {
			t.Errorf("%s: the rows are\n%q\nwant\n%q", document, found[document], want)
		}
	}
}

func TestRules_tests(t *testing.T) {
	rules, err := conformance.Rules()
	if err != nil {
		t.Fatal(err)
	}
	tests := testFunctions(t)
	for _, rule := range rules {
		t.Run(rule.Document+": "+rule.Section, func(t *testing.T) {
			exist(t, tests, rule.Tests)
			if rule.Rule == "" || rule.Where == "" {
				t.Error("the row does not say what the rule is, or where it is honoured")
			}
		})
	}
}
