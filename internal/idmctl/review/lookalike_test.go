package review_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// A deceptive name matches every pattern, and the report mentions it. A name with foreign letters
// that cannot be confused does not.
func TestPolicy_lookAlikes(t *testing.T) {
	const reported = "looks like another name"
	for name, test := range map[string]struct {
		pattern, name     string
		broken, explained bool
	}{
		"a hyphen":                     {"crm-admin", "crm\u2010admin", true, false},
		"a hyphen that does not break": {"crm-admin", "crm\u2011admin", true, false},
		"a minus":                      {"crm-admin", "crm\u2212admin", true, false},
		"a hyphen in the pattern":      {"crm\u2013admin", "crm-admin", true, false},
		"an apostrophe":                {"O'Brien", "O\u2019Brien", true, false},
		"mathematical letters":         {"crm-admin", "\U0001d41c\U0001d42b\U0001d426-admin", true, false},
		"a capital I for an l":         {"sales-all", "saIes-aIl", true, false},
		"a digit for a letter":         {"hello-0", "he11o-O", true, false},
		"r and n for m":                {"crm-admin", "crm-adrnin", true, false},
		"a Cyrillic a":                 {"crm-admin", "crm-\u0430dmin", true, true},
		"a Greek o":                    {"root", "ro\u03bft", true, true},
		"Cyrillic only":                {"cop", "\u0441\u043e\u0440", true, true},
		"Greek only":                   {"not", "\u03bd\u03bf\u03c4", true, true},
		"Cherokee":                     {"gas", "\u13c0\u13aa\u13da", true, true},
		"a small capital":              {"crm-admin", "c\u0280m-admin", true, true},
		"a letter with a hook":         {"gas", "\u0261as", true, true},
		"a letter of IPA":              {"admin", "\u0251dmin", true, true},
		"a slash":                      {"a/b", "a\u2215b", true, true},
		"a long vowel for a dash":      {"crm-admin", "crm\u30fcadmin", true, true},
		"letters in squares":           {"admin", "\U0001f170\U0001f173", true, true},
		"a mark below":                 {"admin", "adm\u0333in", true, true},
		"another word":                 {"crm-admin", "wiki-reader", false, false},
		"another Cyrillic word":        {"crm-admin", "\u0424\u0438\u043d\u0430\u043d\u0441\u044b 1", false, false},
		"another Greek word":           {"crm-admin", "\u03a0\u03c9\u03bb\u03ae\u03c3\u03b5\u03b9\u03c2 \u03a6", false, false},
		"another Japanese word":        {"crm-admin", "\u30bb\u30fc\u30eb\u30b9\u62c5\u5f53", false, false},
		"another Korean word":          {"crm-admin", "\uc601\uc5c5", false, false},
		"another Arabic word":          {"crm-admin", "\u0627\u0644\u0645\u0628\u064a\u0639\u0627\u062a", false, false},
		"another German word":          {"crm-admin", "Geh\u00e4lter \u2013 \u00a7 3 (gro\u00df)", false, false},
		"another Turkish word":         {"crm-admin", "Sat\u0131\u015f \u0130dare", false, false},
		"another Vietnamese word":      {"crm-admin", "Qu\u1ea3n tr\u1ecb", false, false},
		"another Polish word":          {"crm-admin", "Za\u0142\u0105cznik", false, false},
		"words of two alphabets":       {"crm-admin", "\u041e\u0442\u0434\u0435\u043b IT \u2116 3", false, false},
		"a word that looks Latin":      {"crm-admin", "\u0424\u0438\u043d\u0430\u043d\u0441\u044b \u0441\u043e\u0440 crm", true, true},
		"a short Cyrillic word":        {"crm-admin", "\u041e\u0442\u0434\u0435\u043b \u0441 \u0410", false, false},
		"the same Cyrillic word":       {"\u0444\u0438\u043d\u0430*", "\u0424\u0438\u043d\u0430\u043d\u0441\u044b 1", true, false},
	} {
		p := &plan.Plan{Changes: []plan.Change{object("idm_authorization.a", plan.Create, nil, authorization("p", "r-17"))}}
		r := review.New(p, roleNamed(p, test.name))
		r.Check(policy(t, `roles = ["`+test.pattern+`"]`))
		explained := len(r.FailedRules) > 0 && strings.Contains(r.FailedRules[0].Subjects[0].Text, reported)
		if broken := len(r.FailedRules) > 0; broken != test.broken || explained != test.explained {
			t.Errorf("%s: broken %t, want %t; reported %t, want %t", name, broken, test.broken, explained, test.explained)
		}
	}
}
