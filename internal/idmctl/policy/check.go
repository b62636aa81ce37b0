package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Violation is a broken invariant.
type Violation struct {
	Invariant string `json:"invariant"`
	Message   string `json:"message,omitempty"`
	// ClientExtID and UserExtID identify the person; empty for a violation by the tenant as a
	// whole.
	ClientExtID string `json:"client_ext_id,omitempty"`
	UserExtID   string `json:"user_ext_id,omitempty"`
	Text        string `json:"text"`
	// Unknown reports that the violation is only possible, because a part of the tenant was not
	// read.
	Unknown bool `json:"unknown,omitempty"`
	// New reports that the previous state did not have the violation.
	New bool `json:"new,omitempty"`
	// During reports that only a partial apply has the violation: the states before and after the
	// apply do not. It counts if the invariant sets during.
	During bool `json:"during_apply,omitempty"`
	// Later reports that the violation occurs once a grant of the plan has an effect that it does
	// not have today, or a change that the service refuses today is carried out.
	Later bool `json:"later,omitempty"`
	// Causes are the addresses in the plan that cause a new violation.
	Causes []string `json:"causes,omitempty"`
	// Paths are the paths through which the person has the access.
	Paths []accessquery.Row `json:"paths,omitempty"`
	// Exception is the name of the exception that permits it.
	Exception string `json:"exception,omitempty"`
	// Approvers are the groups that must each approve to override the violation.
	Approvers []string `json:"approvers,omitempty"`

	// topic identifies the violation in two states of a tenant, because the text can contain
	// numbers.
	topic string
	// role is the role with too many or too few holders, and client the client in which it has them.
	role, client string
	// objects are the objects of the paths; tolerated marks a violation that does not count.
	objects   []access.ID
	tolerated bool
}

// Change describes the change that led to a tenant's state. The zero Change is no change.
type Change struct {
	// Before is the previous state. If set, new violations are marked, and the invariants about
	// changes are evaluated.
	Before *tenant.Facts
	// Carried is the state after the plan with the changes that the service refuses today, in which
	// grants of the plan count although they have no effect today; nil without a plan.
	Carried *tenant.Facts
	// Partial contains every state in which the apply of a plan can stop; nil without a plan.
	Partial *tenant.Facts
	// Causes are the addresses in the plan that change an object.
	Causes map[access.ID][]string
}

// evaluation evaluates a policy for several states of a tenant.
type evaluation struct {
	*Policy
	directory
	now time.Time
}

// Check evaluates all invariants for a tenant and the change that led to it.
func (p *Policy) Check(t *tenant.Facts, change Change, now time.Time) ([]Violation, error) {
	d, err := p.known(t, change.Before, change.Carried, change.Partial)
	if err != nil {
		return nil, err
	}
	e := evaluation{p, d, now}
	found := e.state(t)
	if change.Before != nil {
		found = e.compare(found, t, change)
	}
	for i := range found {
		p.excuse(&found[i], now)
	}
	for _, e := range p.Exceptions {
		if !now.Before(e.until) {
			found = append(found, Violation{Invariant: e.Invariant, topic: "exception " + e.Name, Text: fmt.Sprintf(
				"the exception %s of %s expired after %s: %s", e.Name, e.Owner, e.Expires, e.Reason)})
		}
	}
	for at := range found {
		found[at].Approvers = p.approvers(found[at].Invariant)
	}
	slices.SortStableFunc(found, func(a, b Violation) int {
		return cmp.Or(strings.Compare(a.Invariant, b.Invariant), strings.Compare(a.ClientExtID, b.ClientExtID),
			strings.Compare(a.UserExtID, b.UserExtID), strings.Compare(a.Text, b.Text), strings.Compare(a.topic, b.topic))
	})
	return found, nil
}

// compare marks new violations, and adds the violations of the change itself. What a change that the
// service refuses today leaves broken is a violation, too. An interrupted apply that leaves an old
// violation as it was adds no violation.
func (e evaluation) compare(found []Violation, t *tenant.Facts, change Change) []Violation {
	old, known := map[string]bool{}, map[string]bool{}
	for _, v := range e.state(change.Before) {
		old[v.key()] = true
	}
	for i := range found {
		found[i].New = !old[found[i].key()]
	}
	found = append(found, e.change(change.Before, t)...)
	for _, v := range found {
		known[v.key()] = true
	}
	in := func(state *tenant.Facts, mark func(*Violation)) {
		if state == nil {
			return
		}
		for _, v := range slices.Concat(e.state(state), e.change(change.Before, state)) {
			v.New = !old[v.key()]
			if mark(&v); !known[v.key()] && (v.New || v.Later) {
				known[v.key()] = true
				found = append(found, v)
			}
		}
	}
	in(change.Carried, func(v *Violation) { v.Later = true })
	in(change.Partial, func(v *Violation) { v.During, v.tolerated = true, !e.during(v.Invariant) })
	e.explain(found, t, change)
	return found
}

// explain sets the causes of new violations. For a wrong number of holders, they are the changes of
// users who hold the role in only one of the states.
func (e evaluation) explain(found []Violation, t *tenant.Facts, change Change) {
	type at struct {
		state  *tenant.Facts
		client string
	}
	checkers := map[at]*checker{}
	checkerOf := func(state *tenant.Facts, client string) *checker {
		if checkers[at{state, client}] == nil {
			checkers[at{state, client}] = e.checker(state, client)
		}
		return checkers[at{state, client}]
	}
	for i := range found {
		v, state := &found[i], t
		switch {
		case v.Later:
			state = change.Carried
		case v.During:
			state = change.Partial
		}
		if v.New && v.role != "" {
			before, after := checkerOf(change.Before, v.client), checkerOf(state, v.client)
			v.objects = append(after.changedHolders(before, v.role), before.changedHolders(after, v.role)...)
		}
		if v.New {
			v.setCauses(change.Causes)
		}
	}
}

// changedHolders returns the objects of a role's holdings whose user does not hold the role in the
// other state.
func (c *checker) changedHolders(other *checker, role string) []access.ID {
	var all []access.ID
	elsewhere := other.held(role)
	for user, holdings := range c.held(role) {
		if len(elsewhere[user]) == 0 {
			all = append(all, c.objectsOf(holdings)...)
		}
	}
	return all
}

func (p *Policy) approvers(name string) []string {
	if at := slices.IndexFunc(p.Invariants, func(i *Invariant) bool { return i.Name == name }); at >= 0 {
		return p.Invariants[at].Approvers
	}
	return nil
}

func (p *Policy) during(name string) bool {
	return slices.ContainsFunc(p.Invariants, func(i *Invariant) bool { return i.Name == name && i.During })
}

// setCauses sets the plan addresses that change an object of a path.
func (v *Violation) setCauses(causes map[access.ID][]string) {
	for _, id := range v.objects {
		v.Causes = append(v.Causes, causes[id]...)
	}
	slices.Sort(v.Causes)
	v.Causes = slices.Compact(v.Causes)
}

func (v Violation) key() string {
	return strings.Join([]string{v.Invariant, v.client, v.UserExtID, v.topic}, "\x00")
}

// excuse sets the exception that permits a violation.
func (p *Policy) excuse(v *Violation, now time.Time) {
	for _, e := range p.Exceptions {
		subject := e.Subject == v.UserExtID || e.Subject == objecttype.ImportID(v.ClientExtID, v.UserExtID)
		if e.Invariant == v.Invariant && v.UserExtID != "" && subject && now.Before(e.until) {
			v.Exception = e.Name
		}
	}
}
