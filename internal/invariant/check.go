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
	// Paths are how the person comes to have what breaks it.
	Paths []inquiry.Row `json:"paths,omitempty"`
	// Exception is the name of the exception that lets it pass.
	Exception string `json:"exception,omitempty"`
}

// Check decides all invariants for a tenant. before is the state before a change, or nil; with it,
// violations are marked as new, and the limits of a change are decided.
func (p *Policy) Check(t, before *facts.Tenant, now time.Time) ([]Violation, error) {
	if err := p.known(t, before); err != nil {
		return nil, err
	}
	found := p.state(t, now)
	if before != nil {
		old := map[string]bool{}
		for _, v := range p.state(before, now) {
			old[v.key()] = true
		}
		for i := range found {
			found[i].New = !old[found[i].key()]
		}
		found = append(found, p.change(before, t, now)...)
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
			{slices.Concat(i.Units, i.GlobalInUnits), []access.Kind{access.Unit}}, {slices.Concat(i.Required, i.Keep), []access.Kind{access.User}},
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
