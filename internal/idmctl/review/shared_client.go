package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// place is a client in one of several plans, or in all of them for the addresses that lead to it.
type place struct {
	part, client string
	addresses    bool
}

// sharedClients finds clients with changes whose objects have several provider configurations. Each
// configuration is a process of its own, so that the provider does not compare their plans. It also
// finds those with objects at several addresses, which may lead to one service, whose facts would
// then count twice.
func (x *analysis) sharedClients() outcome {
	services, changed := map[place]map[string]string{}, map[place]*entry{}
	add := func(at place, by string, e *entry) {
		if at.client == "" || by == "" {
			return
		}
		if services[at] == nil {
			services[at] = map[string]string{}
		}
		if services[at][by] = e.Service; changed[at] == nil && e.Action.Changes() {
			changed[at] = e
		}
	}
	for _, e := range x.entries {
		for _, values := range []plan.Values{e.Before, e.After} {
			if e.Action != plan.Forget {
				add(place{x.partOf(e), clientOf(values), false}, e.Config, e)
			}
			add(place{"", clientOf(values), true}, e.Service, e)
		}
	}
	var found outcome
	for at, of := range services {
		names, e := sortedKeys(of), changed[at]
		if !at.addresses {
			names = x.together(of)
		}
		switch {
		case e == nil || len(names) < 2:
		case at.addresses:
			found.add(x.finding(e, fmt.Sprintf("the client %s has objects at several addresses: %s; they cannot be told apart if they "+
				"lead to one service, which then counts as two", at.client, strings.Join(names, " and ")), rule.ServiceAddress))
		default:
			found.add(x.finding(e, fmt.Sprintf("objects of the client %s have the provider configurations %s: the provider checks the "+
				"plan of each one separately, and the apply can delete what another one keeps; use one configuration for a client",
				at.client, strings.Join(names, " and ")), rule.Fails, rule.ClientShared))
		}
	}
	return found
}

// together returns the configurations that may have the service of another one. A service without a
// known address may be any.
func (x *analysis) together(services map[string]string) []string {
	configs := sortedKeys(services)
	return slices.DeleteFunc(slices.Clone(configs), func(config string) bool {
		own := x.serviceNames(services[config]).Name
		return !slices.ContainsFunc(configs, func(other string) bool {
			address := x.serviceNames(services[other]).Name
			return other != config && (own == "" || address == "" || own == address)
		})
	})
}
