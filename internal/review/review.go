// Package review reports what a plan means for access: who gains and who loses which role, what
// becomes of units, profiles, applications and properties, and which rules of the team it breaks.
//
// It has three parts, each with values as input and output. Reading (entry, kinds, subjects,
// sources, directory) turns a plan and what the service holds into an analysis and a comparison,
// which do not change any more. Each step of the review (findings, compare, members, applications,
// through, elsewhere, indirect, cascades, others) is a function from these to an outcome, and New
// combines the outcomes; rules and policies are functions of the finished Review. Rendering
// (document, sentences) turns a Review into a report.
//
// It is complete by construction. Every entry of the plan is examined three times: by who has what
// with it, as an object with attributes, and by its bare differences. An entry that none of them
// explains becomes a finding of its own, and a type, an attribute or a value that is not understood
// counts as the worst case.
package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Version is the version of the shape of a Review in JSON. A new field raises the second number,
// anything else the first.
const Version = "3.2"

// Review is a plan as it matters to those responsible for access. It is its own JSON.
type Review struct {
	FormatVersion string `json:"format_version"`
	Plan          Source `json:"plan"`
	// FailedRules are the rules that the plan breaks, in the order they were given.
	FailedRules []BrokenRule `json:"failed_rules"`
	// RulesChecked are the names of all rules that were asked for.
	RulesChecked []string `json:"rules_checked"`
	Summary      Summary  `json:"summary"`
	// Findings are all that the plan does, or that is not known of it. The list is empty only when
	// the plan changes nothing.
	Findings []Finding `json:"findings"`
	// Access is who gains or loses what, by person.
	Access []Person `json:"access"`
	// InterruptedLosses are what users may lose only if the apply stops halfway.
	InterruptedLosses []InterruptedLoss `json:"interrupted_losses"`
	// IndirectChanges are the changes for all users who have something, with the number of people.
	IndirectChanges []IndirectChange `json:"indirect_changes"`
	Units           Units            `json:"units"`
	// Profiles that are made, removed, moved or changed.
	Profiles     []ObjectChange `json:"profiles"`
	Applications []Application  `json:"applications"`
	Properties   []ObjectChange `json:"properties"`
	Imports      []Import       `json:"imports"`
	// Replaced are the addresses of objects that are replaced.
	Replaced []string `json:"replaced"`
	// NextPlan are declared grants that go with something that is replaced, and that only the next
	// plan makes again.
	NextPlan []Subject `json:"next_plan"`
	// Forgotten objects stay in the service, and Terraform no longer manages them.
	Forgotten []string `json:"forgotten"`
	// Drift is what was changed outside Terraform, and the apply may undo.
	Drift []ObjectChange `json:"drift"`
	// Changes are all objects of this provider that something happens to, with every value that
	// differs.
	Changes []Entry `json:"changes"`
	// Others are what else the plan does or holds: resources of other providers, provisioners,
	// actions and the like.
	Others []Other `json:"others"`
}

// Source is what was reviewed.
type Source struct {
	// File is the file of the plan, or the names of several plans.
	File string `json:"file"`
	// SHA256 is the digest of the file. With several plans, it is that of their sorted digests.
	SHA256 string `json:"sha256"`
	// Plans are the plans by their names, if there are several.
	Plans      []Part    `json:"plans,omitempty"`
	CLIVersion string    `json:"cli_version"`
	Time       string    `json:"time,omitempty"`
	Partial    bool      `json:"partial"`
	Errored    bool      `json:"errored"`
	Services   []Service `json:"services"`
	// Providers are the sources of all providers, with their hosts.
	Providers []string `json:"providers"`
	// Backend is the place of the state, "" if the plan does not show it.
	Backend string `json:"backend"`
	// FactsFrom is the source of what the service holds, "" if it was not read.
	FactsFrom string `json:"facts_from"`
	// Clients are those that the plan touches, or holds objects of.
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

// Service is one that the plan's provider configurations lead to.
type Service struct {
	ID string `json:"id"`
	// Address is "" when the plan does not show it.
	Address string   `json:"address"`
	Configs []string `json:"configs"`
	// Provider is the source of the provider.
	Provider string `json:"provider"`
	// Settings are the other arguments that decide where requests and logins go, each with its
	// value, such as "proxy_url https://…".
	Settings []string `json:"settings"`
}

// Summary are the numbers of a review.
type Summary struct {
	Gains          int `json:"gains"`
	Losses         int `json:"losses"`
	Changes        int `json:"changes"`
	GlobalGrants   int `json:"global_grants"`
	People         int `json:"people"`
	Units          int `json:"units"`
	Profiles       int `json:"profiles"`
	Applications   int `json:"applications"`
	Properties     int `json:"properties"`
	Imports        int `json:"imports"`
	Drift          int `json:"drift"`
	KnownAfterOnly int `json:"known_after_apply"`
	// Elsewhere is how many profiles something happens to whose other grants the plan does not
	// know.
	Elsewhere int `json:"elsewhere"`
	// MayGive and MayTake are how many findings may give a user more, or take something away.
	MayGive  int `json:"may_give"`
	MayTake  int `json:"may_take"`
	Findings int `json:"findings"`
}

// New reviews a plan. Each step is a function from what was read to what it finds; only the finding
// about objects that nothing else explains needs the others.
func New(p *plan.Plan, names *Directory) *Review {
	x := newAnalysis(p, names)
	c := newComparison(x)
	found := combine(x.objects(), c.differences(), x.limits(), x.cascades(), x.refused())
	found.add(x.bounds(found))
	found = combine(found, c.unexplained(found.explained()), x.interrupted(), x.deferred(), x.drift(), x.shared(), x.others())
	r := c.lists()
	r.Findings, r.Access, r.IndirectChanges = found.findings, byPerson(found.access), found.indirect
	r.Applications, r.NextPlan = sortedApplications(found.applications), found.next
	r.InterruptedLosses = sortedInterrupted(found.interrupted)
	r.count()
	return r
}

// lists are the objects of the plan by what happens to them, whatever that means for access.
func (x *comparison) lists() *Review {
	r := &Review{
		FormatVersion: Version,
		Plan:          x.source(),
		FailedRules:   []BrokenRule{},
		RulesChecked:  []string{},
		Units:         x.unitTrees(),
		Profiles:      []ObjectChange{},
		Properties:    []ObjectChange{},
		Imports:       []Import{},
		Replaced:      []string{},
		Forgotten:     []string{},
		Drift:         []ObjectChange{},
		Changes:       []Entry{},
		Others:        []Other{},
	}
	for _, e := range x.entries {
		r.classify(x, e)
	}
	for _, c := range x.plan.Deferred {
		r.Changes = append(r.Changes, x.entry(newEntry(c), true))
	}
	for _, c := range x.plan.Drift {
		r.Drift = append(r.Drift, x.object(newEntry(c)))
	}
	for _, other := range x.plan.Others {
		r.Others = append(r.Others,
			Other{Kind: string(other.Kind), Address: other.Address, Type: other.Type, Provider: other.Provider, Action: other.Action,
				Text: other.Text})
	}
	return r
}

// classify puts an object into the lists that it belongs to besides access and units.
func (r *Review) classify(x *comparison, e *entry) {
	if e.Imported {
		r.Imports = append(r.Imports, x.adopted(e))
	}
	switch e.Action {
	case plan.Replace:
		r.Replaced = append(r.Replaced, e.Address)
	case plan.Forget, plan.ForgetCreate:
		r.Forgotten = append(r.Forgotten, e.Address)
	}
	if e.unchanged() {
		return
	}
	r.Changes = append(r.Changes, x.entry(e, false))
	if !e.Action.Changes() {
		return
	}
	switch e.Type {
	case typeProfile:
		r.Profiles = append(r.Profiles, x.object(e))
	case typeUnitProperties, typeAuthorizationProperties, typeUserProperties, typeProfileProperties, typeEnterpriseRoleProperties:
		r.Properties = append(r.Properties, x.object(e))
	}
}

func (r *Review) count() {
	s := &r.Summary
	s.People = len(r.Access)
	for _, change := range r.changes() {
		switch {
		case change.Elsewhere:
			s.Elsewhere++
			continue
		case change.Effect == Gain:
			s.Gains++
		case change.Effect == Loss:
			s.Losses++
		default:
			s.Changes++
		}
		if change.global() {
			s.GlobalGrants++
		}
		if change.undecided() {
			s.KnownAfterOnly++
		}
	}
	s.Units, s.Profiles, s.Applications = len(r.Units.Changes), len(r.Profiles), len(r.Applications)
	s.Properties, s.Imports, s.Drift = len(r.Properties), len(r.Imports), len(r.Drift)
	s.Findings, s.MayGive, s.MayTake = len(r.Findings), len(r.mayGive()), len(r.mayTake())
}

// changes are the changes of access of all users.
func (r *Review) changes() []GrantChange {
	var all []GrantChange
	for _, person := range r.Access {
		for _, profile := range person.Profiles {
			all = append(all, profile.Changes...)
		}
	}
	return all
}

// ChangesNothing reports whether every entry of the plan is a no-op, and the plan holds nothing
// else.
func (r *Review) ChangesNothing() bool { return len(r.Findings) == 0 && len(r.Changes) == 0 }
