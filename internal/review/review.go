// Package review says what a plan means for access: who gains and who loses which role, what
// becomes of units, profiles, applications and properties, and which rules of the team it breaks.
//
// It is complete by construction. Every entry of the plan is examined three times: as a part of the
// ledger of who has what (compare), as an object with attributes (objects), and by its bare
// differences (entries). What none of them explains becomes a finding of its own (leftovers), and a
// type, an attribute or a value that is not understood counts as the worst.
package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Version is the version of the shape of a Review in JSON. A new field raises the second number,
// anything else the first.
const Version = "2.1"

// Review is a plan as it matters to whoever answers for access. It is its own JSON.
type Review struct {
	FormatVersion string `json:"format_version"`
	Plan          Source `json:"plan"`
	// FailedRules are the rules that the plan breaks, in the order they were given.
	FailedRules []BrokenRule `json:"failed_rules"`
	// RulesChecked are the names of all rules that were asked for.
	RulesChecked []string `json:"rules_checked"`
	Summary      Summary  `json:"summary"`
	// Findings are all that the plan does, or that is not known of it. There is none only when the
	// plan changes nothing.
	Findings []Finding `json:"findings"`
	// Access is who gains or loses what, by person.
	Access []Person `json:"access"`
	// Reaches are the changes for everybody who has something, with how many people that is.
	Reaches []Reach `json:"reaches"`
	Units   Units   `json:"units"`
	// Profiles that are made, removed, moved or changed.
	Profiles     []ObjectChange `json:"profiles"`
	Applications []Application  `json:"applications"`
	Properties   []ObjectChange `json:"properties"`
	Imports      []Import       `json:"imports"`
	// Replaced are the addresses of objects that are removed and made anew.
	Replaced []string `json:"replaced"`
	// NextPlan are declared grants that go with something that is replaced, and that only the next
	// plan makes again.
	NextPlan []Subject `json:"next_plan"`
	// Forgotten objects stay in the service, and Terraform no longer manages them.
	Forgotten []string `json:"forgotten"`
	// Drift is what somebody changed outside Terraform, and the apply may undo.
	Drift []ObjectChange `json:"drift"`
	// Changes are all objects of this provider that something happens to, with every value that
	// differs.
	Changes []Entry `json:"changes"`
	// Others are what else the plan does or holds: resources of other providers, provisioners, actions
	// and the like.
	Others []Other `json:"others"`
}

// Source is what was reviewed.
type Source struct {
	File string `json:"file"`
	// SHA256 is the digest of the file.
	SHA256     string    `json:"sha256"`
	CLIVersion string    `json:"cli_version"`
	Time       string    `json:"time,omitempty"`
	Partial    bool      `json:"partial"`
	Errored    bool      `json:"errored"`
	Services   []Service `json:"services"`
	// Clients are those that the plan touches, or holds objects of.
	Clients []string `json:"clients"`
}

// Service is one that the plan's provider configurations lead to.
type Service struct {
	ID string `json:"id"`
	// Address is "" when the plan does not show it.
	Address string   `json:"address"`
	Configs []string `json:"configs"`
	// Provider is the source of the provider.
	Provider string `json:"provider"`
	// Settings are the other arguments that decide where requests and logins go, each with its value,
	// such as "proxy_url https://…".
	Settings []string `json:"settings"`
}

// Label is the address, or what is known instead.
func (s Service) Label() string {
	if s.Address == "" {
		return "an address that the plan does not show"
	}
	return s.Address
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
	// Elsewhere is how many profiles something happens to whose other grants the plan does not know.
	Elsewhere int `json:"elsewhere"`
	// MayGive and MayTake are how many findings may give somebody more, or take something away.
	MayGive  int `json:"may_give"`
	MayTake  int `json:"may_take"`
	Findings int `json:"findings"`
}

// New reviews a plan.
func New(p *plan.Plan, names *Directory) *Review {
	x := newExamination(p, names)
	x.objects()
	access := x.compare()
	x.hanging()
	x.leftovers()
	x.deferred()
	x.drift()
	x.others()
	r := &Review{
		FormatVersion: Version,
		Plan:          x.source(),
		FailedRules:   []BrokenRule{},
		RulesChecked:  []string{},
		Findings:      x.findings,
		Access:        access.people.sorted(),
		Reaches:       access.reaches,
		Units:         x.unitTrees(),
		Profiles:      []ObjectChange{},
		Applications:  access.sortedApplications(),
		Properties:    []ObjectChange{},
		Imports:       []Import{},
		Replaced:      []string{},
		NextPlan:      access.next,
		Forgotten:     []string{},
		Drift:         []ObjectChange{},
		Changes:       []Entry{},
		Others:        []Other{},
	}
	for _, e := range x.entries {
		r.sort(access, e)
	}
	for _, c := range p.Deferred {
		r.Changes = append(r.Changes, x.entry(newEntry(c), true))
	}
	for _, c := range p.Drift {
		r.Drift = append(r.Drift, x.object(newEntry(c)))
	}
	for _, other := range p.Others {
		r.Others = append(r.Others,
			Other{Kind: string(other.Kind), Address: other.Address, Type: other.Type, Provider: other.Provider, Action: other.Action,
				Text: other.Text})
	}
	r.count()
	return r
}

// sort puts an object into the lists that it belongs to besides access and units.
func (r *Review) sort(x *comparison, e *entry) {
	if e.Imported {
		r.Imports = append(r.Imports, x.adopted(e))
	}
	switch e.Action {
	case plan.Replace:
		r.Replaced = append(r.Replaced, e.Address)
	case plan.Forget, plan.ForgetCreate:
		r.Forgotten = append(r.Forgotten, e.Address)
	}
	if e.still() {
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

// changes are the changes of access of everybody.
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
