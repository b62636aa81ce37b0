package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Rule is something that a plan may be refused for.
type Rule struct {
	Name        string
	Description string
	// check lists what breaks the rule.
	check func(*Review) []Subject
}

// Failure is a rule that the plan breaks.
type Failure struct {
	Rule     string    `json:"rule"`
	Message  string    `json:"message"`
	Subjects []Subject `json:"subjects"`
}

// Subject is what breaks a rule.
type Subject struct {
	Text    string `json:"text"`
	Address string `json:"address"`
}

// Rules are those that have a name of their own, in the order of the alphabet.
func Rules() []Rule {
	return []Rule{
		{"assign-application", "a client is given an application", (*Review).assigned},
		{"delete-profile", "a profile is deleted or replaced, and with it all that is granted to it", (*Review).profilesDeleted},
		{"delete-unit", "a unit is removed or replaced", unitRule(UnitRemoved)},
		{"disable-profile", "a profile is disabled or archived", (*Review).profilesDisabled},
		{"drift", "something was changed outside Terraform", (*Review).drifted},
		{"enterprise-grant", "somebody gains an enterprise role", changeRule(func(c Change) bool { return c.Effect == Gain && c.After.Kind == EnterpriseRole })},
		{"forget", "an object stays, and Terraform no longer manages it", (*Review).forgotten},
		{"global-grant", "a grant is or becomes global: for all clients, units, applications or enterprise roles", changeRule(Change.global)},
		{"grant", "somebody gains a role or an enterprise role", changeRule(func(c Change) bool { return c.Effect == Gain })},
		{"import", "an object is taken over", (*Review).imported},
		{"move-unit", "a unit gets another unit above it", unitRule(UnitMoved)},
		{"partial", "the plan leaves something out: it was made with -target, or changes are deferred", (*Review).partial},
		{"rename-unit", "a unit gets another name", unitRule(UnitRenamed)},
		{"replace", "an object is removed and made anew", (*Review).replacements},
		{"revoke", "somebody loses a role or an enterprise role", changeRule(func(c Change) bool { return c.Effect == Loss })},
		{"unassign-application", "an application is taken from a client, and with it from everybody in it", (*Review).unassigned},
		{"unknown-grant", "only the apply will tell which role is granted", changeRule(Change.undecided)},
	}
}

// NamedRules finds rules by their names; the error lists those that there are.
func NamedRules(names []string) ([]Rule, error) {
	var found []Rule
	all := Rules()
	for _, name := range names {
		i := slices.IndexFunc(all, func(r Rule) bool { return r.Name == strings.TrimSpace(name) })
		if i < 0 {
			return nil, unknownRule(name, all)
		}
		found = append(found, all[i])
	}
	return found, nil
}

// suggestionDistance is how many letters a typo may be away from what was meant.
const suggestionDistance = 3

func unknownRule(name string, all []Rule) error {
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
	}
	nearest := slices.MinFunc(names, func(a, b string) int {
		return cmp.Compare(levenshtein.Distance(name, a, nil), levenshtein.Distance(name, b, nil))
	})
	suggestion := ""
	if levenshtein.Distance(name, nearest, nil) <= suggestionDistance {
		suggestion = fmt.Sprintf(" Did you mean %s?", nearest)
	}
	return fmt.Errorf("--fail-on %s: there is no such rule.%s The rules are %s", name, suggestion, strings.Join(names, ", "))
}

// Check holds the review against rules, and records those that it breaks.
func (r *Review) Check(rules []Rule) {
	for _, rule := range rules {
		r.RulesChecked = append(r.RulesChecked, rule.Name)
		if subjects := rule.check(r); len(subjects) > 0 {
			r.FailedRules = append(r.FailedRules, Failure{Rule: rule.Name, Message: rule.Description, Subjects: subjects})
		}
	}
}

// changeRule is broken by each change of access that fits.
func changeRule(fits func(Change) bool) func(*Review) []Subject {
	return func(r *Review) []Subject {
		return r.changeSubjects(func(_ Person, _ ProfileAccess, c Change) bool { return fits(c) })
	}
}

func (r *Review) changeSubjects(fits func(Person, ProfileAccess, Change) bool) []Subject {
	var found []Subject
	for _, person := range r.Access {
		for _, profile := range person.Profiles {
			for _, change := range profile.Changes {
				if fits(person, profile, change) {
					found = append(found, Subject{Text: sentence(person, profile, change), Address: change.grant().Address})
				}
			}
		}
	}
	return found
}

// sentence says what changes for whom.
func sentence(person Person, profile ProfileAccess, c Change) string {
	grant := c.grant()
	what := fmt.Sprintf("%s %s", grant.Kind, grant.Role.Label())
	if grant.Application != nil {
		what += " in " + grant.Application.Label()
	}
	open := ""
	if c.global() {
		open = " for all " + roomNames(c.NewlyGlobal)
	}
	who := person.label()
	text := map[Effect]string{Gain: who + " gains " + what + open, Loss: who + " loses " + what, Altered: what + " of " + who + " changes"}[c.Effect]
	if c.Effect == Altered && open != "" {
		text = what + " of " + who + " becomes global," + open
	}
	if person.User != nil {
		text += ", through profile " + profile.Profile.Label()
	}
	if c.Reason != "" {
		text += ", because " + c.Reason
	}
	return text
}

// roomNames are data rooms as people call them.
func roomNames(open []string) string {
	words := map[string]string{"client": "clients", "unit": "units", "app": "applications", "enterprise_role": "enterprise roles"}
	var names []string
	for _, room := range open {
		names = append(names, words[room])
	}
	return strings.Join(names, ", ")
}

func unitRule(word UnitWord) func(*Review) []Subject {
	return func(r *Review) []Subject {
		var found []Subject
		for _, change := range r.Units.Changes {
			if slices.Contains(change.Words, word) {
				found = append(found, Subject{Text: fmt.Sprintf("unit %s is %s", change.Object.Object.Label(), word), Address: change.Address})
			}
		}
		return found
	}
}

func (r *Review) profilesDeleted() []Subject {
	ends := map[plan.Action]string{plan.Delete: deleted, plan.Replace: replaced}
	return subjects(r.Profiles, func(o Object) (string, bool) {
		return fmt.Sprintf("profile %s of %s is %s", o.Object.Label(), o.Of.Label(), ends[o.Action]), ends[o.Action] != ""
	})
}

func (r *Review) profilesDisabled() []Subject {
	return subjects(r.Profiles, func(o Object) (string, bool) {
		state := o.after("profile_state")
		return fmt.Sprintf("profile %s of %s is %s", o.Object.Label(), o.Of.Label(), state), state == disabled || state == archived
	})
}

func (r *Review) drifted() []Subject {
	return subjects(r.Drift, func(o Object) (string, bool) {
		if o.Action == plan.Delete {
			return o.Address + " was deleted outside Terraform", true
		}
		return o.Address + " was changed outside Terraform", true
	})
}

func (r *Review) assigned() []Subject { return r.assignments(true, "is given to") }

func (r *Review) unassigned() []Subject { return r.assignments(false, "is taken from") }

func (r *Review) assignments(assigned bool, words string) []Subject {
	return subjects(r.Applications, func(a Application) (string, bool) {
		return fmt.Sprintf("application %s %s client %s", a.Application.Label(), words, a.Client), a.Assigned == assigned
	})
}

func (r *Review) imported() []Subject {
	return subjects(r.Imports, func(i Import) (string, bool) { return i.Address + " is taken over", true })
}

func (r *Review) replacements() []Subject {
	return subjects(r.Replaced, func(address string) (string, bool) { return address + " is removed and made anew", true })
}

func (r *Review) forgotten() []Subject {
	return subjects(r.Forgotten, func(address string) (string, bool) { return address + " is no longer managed", true })
}

func (r *Review) partial() []Subject {
	if !r.Plan.Partial {
		return nil
	}
	return []Subject{{Text: "the plan leaves something out"}}
}

// subjects takes those elements of a list that fit.
func subjects[T any](list []T, of func(T) (string, bool)) []Subject {
	var found []Subject
	for _, each := range list {
		if text, fits := of(each); fits {
			found = append(found, Subject{Text: text, Address: addressOf(each)})
		}
	}
	return found
}

func addressOf(of any) string {
	switch of := of.(type) {
	case Object:
		return of.Address
	case Application:
		return of.Address
	case Import:
		return of.Address
	case string:
		return of
	}
	return ""
}

// after is the value that an attribute gets, "" when it does not change.
func (o Object) after(name string) string {
	for _, attribute := range o.Attributes {
		if attribute.Name == name {
			return attribute.After
		}
	}
	return ""
}
