package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
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

// factorsOf returns the factors of a grant: the factors of its profile, and the assignment of its
// application.
func (c *comparison) factorsOf(key holdingKey) []factor {
	found := c.factors(key.holder)
	service, client := key.holder.service, key.holder.client
	application := c.applicationOf(service, key.thing)
	if key.kind != Role || application == (id{}) || application.unknown || c.apps[objectKey{service: service, id: application}].ends() {
		return found
	}
	at := objectKey{service, client, application}.fact(access.Assignment)
	before, after := c.before.Get(at), c.after.Get(at)
	name := "application " + c.names.named(App, service, client, application.value()).Label()
	var f factor
	switch {
	case before == after || before.Presence != access.Absent && after.Presence != access.Absent:
		return found
	case after.Presence == access.Absent:
		f.rules, f.reason = []string{rule.ApplicationUnassign}, name+" is removed from the client"
	default:
		f.rules, f.reason = []string{rule.ApplicationAssign}, name+" is assigned to the client"
	}
	return append(found, f)
}

// assign returns the effect of a changed assignment.
func (c *comparison) assign(s sharedSource) outcome {
	service, client := s.key.holder.service, s.key.holder.client
	a := Application{Application: c.names.named(App, service, client, s.key.thing.value()), Service: service, Client: client.label(),
		Assigned: s.effect == Gain, Uncertain: s.uncertain, Address: s.entry.Address}
	rules := []string{rule.ApplicationUnassign}
	if s.effect == Gain {
		rules = []string{rule.ApplicationAssign}
	}
	of := objectKey{service: service, id: s.key.thing}
	found := outcome{applications: []Application{a}}
	found.add(c.indirectly(s.entry, IndirectChange{
		Effect: s.effect, Uncertain: s.uncertain, Object: a.Application, Rules: rules, what: a.text(),
		grants: []Grant{c.grantIn(of, client)}, complete: c.rolesKnown(of) && c.allProfilesKnown(service, client),
	}, func(h holdings) []access.Holding {
		return in(service, client, h.ofApplication(of.fact(access.Application)))
	}))
	return found
}
