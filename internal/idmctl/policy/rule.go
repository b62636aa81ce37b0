package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// Rule is a rule about single changes, which a review evaluates. Its lists hold patterns.
type Rule struct {
	Name            string   `hcl:"name,label"`
	Message         string   `hcl:"message,optional"`
	Change          []string `hcl:"change,optional"`
	Roles           []string `hcl:"roles,optional"`
	EnterpriseRoles []string `hcl:"enterprise_roles,optional"`
	Applications    []string `hcl:"applications,optional"`
	Users           []string `hcl:"users,optional"`
	Profiles        []string `hcl:"profiles,optional"`
	Units           []string `hcl:"units,optional"`
	Clients         []string `hcl:"clients,optional"`
	Services        []string `hcl:"services,optional"`
	Global          bool     `hcl:"global,optional"`
	// Approvers are the groups whose approval overrides the rule.
	Approvers []string `hcl:"approvers,optional"`

	Body  hcl.Body  `hcl:",body"`
	Range hcl.Range `hcl:",def_range"`
}

// Changes are the values of Rule.Change.
var Changes = []string{"gain", "lose", "change"}

// checkRules checks all rules. Names of rules that idmctl has are taken.
func (p *Policy) checkRules() error {
	taken := map[string]bool{}
	for _, name := range rules.Names() {
		taken[look(name)] = true
	}
	for _, r := range p.Rules {
		argument, err := r.check(taken)
		if err != nil {
			return problem("rule", r.Name, argument, r.Body, r.Range, err)
		}
		taken[look(r.Name)] = true
	}
	return nil
}

// check returns the invalid argument and the error.
func (r *Rule) check(taken map[string]bool) (argument string, err error) {
	switch {
	case normal(r.Name) == "":
		return "", errors.New("the name is empty: write rule \"NAME\" {")
	case Deceptive(r.Name):
		return "", errors.New("the name may be read as another one: write it in one alphabet")
	case taken[look(r.Name)]:
		return "", errors.New("another rule has this name, or one that looks like it: choose another name")
	case r.Change != nil && len(r.Change) == 0:
		return "change", errors.New("the list of changes is empty: name gain, lose or change, or leave the list out")
	}
	for _, change := range r.Change {
		if !slices.Contains(Changes, change) {
			return "change", fmt.Errorf("change has %q; use one of %s", change, strings.Join(Changes, ", "))
		}
	}
	named := r.Global
	for _, list := range r.lists() {
		named = named || len(list.patterns) > 0
		if err := list.check(); err != nil {
			return list.name, err
		}
	}
	if !named {
		return "", errors.New("the rule names nothing: give roles, enterprise_roles, applications, users, profiles, units, clients, " +
			"services or global")
	}
	return "approvers", CheckApprovers(r.Approvers)
}

// patternList is an argument with patterns.
type patternList struct {
	name     string
	patterns []string
}

func (r *Rule) lists() []patternList {
	return []patternList{{"roles", r.Roles}, {"enterprise_roles", r.EnterpriseRoles}, {"applications", r.Applications}, {"users", r.Users},
		{"profiles", r.Profiles}, {"units", r.Units}, {"clients", r.Clients}, {"services", r.Services}}
}

func (l patternList) check() error {
	if l.patterns != nil && len(l.patterns) == 0 {
		return fmt.Errorf("the list of %s is empty: give a pattern, or leave the list out", l.name)
	}
	for _, pattern := range l.patterns {
		switch {
		case normal(pattern) == "":
			return fmt.Errorf("%s has an empty pattern: give a name, or leave it out", l.name)
		case Deceptive(pattern):
			return fmt.Errorf("%s has the pattern %q, which may be read as another one: use * or ? for characters of other alphabets",
				l.name, pattern)
		}
	}
	return nil
}
