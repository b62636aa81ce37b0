package review

import (
	"slices"
	"strings"
)

// Application is one that a client is given or loses.
type Application struct {
	Application Named  `json:"application"`
	Service     string `json:"service"`
	Client      string `json:"client_ext_id"`
	Assigned    bool   `json:"assigned"`
	// Uncertain tells that the plan does not say whether it comes to that.
	Uncertain bool   `json:"uncertain"`
	Address   string `json:"address"`
}

func (a Application) text() string {
	verb := "is taken from"
	switch {
	case a.Assigned && a.Uncertain:
		verb = "may be given to"
	case a.Assigned:
		verb = "is given to"
	case a.Uncertain:
		verb = "may be taken from"
	}
	return "application " + a.Application.Label() + " " + verb + " client " + a.Client
}

func (c *comparison) sortedApplications() []Application {
	slices.SortStableFunc(c.applications, func(a, b Application) int {
		return strings.Compare(a.Service+"\x00"+a.Client+"\x00"+a.Application.ExtID, b.Service+"\x00"+b.Client+"\x00"+b.Application.ExtID)
	})
	return c.applications
}

// application finds what becomes of an assignment.
func (c *comparison) application(key holdingKey, p pair) {
	uncertain := func(h *holdingEntry, open map[*entry]bool) bool { return open[h.entry] && !h.open }
	switch {
	case p.before == nil:
		c.assign(key, p.after, true, uncertain(p.after, c.openBefore))
	case p.after == nil:
		c.assign(key, p.before, false, uncertain(p.before, c.openAfter))
	case !constantValue(p.before.thing, p.after.thing) && (untold(p.before.thing) || untold(p.after.thing)):
		c.assign(key, p.after, true, true)
		c.assign(key, p.before, false, true)
	}
}

func (c *comparison) assign(key holdingKey, h *holdingEntry, assigned, uncertain bool) {
	a := Application{Application: c.name(key, h.thing), Service: key.holder.service, Client: key.holder.client.label(), Assigned: assigned,
		Uncertain: uncertain, Address: h.address()}
	c.applications = append(c.applications, a)
	rules := []string{ruleUnassign}
	if assigned {
		rules = []string{ruleAssign}
	}
	if h.open {
		rules = []string{ruleAssign, ruleUnassign}
	}
	c.add(h.entry, a.text(), rules...)
}
