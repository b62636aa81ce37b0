package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// severities are the rules of the findings that a reader sees first, the most dangerous one first.
// Other findings that give access follow, then those that take it, then the rest.
var severities = []string{
	rule.GainGlobal, rule.GainUnlimited, rule.Credential, rule.Login, rule.ServiceLogin, rule.ServiceAddress,
	rule.IncompleteUnreadable, rule.GainUnknown,
}

// severity returns the position of a finding with the given rules; lower is more dangerous.
func severity(names []string) int {
	least := len(severities) + 2
	for _, name := range names {
		at := slices.Index(severities, name)
		switch r, known := rules.ByName(name); {
		case at >= 0:
		case !known || r.Gives:
			at = len(severities)
		case r.Takes || name == rule.Fails:
			at = len(severities) + 1
		default:
			continue
		}
		least = min(least, at)
	}
	return least
}

// severity returns the position of a finding. An imported global grant gives no access, but comes
// before all that is not about access.
func (f Finding) severity() int {
	if f.imports {
		return min(severity(f.Rules), len(severities)+1)
	}
	return severity(f.Rules)
}

// bySeverity sorts findings, those of the same severity by person.
func (r *Review) bySeverity() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.severity(), b.severity()), byName(a.who, b.who))
	})
}

// subject returns the finding as the subject of a rule.
func (f Finding) subject() Subject {
	return Subject{f.Text, f.Address, f.who, f.same, len(severities) + 2 - f.severity()}
}

// because returns the subject with an addition to its text.
func (s Subject) because(why string) Subject {
	s.Text += why
	if s.same != "" {
		s.same += why
	}
	return s
}

// anyone takes the place of the person in a sentence.
const anyone = "\x00"

// mergedFrom is the number of subjects from which on equal ones become one line.
const mergedFrom = 3

// namedPeople is the number of people whom a merged line names.
const namedPeople = 3

// lines returns the texts of subjects, the most dangerous ones first. Subjects that differ only in
// the person are one line with their number.
func lines(subjects []Subject) []report.Text {
	sorted, alike := slices.Clone(subjects), map[Subject][]string{}
	slices.SortStableFunc(sorted, func(a, b Subject) int { return cmp.Compare(b.danger, a.danger) })
	equal := func(s Subject) Subject { return Subject{same: s.same, danger: s.danger} }
	for _, s := range sorted {
		if s.same != "" {
			alike[equal(s)] = append(alike[equal(s)], s.who)
		}
	}
	var items []report.Text
	for _, s := range sorted {
		people := alike[equal(s)]
		switch {
		case len(people) < mergedFrom:
			items = append(items, subjectText(s))
		case people[0] != "":
			text := strings.Replace(s.same, anyone, fmt.Sprintf("each of %d people", len(people)), 1) + ": "
			names := slices.Clone(people[:namedPeople:namedPeople])
			if more := len(people) - namedPeople; more > 0 {
				names = append(names, fmt.Sprintf("%d more", more))
			}
			items, people[0] = append(items, report.T(text+enumerate(names))), ""
		}
	}
	return items
}
