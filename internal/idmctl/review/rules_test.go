package review

import (
	"strings"
	"testing"
)

func TestNamedRules(t *testing.T) {
	if rules, err := NamedRules([]string{"drift", " import"}); err != nil || len(rules) != 2 {
		t.Errorf("%v %v", rules, err)
	}
	for name, want := range map[string]string{"unit.delte": `Did you mean "unit.delete"?`,
		"lost": `Did you mean "loss"?`, "gain.globel": `Did you mean "gain.global"?`, "everything": "no such rule. The rules are access, any, application, client,"} {
		if _, err := NamedRules([]string{name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func TestPolicy_refused(t *testing.T) {
	for source, want := range map[string]string{
		"rule \"a\" {}":                                              "line 1: rule \"a\": the rule names nothing",
		"rule \"a\" {\n  roles = [\" \"]\n}":                         "has an empty pattern",
		"rule \"a\" {\n  roles = \"x\"\n}":                           "line 2",
		"rule \"Access\" {\n  roles = [\"x\"]\n}":                    "another rule has this name",
		"rule \"drift\" {\n  roles = [\"x\"]\n}":                     "another rule has this name",
		"rule \"a\" {\n  users = []\n}":                              "line 2: rule \"a\": the list of users is empty",
		"rule \"a\" {\n  users = [\"x\"]\n  units = []\n}":           "line 3: rule \"a\": the list of units is empty",
		"rule \"a\" {\n  global = true\n  change = []\n}":            "line 3: rule \"a\": the list of changes is empty",
		"rule \"\" {\n  roles = [\"x\"]\n}":                          "the name is empty",
		"rule \" \u00a0\" {\n  roles = [\"x\"]\n}":                   "the name is empty",
		"rule \"\u200b\" {\n  roles = [\"x\"]\n}":                    "the name is empty",
		"rule \"glob\u0430l\" {\n  roles = [\"x\"]\n}":               "the name may be read as another one",
		"rule \"a\" {\n  roles = [\"x\u0430\"]\n}":                   "may be read as another one",
		"rule \"a\" { global = true }\nrule \"A\" { global = true }": "another rule has this name",
		"rule \"a\" {\n  roles = [\"x\"]\n change = [\"become\"]\n}": "use one of gain, lose, change",
		"rules = 1": "line 1",
	} {
		if _, err := readPolicy(t, source); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", source, err, want)
		}
	}
}

// A file may also contain invariants and exceptions. A mistake in them is an error of the whole file.
func TestPolicy_invariants(t *testing.T) {
	const source = `invariant "duties" { exclusive = ["clerk", "approver"] }
exception "june" {
  invariant = "duties"
  subject = "anna"
  reason = "handover"
  owner = "security"
  expires = "2027-06-30"
}
rule "administrators" { roles = ["*-admin"] }
`
	rules, err := readPolicy(t, source)
	if err != nil || len(rules) != 1 || rules[0].Name != "administrators" {
		t.Errorf("%v, %v", rules, err)
	}
	_, err = readPolicy(t, strings.Replace(source, "2027-06-30", "june", 1))
	if err == nil || !strings.Contains(err.Error(), `policy.hcl, line 7: exception "june"`) {
		t.Errorf("an exception without a day: %v", err)
	}
}
