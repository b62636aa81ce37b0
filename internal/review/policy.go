package review

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsimple"
)

// policy is a file with a team's own rules.
type policy struct {
	Rules []*policyRule `hcl:"rule,block"`
}

// policyRule is broken by each change of access that fits all of what it names. What is left out fits everything.
type policyRule struct {
	Name            string   `hcl:"name,label"`
	Message         string   `hcl:"message,optional"`
	Change          []string `hcl:"change,optional"`
	Roles           []string `hcl:"roles,optional"`
	EnterpriseRoles []string `hcl:"enterprise_roles,optional"`
	Applications    []string `hcl:"applications,optional"`
	Users           []string `hcl:"users,optional"`
	Profiles        []string `hcl:"profiles,optional"`
	Units           []string `hcl:"units,optional"`
	Global          bool     `hcl:"global,optional"`
}

// Policy reads a file with the rules of a team. The patterns hold * for any text and ? for any character, do not care about
// the case, and are compared with external ids and with names. What the plan does not tell, such as a role that only the
// apply will know, fits every pattern: a rule that nobody can decide is one for the second pair of eyes.
func Policy(file string) ([]Rule, error) {
	var p policy
	if err := hclsimple.DecodeFile(file, nil, &p); err != nil {
		return nil, oneLine(file, err)
	}
	if len(p.Rules) == 0 {
		return nil, fmt.Errorf(`%s: the policy holds no rule: write rule "NAME" { roles = ["…"] }`, file)
	}
	var rules []Rule
	taken := map[string]bool{}
	for _, r := range Rules() {
		taken[r.Name] = true
	}
	for _, r := range p.Rules {
		if err := r.validate(); err != nil {
			return nil, fmt.Errorf("%s: rule %q %w", file, r.Name, err)
		}
		if taken[r.Name] {
			return nil, fmt.Errorf("%s: rule %q has the name of another rule", file, r.Name)
		}
		taken[r.Name] = true
		rules = append(rules, Rule{Name: r.Name, Description: r.description(), check: r.check})
	}
	return rules, nil
}

// oneLine is the first of the problems that a file has, with its place.
func oneLine(file string, err error) error {
	diagnostics := hcl.Diagnostics{}
	if !errors.As(err, &diagnostics) || len(diagnostics) == 0 {
		return fmt.Errorf("%s: %w", file, err)
	}
	first := diagnostics[0]
	text := strings.Join(strings.Fields(first.Summary+": "+first.Detail), " ")
	if first.Subject != nil {
		return fmt.Errorf("%s, line %d: %s", file, first.Subject.Start.Line, text)
	}
	return fmt.Errorf("%s: %s", file, text)
}

var effects = []string{string(Gain), string(Loss), string(Altered)}

func (r *policyRule) validate() error {
	for _, change := range r.Change {
		if !slices.Contains(effects, change) {
			return fmt.Errorf("has the change %q; the changes are %s", change, strings.Join(effects, ", "))
		}
	}
	lists := [][]string{r.Roles, r.EnterpriseRoles, r.Applications, r.Users, r.Profiles, r.Units}
	for _, list := range lists {
		for _, pattern := range list {
			if _, err := path.Match(normal(pattern), ""); err != nil {
				return fmt.Errorf("has the pattern %q, which cannot be read", pattern)
			}
		}
	}
	if !r.Global && len(slices.Concat(lists...)) == 0 {
		return errors.New("names nothing: give roles, enterprise_roles, applications, users, profiles, units or global")
	}
	return nil
}

func (r *policyRule) description() string {
	if r.Message != "" {
		return r.Message
	}
	return "a rule of the policy file"
}

func (r *policyRule) check(review *Review) []Subject { return review.changeSubjects(r.fits) }

func (r *policyRule) fits(person Person, profile ProfileAccess, c Change) bool {
	wanted := r.Change
	if len(wanted) == 0 {
		wanted = []string{string(Gain), string(Altered)}
	}
	grant := c.grant()
	return slices.Contains(wanted, string(c.Effect)) && (!r.Global || c.global() || c.Effect == Loss && len(grant.Global) > 0) &&
		r.fitsGrant(grant) && matches(r.Users, person.User) && matches(r.Profiles, &profile.Profile) && fitsUnit(r.Units, profile)
}

// fitsGrant compares a role with the patterns for roles and applications, and an enterprise role with its own. The roles that
// an enterprise role stands for, where they are known, are compared like those that are granted one by one.
func (r *policyRule) fitsGrant(grant Grant) bool {
	if grant.Kind == Role {
		return r.fitsRole(grant.Role, grant.Application)
	}
	if len(r.EnterpriseRoles) > 0 && len(r.Applications) == 0 && matches(r.EnterpriseRoles, &grant.Role) {
		return true
	}
	if len(r.Roles)+len(r.EnterpriseRoles)+len(r.Applications) == 0 {
		return true
	}
	return slices.ContainsFunc(grant.Members, func(m Member) bool { return r.fitsRole(m.Role, m.Application) })
}

func (r *policyRule) fitsRole(role Named, application *Named) bool {
	if len(r.Roles) == 0 && len(r.EnterpriseRoles) > 0 {
		return false
	}
	return matches(r.Roles, &role) && (len(r.Applications) == 0 || matches(r.Applications, application))
}

// fitsUnit knows that a managed profile without a unit is in none.
func fitsUnit(patterns []string, profile ProfileAccess) bool {
	if len(patterns) > 0 && profile.Unit == nil && profile.State != "" {
		return false
	}
	return matches(patterns, profile.Unit)
}

// matches tells whether an object fits one of the patterns. One that nobody knows fits.
func matches(patterns []string, of *Named) bool {
	if len(patterns) == 0 || of == nil || of.ExtID == "" {
		return true
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return match(pattern, of.ExtID) || of.Name != "" && match(pattern, of.Name)
	})
}

func match(pattern, text string) bool {
	fits, err := path.Match(normal(pattern), normal(text))
	return err == nil && fits
}

// normal takes the meaning from the slash, which would end a * otherwise, and from the case.
func normal(text string) string { return strings.ToLower(strings.ReplaceAll(text, "/", "\x00")) }
