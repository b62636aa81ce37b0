package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// policyRule is a rule of a policy file.
type policyRule struct{ *policy.Rule }

// Policy returns the rules of a policy file.
func Policy(p *policy.Policy) []Rule {
	var found []Rule
	for _, r := range p.Rules {
		of := rules.Rule{Name: r.Name, Description: cmp.Or(r.Message, "a rule of the policy file")}
		found = append(found, Rule{of, policyRule{r}.check, r.Approvers})
	}
	return found
}

func (r policyRule) check(review *Review) []Subject {
	var found []Subject
	matched := map[Subject]bool{}
	match := func(f Finding, note string) {
		at := f.subject()
		for _, change := range f.compared {
			if fits, why := r.fits(change); fits && !matched[at] {
				matched[at] = true
				found = append(found, at.because(why+note))
			}
		}
	}
	for _, f := range review.Findings {
		match(f, "")
	}
	if len(r.Profiles)+len(r.Units) > 0 {
		for _, f := range review.throughProfiles() {
			match(f, "; the rule compares each profile by itself")
		}
	}
	return append(found, r.undecided(review)...)
}

// undecided returns the findings of which the plan does not show the affected users. They match
// every pattern except for clients and services, and units that the service holds. Findings that
// are not understood match every rule.
func (r policyRule) undecided(review *Review) []Subject {
	return review.subjects(func(f Finding) bool {
		if f.anything() && f.Address == "" {
			return true
		}
		if f.Change != nil || f.indirect || f.Address == "" || !slices.ContainsFunc(f.Rules,
			func(name string) bool { return has(undecidedRules, name) }) {
			return false
		}
		if s := f.scope; s != nil && (r.Global && s.narrow || !s.matches(r)) {
			return false
		}
		return (r.wants(Gain) && f.gives() || r.wants(Loss) && f.takes() || r.wants(Altered) && f.alters) &&
			f.client.matches(r.Clients) && f.service.matches(r.Services)
	})
}

// undecidedRules are the rules of findings about people who may not be in the plan.
var undecidedRules = []string{
	rule.IncompleteUnreadable, rule.GainRole, rule.LossRole, rule.UnitEnable, rule.UnitDisable, rule.UnitExtend, rule.UnitShorten,
	rule.UnitMove,
}

// wants reports whether the rule is about changes with the given effect.
func (r policyRule) wants(effect Effect) bool {
	wanted := r.Change
	if len(wanted) == 0 {
		wanted = []string{string(Gain), string(Altered)}
	}
	return slices.Contains(wanted, string(effect))
}

// fits reports whether a change matches all arguments of the rule, and the reason if this cannot be
// decided.
func (r policyRule) fits(c GrantChange) (fits bool, why string) {
	// An uncertain change of a grant may have any effect.
	if !r.wants(c.Effect) && (!c.Uncertain || c.Effect != Altered) {
		return false, ""
	}
	if r.Global && !c.mayBeGlobal() {
		return false, ""
	}
	s := c.scope
	if !s.matches(r) || !s.client.matches(r.Clients) || !s.service.matches(r.Services) {
		return false, ""
	}
	for _, each := range []*Grant{c.Before, c.After} {
		if each == nil {
			continue
		}
		if fits, why := r.fitsGrant(*each); fits {
			return true, why
		}
	}
	return false, ""
}

// mayBeGlobal reports whether the change is about a grant that is, was or may be global.
func (c GrantChange) mayBeGlobal() bool {
	open := func(g *Grant) bool { return g != nil && (g.Kind == anyGrant || len(g.Global)+len(g.Undecided) > 0) }
	return has(c.Rules, rule.GainGlobal) || open(c.Before) || open(c.After)
}

// fitsGrant compares a role with the patterns for roles and applications, and an enterprise role
// with its own patterns. It compares the roles of an enterprise role like direct grants; unknown
// roles match.
func (r policyRule) fitsGrant(grant Grant) (fits bool, why string) {
	switch {
	case len(r.Roles)+len(r.EnterpriseRoles)+len(r.Applications) == 0, grant.Kind == anyGrant:
		return true, ""
	case grant.Kind == App:
		return len(r.Applications) > 0 && grant.Role.matches(r.Applications), ""
	case grant.Kind == Role:
		through := len(r.EnterpriseRoles) > 0 && len(r.Applications) == 0 && grant.Through != nil &&
			grant.Through.matches(r.EnterpriseRoles)
		return through || r.fitsRole(Member{grant.Role, grant.Application}), ""
	case len(r.EnterpriseRoles) > 0 && len(r.Applications) == 0 && grant.Role.matches(r.EnterpriseRoles):
		return true, ""
	case len(r.Roles)+len(r.Applications) == 0:
		return false, ""
	case !grant.membersKnown:
		return true, "; its roles are not known"
	}
	return slices.ContainsFunc(grant.Members, r.fitsRole), ""
}

// fitsRole compares the names of a role and of its application. An unknown application matches.
func (r policyRule) fitsRole(m Member) bool {
	if len(r.Roles) == 0 && len(r.EnterpriseRoles) > 0 {
		return false
	}
	return m.Role.matches(r.Roles) && (m.Application == nil || m.Application.matches(r.Applications))
}
