package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// clientOfPart is a client in one of several plans.
type clientOfPart struct{ part, client string }

// managers are the provider configurations that manage objects of a client, with their services, and
// the first changed object.
type managers struct {
	services map[string]string
	changed  *entry
}

// add records an object of a client by its provider configuration or its service.
func (m *managers) add(by string, e *entry) *managers {
	if m == nil {
		m = &managers{services: map[string]string{}}
	}
	if m.services[by] = e.Service; m.changed == nil && e.Action.Changes() {
		m.changed = e
	}
	return m
}

// sharedClients finds clients with changes whose objects have several provider configurations. Each
// configuration is a process of its own, so that the provider does not compare their plans. It also
// finds those with objects at several addresses, which may lead to one service, whose facts would
// then count twice.
func (x *analysis) sharedClients() outcome {
	configured, addressed := map[clientOfPart]*managers{}, map[string]*managers{}
	for _, e := range x.entries {
		for _, values := range []plan.Values{e.Before, e.After} {
			client := clientOf(values)
			if at := (clientOfPart{x.partOf(e), client}); client != "" && e.Config != "" && e.Action != plan.Forget {
				configured[at] = configured[at].add(e.Config, e)
			}
			if client != "" && e.Service != "" {
				addressed[client] = addressed[client].add(e.Service, e)
			}
		}
	}
	var found outcome
	for at, of := range configured {
		if configs := x.together(of.services); len(configs) > 1 && of.changed != nil {
			found.add(x.finding(of.changed, fmt.Sprintf("objects of the client %s have the provider configurations %s: the provider "+
				"checks the plan of each one separately, and the apply can delete what another one keeps; use one configuration for "+
				"a client",
				at.client, strings.Join(configs, " and ")), rule.Fails, rule.ClientShared))
		}
	}
	for client, of := range addressed {
		if len(of.services) > 1 && of.changed != nil {
			found.add(x.finding(of.changed, fmt.Sprintf("the client %s has objects at several addresses: %s; they cannot be told apart "+
				"if they lead to one service, which then counts as two", client, strings.Join(sortedKeys(of.services), " and ")),
				rule.ServiceAddress))
		}
	}
	slices.SortFunc(found, func(a, b Finding) int { return strings.Compare(a.Text, b.Text) })
	return found
}

// together returns the configurations that may have the service of another one. A service without a
// known address may be any.
func (x *analysis) together(services map[string]string) []string {
	addresses := map[string]string{}
	for _, service := range x.plan.Services {
		addresses[service.ID] = service.Address
	}
	configs := sortedKeys(services)
	return slices.DeleteFunc(slices.Clone(configs), func(config string) bool {
		own := addresses[services[config]]
		return !slices.ContainsFunc(configs, func(other string) bool {
			address := addresses[services[other]]
			return other != config && (own == "" || address == "" || own == address)
		})
	})
}
