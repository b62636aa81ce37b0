package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/baseurl"
)

// differ reports a plan for several services, or for one service by providers from several sources.
func (s *services) differ(all []Service) []Other {
	if len(all) < 2 {
		return nil
	}
	ids := make([]string, len(all))
	for i, each := range all {
		ids[i] = each.ID
	}
	return []Other{{Kind: OtherProvider, Text: fmt.Sprintf("The plan affects %d services: %s.", len(all), strings.Join(ids, ", "))}}
}

// unfamiliar reports providers that have the name of this provider but another source. A look-alike
// host is another source.
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

// Expect adds an Other for each address of a service, proxy or token endpoint that is not expected.
// It removes the Other for a plan with several services.
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

// ExpectEnvironment adds an Other for each address or proxy that differs from the one in the
// environment ("" for none): such a configuration sends the login elsewhere.
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

// expect adds an Other for an address that is not expected.
func (p *Plan) expect(s Service, what, address string, expected ...string) {
	if address != "" && !slices.Contains(expected, address) {
		p.Others = append(p.Others, Other{Kind: OtherProvider, Address: s.Configs[0], Provider: s.Provider,
			Text: fmt.Sprintf("The provider configuration %s uses the address %s in %s, which is not expected.",
				strings.Join(s.Configs, ", "), address, what)})
	}
}
