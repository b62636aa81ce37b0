package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
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

// At gives all provider configurations with the same normalized address one service. environment is
// the address of the configurations that set none, "" if it is not known.
func (p *Plan) At(environment string) {
	at, ids := map[string]string{}, map[string]string{}
	for _, explicit := range []bool{true, false} {
		for _, s := range p.Services {
			address := s.Address
			if address == "" && environment != "" {
				address = connection.NormalizeAddress(environment)
			}
			if !s.Known || address == "" || explicit != (s.Address != "") {
				continue
			}
			at[address] = cmp.Or(at[address], s.ID)
			ids[s.ID] = at[address]
		}
	}
	serviceOf := func(id string) string { return cmp.Or(ids[id], id) }
	for _, changes := range [][]Change{p.Changes, p.Drift, p.Deferred} {
		for i := range changes {
			changes[i].Service, changes[i].PreviousService = serviceOf(changes[i].Service), serviceOf(changes[i].PreviousService)
		}
	}
	for i := range p.Data {
		p.Data[i].Service = serviceOf(p.Data[i].Service)
	}
	all := p.Services
	p.Services = nil
	p.Others = slices.DeleteFunc(p.Others, func(o Other) bool { return o.Kind == OtherProvider && o.Address == "" })
	for _, s := range all {
		s.ID = serviceOf(s.ID)
		p.addService(s)
	}
	p.Others = append(p.Others, new(services).differ(p.Services)...)
	sortOthers(p.Others)
}

// Expect adds an Other for each address of a service, proxy or token endpoint that is not expected.
// It removes the Other for a plan with several services.
func (p *Plan) Expect(addresses []string) {
	expected := make([]string, len(addresses))
	for i, address := range addresses {
		expected[i] = connection.NormalizeAddress(address)
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
		p.expect(service, "base_url", service.Address, connection.NormalizeAddress(address))
		for _, setting := range service.Settings {
			if value, known := setting.Value.(string); known && setting.Name == "proxy_url" {
				p.expect(service, setting.Name, value, proxy, connection.NormalizeAddress(proxy))
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
