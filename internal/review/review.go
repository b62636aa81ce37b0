// Package review says what a plan means for access: who gains and who loses which role, what becomes of units, profiles,
// applications and properties, and which rules of the team it breaks.
package review

import (
	"cmp"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Version is the version of the shape of a Review in JSON. A new field raises the second number, anything else the first.
const Version = "1.0"

// Review is a plan as it matters to whoever answers for access. It is its own JSON.
type Review struct {
	FormatVersion string `json:"format_version"`
	Plan          Source `json:"plan"`
	// FailedRules are the rules that the plan breaks, in the order they were given.
	FailedRules []Failure `json:"failed_rules"`
	// RulesChecked are the names of all rules that were asked for.
	RulesChecked []string `json:"rules_checked"`
	Summary      Summary  `json:"summary"`
	// Access is who gains or loses what, by person.
	Access []Person `json:"access"`
	Units  Units    `json:"units"`
	// Profiles that are made, removed, moved or changed.
	Profiles     []Object      `json:"profiles"`
	Applications []Application `json:"applications"`
	Properties   []Object      `json:"properties"`
	Imports      []Import      `json:"imports"`
	// Replaced are the addresses of objects that are removed and made anew.
	Replaced []string `json:"replaced"`
	// Forgotten objects stay in the service, and Terraform no longer manages them.
	Forgotten []string `json:"forgotten"`
	// Drift is what somebody changed outside Terraform, and the apply may undo.
	Drift []Object `json:"drift"`
}

// Source is what was reviewed.
type Source struct {
	File       string `json:"file"`
	CLIVersion string `json:"cli_version"`
	Time       string `json:"time,omitempty"`
	Partial    bool   `json:"partial"`
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
}

// Named is an object by its external id, its name where it is known, and its address where the plan manages it.
type Named struct {
	// ExtID is "" when only the apply will tell it.
	ExtID   string `json:"ext_id,omitempty"`
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	// KnownAfterApply tells that the plan does not know which object it will be, or what its external id will be.
	KnownAfterApply bool `json:"known_after_apply,omitempty"`
}

// Label is the name, the external id when there is none, or what is known instead.
func (n Named) Label() string {
	switch {
	case n.Name != "":
		return n.Name
	case n.ExtID != "":
		return n.ExtID
	case n.Address != "":
		return n.Address
	}
	return plan.Unknown{}.String()
}

// byName orders as people do, who do not look at the case first.
func byName(a, b string) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
}

// Object is a managed object that is made, changed or removed.
type Object struct {
	Address string      `json:"address"`
	Type    string      `json:"type"`
	Object  Named       `json:"object"`
	Of      *Named      `json:"of,omitempty"`
	Action  plan.Action `json:"action"`
	// Attributes are those that differ, with "" for an absent value. What is sensitive or not known yet is said instead.
	Attributes []Attribute `json:"attributes,omitempty"`
}

// Attribute is a value before and after.
type Attribute struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
	// BeforeName and AfterName are the names of the objects that the values refer to.
	BeforeName string `json:"before_name,omitempty"`
	AfterName  string `json:"after_name,omitempty"`
}

// Application is one that a client is given or loses.
type Application struct {
	Application Named  `json:"application"`
	Client      string `json:"client_ext_id"`
	Assigned    bool   `json:"assigned"`
	Address     string `json:"address"`
}

// Import is an object that the plan takes over.
type Import struct {
	Address string `json:"address"`
	ID      string `json:"id,omitempty"`
	// Changed tells that the apply changes the object too, and does not only take it over.
	Changed bool `json:"changed"`
}

// New reviews a plan.
func New(p *plan.Plan, names *Directory) *Review {
	r := &Review{
		FormatVersion: Version,
		Plan:          Source{File: p.File, CLIVersion: p.CLIVersion, Time: p.Time, Partial: p.Partial},
		FailedRules:   []Failure{},
		RulesChecked:  []string{},
		Access:        access(p, names),
		Units:         units(p, names),
		Profiles:      []Object{},
		Applications:  applications(p, names),
		Properties:    []Object{},
		Imports:       []Import{},
		Replaced:      []string{},
		Forgotten:     []string{},
		Drift:         []Object{},
	}
	for _, c := range p.Changes {
		r.sort(c, names)
	}
	for _, c := range p.Drift {
		if o := object(c, names); c.After == nil || len(o.Attributes) > 0 {
			r.Drift = append(r.Drift, o)
		}
	}
	r.count()
	return r
}

// sort puts a change into the lists that it belongs to besides access and units.
func (r *Review) sort(c plan.Change, names *Directory) {
	if c.Imported {
		r.Imports = append(r.Imports, Import{Address: c.Address, ID: importID(c), Changed: c.Action.Changes()})
	}
	switch c.Action {
	case plan.Replace:
		r.Replaced = append(r.Replaced, c.Address)
	case plan.Forget:
		r.Forgotten = append(r.Forgotten, c.Address)
	}
	if !c.Action.Changes() {
		return
	}
	switch c.Type {
	case typeProfile:
		r.Profiles = append(r.Profiles, object(c, names))
	case typeUnitProperties, typeAuthorizationProperties:
		r.Properties = append(r.Properties, object(c, names))
	}
}

// importID is what identifies the object in the plan's own words, or by its id once it was read.
func importID(c plan.Change) string {
	if c.ImportID != "" {
		return c.ImportID
	}
	return c.After.Text("id")
}

func (r *Review) count() {
	s := &r.Summary
	s.People = len(r.Access)
	for _, change := range r.changes() {
		switch change.Effect {
		case Gain:
			s.Gains++
		case Loss:
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
}

// changes are the changes of access of everybody.
func (r *Review) changes() []Change {
	var all []Change
	for _, person := range r.Access {
		for _, profile := range person.Profiles {
			all = append(all, profile.Changes...)
		}
	}
	return all
}

// The resource types that this package understands.
const (
	typeUnit                    = "idm_unit"
	typeUnitProperties          = "idm_unit_properties"
	typeProfile                 = "idm_profile"
	typeAuthorization           = "idm_authorization"
	typeAuthorizationProperties = "idm_authorization_properties"
	typeEnterpriseAuthorization = "idm_enterprise_authorization"
	typeProfileAuthorizations   = "idm_profile_authorizations"
	typeProfileEnterprise       = "idm_profile_enterprise_authorizations"
	typeApplication             = "idm_client_application"
	typeApplications            = "idm_client_applications"
)
