package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// Application is an application that is assigned to a client, or removed from it.
type Application struct {
	Application Named  `json:"application"`
	Service     string `json:"service"`
	Client      string `json:"client_ext_id"`
	Assigned    bool   `json:"assigned"`
	// Uncertain reports that the plan does not show whether the change happens.
	Uncertain bool   `json:"uncertain"`
	Address   string `json:"address"`
}

func (a Application) text() string {
	return "application " + a.Application.Label() + " " + added(a.Assigned, a.Uncertain, "assigned to") + " client " + a.Client
}

func sortedApplications(all []Application) []Application {
	slices.SortStableFunc(all, func(a, b Application) int {
		return strings.Compare(a.Service+"\x00"+a.Client+"\x00"+a.Application.ExtID, b.Service+"\x00"+b.Client+"\x00"+b.Application.ExtID)
	})
	return all
}

// assign returns the effect of a changed assignment.
func (x *analysis) assign(s sharedSource) outcome {
	a := Application{Application: x.names.at(s.what), Service: s.to.Service, Client: s.to.ExtID,
		Assigned: s.effect == Gain, Uncertain: s.uncertain, Address: s.entry.Address}
	rules := []string{rule.ApplicationUnassign}
	if s.effect == Gain {
		rules = []string{rule.ApplicationAssign}
	}
	found := outcome{applications: []Application{a}}
	found.add(x.indirectly(s.entry, IndirectChange{
		Effect: s.effect, Uncertain: s.uncertain, Object: a.Application, Rules: rules, what: a.text(),
		grants: []Grant{x.grantIn(s.what)}, complete: x.rolesKnown(s.what) && x.complete(s.what.Service, s.to.ExtID),
	}, ofApplication(s.what, s.to.ExtID)))
	return found
}
