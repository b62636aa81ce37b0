package review

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// failure is a change that the service refuses, or that the plan undoes itself.
type failure struct {
	entry *entry
	// what is a clause that follows the object, and remedy a sentence.
	what, remedy string
	// awaited are the rules of what the change gives once its obstacle is gone.
	awaited []string
}

// remedies are the ways out of the problems of package access.
var remedies = map[access.Problem]string{
	access.AlreadyExists:  "import it, or choose another ext_id",
	access.MissingObject:  "plan again: it was deleted since",
	access.MissingRef:     "create that object in the same plan and refer to it by an attribute, or correct the ID",
	access.AlreadyGranted: "import the grant, or remove one of the two declarations",
	access.StillInUse:     "move or destroy what is in it with an earlier apply, or keep it",
	access.FinallyGone:    "remove it from the configuration, or choose another object",
	access.BelowItself:    "choose another parent, or move that one out with an earlier apply",
	access.UnusableUnit:   "choose another unit, or enable this one with an earlier apply",
}

// failures returns everything that the plan as a whole is certain to fail at, or to undo.
func (x *analysis) failures() []failure {
	found := x.endings()
	named := map[*entry]bool{}
	for _, f := range found {
		named[f.entry] = true
	}
	for _, f := range x.refusals() {
		if f.entry.undeleted == "" || !named[f.entry] {
			found = append(found, f)
		}
	}
	return append(found, x.takenValues()...)
}

// fails reports the failures.
func (x *analysis) fails() outcome {
	var found outcome
	for _, f := range x.failing {
		label := x.label(f.entry)
		if f.entry.undeleted != "" {
			label = x.label(f.entry.former())
		}
		found.add(x.finding(f.entry, fmt.Sprintf("%s is to be %s, and %s; the rest of the plan may be applied. Remedy: %s", label,
			verbs[f.entry.Action], f.what, f.remedy), append([]string{rule.Fails}, f.awaited...)...))
	}
	return found
}

// refusals returns the changes that the service refuses today in every order.
func (x *analysis) refusals() []failure {
	type key struct {
		entry   *entry
		problem access.Problem
	}
	var found []failure
	seen := map[key]bool{}
	for _, f := range x.result.Findings {
		c := x.changes[f.Change]
		at := key{c.entry, f.Problem}
		if !f.Certain || seen[at] || c.entry.removes() && f.Problem == access.AlreadyExists || !x.held.decides(c) {
			continue
		}
		seen[at] = true
		what := "the service refuses that: it " + string(f.Problem)
		switch f.Problem {
		case access.StillInUse:
			what = "the service refuses to delete it: it " + string(f.Problem)
		case access.AlreadyGranted:
			what = "the service refuses that: " + string(f.Problem)
		}
		found = append(found, failure{c.entry, what, remedies[f.Problem], c.entry.awaited})
	}
	return found
}
