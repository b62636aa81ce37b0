package e2e

import (
	"strings"
	"testing"
)

// The command finds the tests of a policy and returns an error if one fails.
func TestPolicyTest(t *testing.T) {
	a := newAsks(t)
	a.write("policies/access.hcl", "invariant \"duties\" {\n  exclusive = [\"clerk\", \"approver\"]\n}\n")
	a.write("policies/access.test.hcl", `policy = "access.hcl"

test "anna covers both" {
  snapshot = "../acme.json"
  at       = "2026-06-15T00:00:00Z"

  expect "duties" { subject = "u1" }
}

test "ben, too" {
  snapshot = "../acme.json"
  at       = "2026-06-15T00:00:00Z"
  change {
    profile "p2" {
      grant "clerk" { to = "" }
      grant "approver" {}
    }
  }

  expect "duties" {
    subject = "u1"
    new     = false
  }
}
`)
	printed, complaint, code := a.idmctl(nil, "policy", "test")
	for _, text := range []string{"pass  policies/access.test.hcl: anna covers both", "FAIL  policies/access.test.hcl: ben, too",
		"policies/access.test.hcl, line 10: not expected: duties: ", "[new]", "Tests: 2, failed: 1"} {
		if !strings.Contains(printed, text) {
			t.Errorf("%q is missing:\n%s%s", text, printed, complaint)
		}
	}
	if code != 2 {
		t.Errorf("exit code %d", code)
	}
	a.write("policies/access.test.hcl", strings.Replace(a.read("policies/access.test.hcl"), `grant "approver" {}`, ``, 1))
	if printed, complaint, code := a.idmctl(nil, "policy", "test", "policies"); code != 0 {
		t.Errorf("exit code %d\n%s%s", code, printed, complaint)
	}
	if _, complaint, code := a.idmctl(nil, "policy", "test", "policies/access.hcl"); code != 1 || !strings.Contains(complaint, "line 1") {
		t.Errorf("exit code %d\n%s", code, complaint)
	}
}
