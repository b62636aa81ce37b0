package review

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// failure is a change that the service refuses, or that the plan undoes itself.
type failure struct {
	entry *entry
	// what is a clause that follows the object, and remedy a sentence.
	what, remedy string
	// refusal reports that the service refuses the change today.
	refusal bool
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
	for _, f := range x.refusals {
		if !f.entry.undeleted || !named[f.entry] {
			found = append(found, f)
		}
	}
	return append(found, x.takenValues()...)
}

// fails reports the failures.
func (x *analysis) fails() outcome {
	var found outcome
	for _, f := range x.failing {
		label, rules := x.label(f.entry), []string{rule.Fails}
		if f.entry.undeleted {
			label = x.label(f.entry.former())
		}
		if f.refusal && f.entry.awaited {
			rules = append(rules, rule.IncompleteUnproven)
		}
		found.add(x.finding(f.entry, fmt.Sprintf("%s is to be %s, and %s; the service may accept the rest of the plan. Remedy: %s", label,
			verbs[f.entry.Action], f.what, f.remedy), rules...))
	}
	return found
}

// refuse records the changes that the service refuses today in every order.
func (x *analysis) refuse() {
	seen := map[failure]bool{}
	for _, f := range x.result.Findings {
		c := x.changes[f.Change]
		e, makes := c.entry, !c.entry.removes()
		if !f.Certain || !x.held.decides(c) {
			continue
		}
		what := "the service refuses that: it " + string(f.Problem)
		single := e.kind.facts.all == ""
		made := single && makes
		switch f.Problem {
		case access.StillInUse:
			e.undeleted, what = e.undeleted || single, "the service refuses to delete it: it "+string(f.Problem)
		case access.AlreadyGranted:
			what = "the service refuses that: " + string(f.Problem)
		case access.MissingObject:
			e.refused = e.refused || single
		case access.AlreadyExists:
			e.refused = e.refused || made
			what += x.otherOwner(c.Object)
		case access.MissingRef:
			e.refused, e.awaited = e.refused || made, e.awaited || makes && c.mayGive(x.now)
		}
		refusal := failure{e, what, remedies[f.Problem], true}
		if !seen[refusal] && (makes || f.Problem != access.AlreadyExists) {
			seen[refusal] = true
			x.refusals = append(x.refusals, refusal)
		}
	}
}

// otherOwner names the other person who has the profile that the plan creates, "" for none.
func (x *analysis) otherOwner(of access.Object) string {
	owner, known := x.held.Get(of.ID).Owner.Known()
	if !known || of.Kind != access.Profile || of.Owner.Must(owner) {
		return ""
	}
	x.takenIDs[of.ID] = true
	person := x.at(access.NewID(of.Service, of.Client, access.User, owner)).person()
	return ", and belongs to " + person + ", who would get what is granted to it"
}
