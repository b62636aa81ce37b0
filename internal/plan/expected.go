package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/baseurl"
)

// differ says that a plan is about several services, or about one by providers of several sources.
func (s *services) differ(all []Service) []Other {
	if len(all) < 2 {
		return nil
	}
	ids := make([]string, len(all))
	for i, each := range all {
		ids[i] = each.ID
	}
	return []Other{{Kind: OtherProvider, Text: fmt.Sprintf("The plan is about %d services: %s.", len(all), strings.Join(ids, ", "))}}
}

// unfamiliar reports the providers that are called as this one, and come from elsewhere than it
// does. A look-alike host is elsewhere.
func (p *Plan) unfamiliar(source string) {
	for _, service := range p.Services {
		if own(service.Provider, source) {
			continue
		}
		p.Others = append(p.Others, Other{Kind: OtherProvider, Address: service.Configs[0], Provider: service.Provider,
			Text: fmt.Sprintf("The provider %s of %s is not identity-iac/idm.", service.Provider, service.ID)})
	}
	sortOthers(p.Others)
}

// Expect holds the plan against the addresses that it may lead to: of services, proxies and token
// endpoints. Any other becomes an Other; a plan with several of them is no longer
// one.
func (p *Plan) Expect(addresses []string) {
	expected := make([]string, len(addresses))
	for i, address := range addresses {
		expected[i] = baseurl.Normalize(address)
	}
	p.Others = slices.DeleteFunc(p.Others, func(o Other) bool { return o.Kind == OtherProvider && o.Address == "" })
	for _, service := range p.Services {
		p.expect(service, "base_url", service.Address, expected...)
		for _, setting := range service.Settings {
			if address, known := setting.Value.(string); known && strings.HasSuffix(setting.Name, "_url") {
				p.expect(service, setting.Name, address, expected...)
			}
		}
	}
	sortOthers(p.Others)
}

// ExpectEnvironment holds the plan against the address and the proxy of the environment, "" for none:
// a configuration that leads elsewhere takes the login there.
func (p *Plan) ExpectEnvironment(address, proxy string) {
	for _, service := range p.Services {
		p.expect(service, "base_url", service.Address, baseurl.Normalize(address))
		for _, setting := range service.Settings {
			if value, known := setting.Value.(string); known && setting.Name == "proxy_url" {
				p.expect(service, setting.Name, value, proxy, baseurl.Normalize(proxy))
			}
		}
	}
	sortOthers(p.Others)
}

// expect adds an Other for an address that is not among the expected ones.
func (p *Plan) expect(s Service, what, address string, expected ...string) {
	if address != "" && !slices.Contains(expected, address) {
		p.Others = append(p.Others, Other{Kind: OtherProvider, Address: s.Configs[0], Provider: s.Provider,
			Text: fmt.Sprintf("The provider configuration %s leads to %s by %s, which is not expected.", strings.Join(s.Configs, ", "),
				address, what)})
	}
}
