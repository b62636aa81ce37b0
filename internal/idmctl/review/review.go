// Package review reports the effect of a plan on access: the users who gain and lose roles, the
// changes of units, profiles, applications and properties, and the broken rules of the team.
//
// It has three parts, each with values as input and output. Reading (entry, kinds, subjects,
// directory) turns a plan and the contents of the service into an analysis, which does not change
// afterwards. Each step of the review (net, holders, findings, limits, unread, cascades, fails,
// bounds, others) is a function from these to an outcome, and New combines the
// outcomes; rules and policies are functions of the finished Review.
// Rendering (document, sentences) turns a Review into a report.
//
// It is complete by construction. Every entry of the plan is examined three times: by its access,
// as an object with attributes, and by its raw differences. An entry that none of them explains
// becomes a finding of its own, and a type, an attribute or a value that is not understood counts
// as the worst case.
package review

import (
	"slices"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Version is the version of the JSON format of a Review. A new field increments the second number,
// any other change the first.
const Version = "7.0"

// Review is the effect of a plan on access. It defines its own JSON format.
type Review struct {
	FormatVersion string `json:"format_version"`
	Plan          Source `json:"plan"`
	// FailedRules are the broken rules, in the order in which they were given.
	FailedRules []BrokenRule `json:"failed_rules"`
	// RulesChecked are the names of all checked rules.
	RulesChecked []string `json:"rules_checked"`
	Summary      Summary  `json:"summary"`
	// Findings are all effects of the plan, and everything unknown about them. The list is empty
	// only if the plan changes nothing.
	Findings []Finding `json:"findings"`
	// Drift lists changes outside Terraform, which the apply may undo.
	Drift []Entry `json:"drift"`
	// Changes lists all changed objects of this provider, with every changed value.
	Changes []Entry `json:"changes"`

	states States
	// lost are the people who lose something, and maxLosses is the limit of the rule loss.many.
	lost      map[access.ID]bool
	maxLosses int
	// throughProfiles returns the changes of access through each profile by itself.
	throughProfiles func() outcome
}

// Source describes the reviewed plan.
type Source struct {
	// File is the file of the plan, or the names of several plans.
	File string `json:"file"`
	// SHA256 is the digest of the file. For several plans, it is the digest of their sorted
	// digests.
	SHA256 string `json:"sha256"`
	// Plans are the plans by their names, if there are several.
	Plans      []Part    `json:"plans,omitempty"`
	CLIVersion string    `json:"cli_version"`
	Time       string    `json:"time,omitempty"`
	Services   []Service `json:"services"`
	// Providers are the sources of all providers, with their hosts.
	Providers []string `json:"providers"`
	// Backend is the place of the state, "" if the plan does not show it.
	Backend string `json:"backend"`
	// FactsFrom is the origin of the service's contents, "" if they were not read.
	FactsFrom string `json:"facts_from"`
	// Clients are the clients with objects in the plan.
	Clients []string `json:"clients"`
}

// Part is one of several plans that were reviewed together. Addresses begin with its name.
type Part struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	SHA256  string `json:"sha256"`
	Time    string `json:"time,omitempty"`
	Backend string `json:"backend"`
}

// Service is a service that a provider configuration of the plan connects to.
type Service struct {
	ID string `json:"id"`
	// Address is "" if the plan does not show it.
	Address string   `json:"address"`
	Configs []string `json:"configs"`
	// Settings are the other arguments that control the destination of requests and logins, each
	// with its value, such as "proxy_url https://…".
	Settings []string `json:"settings"`
}

// Summary holds the figures of a review.
type Summary struct {
	Gains   int `json:"gains"`
	Losses  int `json:"losses"`
	Changes int `json:"changes"`
	People  int `json:"people"`
	// MayGive is the number of findings that may give access.
	MayGive int `json:"may_give"`
}

// New reviews a plan. Each step maps the analysis to its findings. Only the step for unexplained
// objects needs the findings of the others.
func New(p *plan.Plan, names *Directory) *Review {
	x := newAnalysis(p, names)
	shared := x.sharedChanges()
	found := slices.Concat(x.objects(shared), x.net(), x.unread(), x.limits(), x.cascades(), x.fails(), x.bounds())
	found = slices.Concat(found, x.unexplained(found.explained()), x.drift(), x.shared(), x.others(),
		x.applied())
	r := x.lists()
	r.Findings = append(r.Findings, found...)
	r.states, r.throughProfiles = x.states(), sync.OnceValue(x.throughProfiles)
	r.lost, r.maxLosses = x.losses(r.Findings), MaxLosses
	r.bySeverity()
	r.count()
	return r
}

// lists returns a review with the changed objects of the plan.
func (x *analysis) lists() *Review {
	r := &Review{FormatVersion: Version, Plan: x.source(), FailedRules: []BrokenRule{}, RulesChecked: []string{},
		Findings: []Finding{}, Drift: []Entry{}, Changes: []Entry{}}
	for _, e := range x.entries {
		if !e.unchanged() {
			r.Changes = append(r.Changes, x.entry(e))
		}
	}
	for _, e := range x.drifted() {
		r.Drift = append(r.Drift, x.entry(e))
	}
	return r
}

func (r *Review) count() {
	s, people, effects := &r.Summary, map[access.ID]bool{}, map[Effect]int{}
	for _, f := range r.Findings {
		if f.Change == nil || f.Change.During {
			continue
		}
		people[f.Change.key] = true
		effects[f.Change.Effect]++
	}
	s.Gains, s.Losses, s.Changes = effects[Gain], effects[Loss], effects[Altered]
	s.People, s.MayGive = len(people), len(r.mayGive())
}

// ChangesNothing reports whether every entry of the plan is a no-op, and the plan contains nothing
// else.
func (r *Review) ChangesNothing() bool { return len(r.Findings) == 0 && len(r.Changes) == 0 }
