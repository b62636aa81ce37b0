package policy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

const testedPolicy = `invariant "payments" {
  exclusive = ["clerk", "approver"]
  message   = "Booking and approving are separate duties."
}

invariant "approvers" {
  role    = "approver"
  maximum = 9
}

exception "cover" {
  invariant = "payments"
  subject   = "anna"
  reason    = "Covers for Ben."
  owner     = "finance"
  expires   = "2026-06-30"
}
`

// testedTenant contains anna, who is a clerk, and ben with a disabled profile.
const testedTenant = `
  tenant {
    role "clerk" {}
    role "approver" {}
    role "unused" { assigned = true }
    enterprise_role "desk" { roles = ["approver"] }
    unit "hq" {}
    unit "lab" { parent = "hq" }
    user "anna" {
      profile "p1" {
        unit = "lab"
        grant "clerk" { to = "2027-01-31" }
      }
    }
    user "ben" {
      technical = true
      profile "p2" {
        state = "disabled"
        grant "clerk" {}
        enterprise_grant "desk" {}
      }
    }
  }
`

func run(t *testing.T, content string) ([]policy.TestResult, error) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{"access.hcl": testedPolicy, "a.test.hcl": content, "acme.json": testedSnapshot} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return policy.RunTests(filepath.Join(folder, "a.test.hcl"), "", now)
}

const testedSnapshot = `{"snapshot":[{"clients":["acme"]}],"clients":[{"extId":"acme"}],"applications":[{"extId":"erp"}],
"clientApplications":[{"clientExtId":"acme","applicationExtId":"erp"}],
"roles":[{"extId":"clerk","applicationExtId":"erp"},{"extId":"approver","applicationExtId":"erp"}],
"users":[{"clientExtId":"acme","extId":"anna"},{"clientExtId":"acme","extId":"ben"}],
"profiles":[{"clientExtId":"acme","extId":"p2","userExtId":"ben"}],
"authorizations":[{"clientExtId":"acme","extId":"a1","profileExtId":"p2","roleExtId":"clerk"}]}`

// brokenTenant is a tenant in which ben breaks an invariant.
const brokenTenant = `
  tenant {
    role "clerk" {}
    role "approver" {}
    user "anna" {}
    user "ben" {
      profile "p2" {
        grant "clerk" {}
        grant "approver" {}
      }
    }
  }
`

func TestRun(t *testing.T) {
	for name, tc := range map[string]struct {
		body string
		// failure is part of the only failure, or "".
		failure string
	}{
		"nothing is broken": {testedTenant, ""},
		"a change breaks it": {testedTenant + `
  change {
    profile "p1" {
      enterprise_grant "desk" {}
    }
  }
  expect "payments" {
    subject   = "anna"
    new       = true
    exception = "cover"
  }`, ""},
		"re-enabled": {testedTenant + `
  change {
    profile "p2" { state = "active" }
  }
  expect "payments" { subject = "ben" }`, ""},
		"removed with the role": {testedTenant + `
  change {
    role "approver" { remove = true }
    profile "p2" { state = "active" }
  }`, ""},
		"removed grant": {testedTenant + `
  change {
    profile "p2" {
      state = "active"
      grant "clerk" { remove = true }
    }
    user "anna" { remove = true }
    unit "hq" { remove = true }
  }`, ""},
		"not expected": {
			testedTenant + "  change {\n    profile \"p2\" { state = \"active\" }\n  }\n",
			"line 3: not expected: payments: ben has clerk and approver [new]",
		},
		"missing": {
			testedTenant + "  expect \"payments\" { subject = \"ben\" }\n",
			"line 27: expected, and missing: a violation of payments by ben",
		},
		"an expired excuse": {"  at = \"2026-08-01T00:00:00Z\"\n" + testedTenant + "  expect \"payments\" {}\n", ""},
		"a snapshot": {
			"  snapshot = \"acme.json\"\n  change {\n    profile \"p2\" {\n      grant \"approver\" {}\n    }\n  }\n" +
				"  expect \"payments\" { subject = \"ben\" }\n",
			"",
		},
		"broken before the change": {
			brokenTenant + "  change {\n    user \"anna\" { state = \"disabled\" }\n  }\n", "",
		},
		"broken before the change, and expected": {
			brokenTenant + "  change {\n    user \"anna\" { state = \"disabled\" }\n  }\n  expect \"payments\" {}\n",
			"expected, and missing: a violation of payments",
		},
		"expected as an old one": {
			brokenTenant + "  change {\n    user \"anna\" { state = \"disabled\" }\n  }\n  expect \"payments\" { new = false }\n", "",
		},
		"broken without a change": {brokenTenant, "not expected: payments: ben"},
		"about another invariant": {brokenTenant + "  only = [\"approvers\"]\n", ""},
		"about this invariant":    {brokenTenant + "  only = [\"payments\"]\n", "not expected: payments: ben"},
		"expects what it is not about": {
			brokenTenant + "  only = [\"approvers\"]\n  expect \"payments\" {}\n", "the test is only about approvers",
		},
		"about an unknown invariant": {brokenTenant + "  only = [\"approver\"]\n", `no invariant "approver". Did you mean "approvers"?`},
		"the excuse is used": {
			testedTenant + "  change {\n    profile \"p1\" {\n      grant \"approver\" {}\n    }\n  }\n" +
				"  expect \"payments\" { subject = \"anna\" }\n",
			"2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			results, err := run(t, "policy = \"access.hcl\"\n\ntest \"one\" {\n"+tc.body+"\n}\n")
			switch {
			case err != nil && tc.failure != "" && strings.Contains(err.Error(), tc.failure):
			case err != nil:
				t.Fatal(err)
			case tc.failure == "2" && len(results[0].Failures) == 2:
			case tc.failure == "" && len(results[0].Failures) == 0:
			case len(results[0].Failures) != 1 || tc.failure == "" || !strings.Contains(results[0].Failures[0], tc.failure):
				t.Errorf("%q, want %q", results[0].Failures, tc.failure)
			}
		})
	}
}

// Every error contains the file and the line; a name that does not exist is an error.
func TestRun_mistakes(t *testing.T) {
	for _, tc := range []struct{ body, want string }{
		{
			``,
			"the file has no test",
		},
		{
			"test \"a\" {}\n",
			"line 3: give the test \"a\" either a tenant block or a snapshot",
		},
		{
			"test \"a\" {\n  tenat {}\n}\n",
			"line 4: Unsupported block type",
		},
		{
			"test \"a\" {\n  at = \"noon\"\n  tenant {}\n}\n",
			"which is not a time",
		},
		{
			"test \"a\" {\n  snapshot = \"none.json\"\n}\n",
			"the snapshot cannot be read",
		},
		{
			"test \"a\" {\n  snapshot = \"acme.json\"\n  client = \"globex\"\n}\n",
			"name one of the clients acme",
		},
		{
			"test \"a\" {\n  tenant {}\n  expect \"payment\" {}\n}\n",
			`line 5: the policy has no invariant "payment". Did you mean "payments"?`,
		},
		{
			"test \"a\" {\n  tenant {}\n  expect \"payments\" { exception = \"x\" }\n}\n",
			`line 5: the policy has no exception "x"`,
		},
		{
			"test \"a\" {\n  tenant {\n    unit \"lab\" { parent = \"hq\" }\n  }\n}\n",
			`line 5: no unit has the external ID "hq"`,
		},
		{
			"test \"a\" {\n  tenant {\n    unit \"lab\" {}\n    unit \"lab\" {}\n  }\n}\n",
			"line 6: another unit has the external ID",
		},
		{
			"test \"a\" {\n  tenant {\n    unit \"lab\" { state = \"gone\" }\n  }\n}\n",
			"line 5: state is \"gone\"",
		},
		{
			"test \"a\" {\n  tenant {\n    unit \"lab\" { to = \"soon\" }\n  }\n}\n",
			"line 5: to is \"soon\"",
		},
		{
			"test \"a\" {\n  tenant {\n    profile \"p\" {}\n  }\n}\n",
			"line 5: the profile \"p\" is new: name its owner",
		},
		{
			"test \"a\" {\n  snapshot = \"acme.json\"\n  change {\n    user \"x\" { remove = true }\n  }\n}\n",
			"line 6: no user has the external ID",
		},
		{
			"test \"a\" {\n  snapshot = \"acme.json\"\n  change {\n" +
				"    profile \"p2\" {\n      grant \"approver\" { remove = true }\n    }\n  }\n}\n",
			"line 7: the profile \"p2\" does not have \"approver\"",
		},
		{
			"test \"a\" {\n  tenant {\n    role \"clerk\" {}\n  }\n}\n",
			`access.hcl, line 2: invariant "payments": no role or enterprise role has the external ID "approver"`,
		},
	} {
		if _, err := run(t, "policy = \"access.hcl\"\n\n"+tc.body); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s\n%v, want %q", tc.body, err, tc.want)
		}
	}
	if _, err := run(t, "test \"a\" {}\n"); err == nil || !strings.Contains(err.Error(), "name the policy file") {
		t.Errorf("without a policy: %v", err)
	}
}

// The test in the guide can be copied: it passes with the invariant on the same page.
func TestRun_guide(t *testing.T) {
	guide, err := os.ReadFile("../../../templates/guides/invariants.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, pattern := range map[string]string{
		"access.hcl": "(?s)```text\n(invariant.*?)```", "a.test.hcl": "(?s)```text\n(policy.*?)```",
	} {
		match := regexp.MustCompile(pattern).FindSubmatch(guide)
		if match == nil {
			t.Fatalf("the guide has no %s", name)
		}
		if err := os.WriteFile(filepath.Join(folder, name), match[1], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	results, err := policy.RunTests(filepath.Join(folder, "a.test.hcl"), "", now)
	if err != nil || len(results) != 1 || len(results[0].Failures) > 0 {
		t.Errorf("%v %+v", err, results)
	}
}

// A test can open each data room that an invariant forbids.
func TestRun_rooms(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.test.hcl")
	for _, room := range grants.Rooms {
		for name, text := range map[string]string{"access.hcl": "invariant \"i\" {\n  role   = \"clerk\"\n  global = false\n}\n", "a.test.hcl": `
policy = "access.hcl"
test "open" {
  tenant {
    role "clerk" {}
    user "anna" {
      profile "p" {
        grant "clerk" { ` + room.Attribute + ` = true }
      }
    }
  }
  expect "i" {}
}
`} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if results, err := policy.RunTests(file, "", now); err != nil || len(results) != 1 || len(results[0].Failures) > 0 {
			t.Errorf("%s: %+v, %v", room.Attribute, results, err)
		}
	}
}
