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
	rule.GainGlobal, rule.GainUnlimited, rule.Credential, rule.Login, rule.Service, rule.Outside, rule.IncompleteUnreadable,
	rule.GainUnknown,
}

// severity returns the position of a finding with the given rules; lower is more dangerous.
func severity(names []string) int {
	least := len(severities) + 2
	for _, name := range names {
		at := slices.IndexFunc(severities, func(above string) bool { return rules.Covers(above, name) })
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

// bySeverity sorts findings, those of the same severity by person, and those without one last.
func (r *Review) bySeverity() {
	const last = "\U0010ffff"
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.severity(), b.severity()), byName(cmp.Or(a.who, last), cmp.Or(b.who, last)))
	})
}

// subject returns the finding as the subject of a rule.
func (f Finding) subject() Subject {
	s := Subject{Text: f.Text, Address: f.Address, who: f.who, same: f.same, danger: len(severities) + 2 - f.severity()}
	if f.Change != nil {
		s.kind = map[Effect]report.ChangeKind{Gain: report.Added, Loss: report.Removed, Altered: report.Changed}[f.Change.Effect]
	}
	return s
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

// merged is the number of subjects from which on equal ones become one line, and of the people whom
// it names.
const merged = 3

// line is a line of a report: a subject, or several that differ only in the person.
type line struct {
	report.Item
	// people are the names of several people.
	people []string
}

// lines returns subjects as lines, the most dangerous ones first. Subjects that differ only in the
// person are one line with their number.
func lines(subjects []Subject) []line {
	sorted, people, done := slices.Clone(subjects), map[Subject][]string{}, map[Subject]bool{}
	slices.SortStableFunc(sorted, func(a, b Subject) int { return cmp.Compare(b.danger, a.danger) })
	equal := func(s Subject) Subject { return Subject{same: s.same, danger: s.danger, kind: s.kind} }
	for _, s := range sorted {
		if s.same != "" {
			people[equal(s)] = append(people[equal(s)], s.who)
		}
	}
	var found []line
	for _, s := range sorted {
		at, item := equal(s), report.Item{Mark: report.Mark{Kind: s.kind}, Text: report.T(s.Text)}
		switch all := people[at]; {
		case len(all) >= merged && !done[at]:
			done[at] = true
			text := strings.Replace(s.same, anyone, fmt.Sprintf("each of %d people", len(all)), 1)
			item.Text = report.T(text + ": " + firstOf(all))
			found = append(found, line{item, all})
		case len(all) < merged:
			if s.Address != "" && !strings.Contains(s.Text, s.Address) {
				item.Text = item.Text.Plain(" ").Code(s.Address)
			}
			found = append(found, line{item, nil})
		}
	}
	return found
}

// firstOf names the first of many people, and counts the others.
func firstOf(all []string) string {
	names := slices.Clone(all[:min(len(all), merged)])
	if more := len(all) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return enumerate(names)
}
