package invariant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/facts"
	"github.com/identity-iac/terraform-provider-idm/internal/inquiry"
	"github.com/identity-iac/terraform-provider-idm/internal/suggest"
)

// Violation is a broken invariant.
type Violation struct {
	Invariant string `json:"invariant"`
	Message   string `json:"message,omitempty"`
	// ClientExtID and UserExtID are the person it is about; empty where it is about the tenant.
	ClientExtID string `json:"client_ext_id,omitempty"`
	UserExtID   string `json:"user_ext_id,omitempty"`
	Text        string `json:"text"`
	// Unknown reports that it may be broken: a part of the tenant was not read.
	Unknown bool `json:"unknown,omitempty"`
	// New reports that the state before did not break it.
	New bool `json:"new,omitempty"`
	// During reports that only a part of an apply breaks it: the state before and the state afterwards
	// do not. It counts where the invariant has during.
	During bool `json:"during_apply,omitempty"`
	// Causes are the addresses of the plan that a new violation comes from.
	Causes []string `json:"causes,omitempty"`
	// Paths are how the person comes to have what breaks it.
	Paths []inquiry.Row `json:"paths,omitempty"`
	// Exception is the name of the exception that lets it pass.
	Exception string `json:"exception,omitempty"`

	// objects are the objects of the paths, tolerated a violation that does not count.
	objects   []access.ID
	tolerated bool
}

// Change is how a tenant came to be as it is. The zero Change is no change.
type Change struct {
	// Before is the state before. With it, violations are marked as new, and the limits of a change are
	// decided.
	Before *facts.Tenant
	// Partial is what holds at any point of the apply of a plan; nil for none.
	Partial *facts.Tenant
	// Causes are the addresses of the plan that change an object.
	Causes map[access.ID][]string
}

// Check decides all invariants for a tenant and the change that led to it.
func (p *Policy) Check(t *facts.Tenant, change Change, now time.Time) ([]Violation, error) {
	if err := p.known(t, change.Before); err != nil {
		return nil, err
	}
	found := p.state(t, now)
	if change.Before != nil {
		found = p.compare(found, t, change, now)
	}
	for i := range found {
		p.excuse(&found[i], now)
	}
	for _, e := range p.Exceptions {
		if !now.Before(e.until) {
			found = append(found, Violation{Invariant: e.Invariant, Text: fmt.Sprintf(
				"the exception %s of %s expired after %s: %s", e.Name, e.Owner, e.Expires, e.Reason)})
		}
	}
	slices.SortStableFunc(found, func(a, b Violation) int {
		return cmp.Or(strings.Compare(a.Invariant, b.Invariant), strings.Compare(a.key(), b.key()))
	})
	return found, nil
}

// compare marks what is new, and adds what only the change breaks.
func (p *Policy) compare(found []Violation, t *facts.Tenant, change Change, now time.Time) []Violation {
	old, later := map[string]bool{}, map[string]bool{}
	for _, v := range p.state(change.Before, now) {
		old[v.key()] = true
	}
	for i := range found {
		found[i].New = !old[found[i].key()]
		later[found[i].key()] = true
	}
	if change.Partial != nil {
		for _, v := range p.state(change.Partial, now) {
			if !old[v.key()] && !later[v.key()] {
				v.New, v.During, v.tolerated = true, true, !p.during(v.Invariant)
				found = append(found, v)
			}
		}
	}
	for i := range found {
		if found[i].New {
			found[i].because(change.Causes)
		}
	}
	return append(found, p.change(change.Before, t, now)...)
}

func (p *Policy) during(name string) bool {
	return slices.ContainsFunc(p.Invariants, func(i *Invariant) bool { return i.Name == name && i.During })
}

// because names the plan entries that change an object of a path.
func (v *Violation) because(causes map[access.ID][]string) {
	for _, id := range v.objects {
		v.Causes = append(v.Causes, causes[id]...)
	}
	slices.Sort(v.Causes)
	v.Causes = slices.Compact(v.Causes)
}

func (v Violation) key() string {
	return strings.Join([]string{v.Invariant, v.ClientExtID, v.UserExtID, v.Text}, "\x00")
}

// excuse names the exception that lets a violation pass.
func (p *Policy) excuse(v *Violation, now time.Time) {
	for _, e := range p.Exceptions {
		if e.Invariant == v.Invariant && v.UserExtID != "" && e.Subject == v.UserExtID && now.Before(e.until) {
			v.Exception = e.Name
		}
	}
}

// known refuses names of objects that do not exist, since a misspelled invariant holds for ever.
func (p *Policy) known(tenants ...*facts.Tenant) error {
	ids := map[access.Kind]map[string]bool{}
	for _, t := range tenants {
		if t == nil {
			continue
		}
		for o := range t.Objects() {
			if ids[o.Kind] == nil {
				ids[o.Kind] = map[string]bool{}
			}
			ids[o.Kind][o.ExtID] = true
		}
		for _, gap := range t.Tenant.Gaps() {
			if gap.Kind == access.Role || gap.Kind == access.EnterpriseRole || gap.Kind == access.Unit || gap.Kind == access.User {
				return nil // a name may be among what was not read
			}
		}
	}
	for _, i := range p.Invariants {
		roles := append(slices.Clone(i.Exclusive), i.Role)
		for _, each := range []struct {
			names []string
			kinds []access.Kind
		}{
			{roles, []access.Kind{access.Role, access.EnterpriseRole}}, {i.EnterpriseRoles, []access.Kind{access.EnterpriseRole}},
			{slices.Concat(i.Units, i.GlobalInUnits), []access.Kind{access.Unit}},
			{slices.Concat(i.Required, i.Keep), []access.Kind{access.User}},
		} {
			for _, name := range each.names {
				if err := exists(i.Name, name, each.kinds, ids); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func exists(invariant, name string, kinds []access.Kind, ids map[access.Kind]map[string]bool) error {
	var known, words []string
	for _, kind := range kinds {
		if name == "" || ids[kind][name] {
			return nil
		}
		words = append(words, kind.String())
		for id := range ids[kind] {
			known = append(known, id)
		}
	}
	slices.Sort(known)
	return fmt.Errorf("invariant %q names %s %q, which does not exist. %s", invariant, strings.Join(words, " or "), name,
		suggest.DidYouMean(name, known))
}
