package plan

import (
	"cmp"
	"slices"
	"strings"
)

// differ reports a plan for several services, or for one service by providers from several sources,
// once, and sorts the Others.
func (p *Plan) differ() {
	p.Others = slices.DeleteFunc(p.Others, func(o Other) bool { return o.Kind == OtherProvider && o.Address == "" })
	if ids := make([]string, len(p.Services)); len(ids) > 1 {
		for i, each := range p.Services {
			ids[i] = each.ID
		}
		p.other(OtherProvider, "", "The plan affects %d services: %s.", len(ids), strings.Join(ids, ", "))
	}
	sortOthers(p.Others)
}

// unfamiliar reports providers that have the name of this provider but another source. A look-alike
// host is another source.
func (p *Plan) unfamiliar(source string) {
	for _, service := range p.Services {
		if own(service.Provider, source) {
			continue
		}
		p.warn(service, "The provider comes from %s, and not from identity-iac/idm: other code gets the login.", service.Provider)
	}
	sortOthers(p.Others)
}

// warn adds an Other about the provider configuration of a service.
func (p *Plan) warn(s Service, format string, args ...any) {
	p.other(OtherProvider, s.Configs[0], format, args...)
}

// At gives all provider configurations with the same normalized address one service. environment is
// the address of the configurations that set none, "" if it is not known.
func (p *Plan) At(environment string) {
	at, ids := map[string]string{}, map[string]string{}
	for _, explicit := range []bool{true, false} {
		for _, s := range p.Services {
			address := s.Address
			if address == "" && environment != "" {
				address = NormalizeAddress(environment)
			}
			if !s.Known || address == "" || explicit != (s.Address != "") {
				continue
			}
			at[address] = cmp.Or(at[address], s.ID)
			ids[s.ID] = at[address]
		}
	}
	serviceOf := func(id string) string { return cmp.Or(ids[id], id) }
	for _, changes := range [][]Change{p.Changes, p.Drift} {
		for i := range changes {
			changes[i].Service = serviceOf(changes[i].Service)
		}
	}
	all := p.Services
	p.Services = nil
	for _, s := range all {
		s.ID = serviceOf(s.ID)
		p.addService(s)
	}
	p.differ()
}

// Expect adds an Other for each argument of a provider configuration that decides who gets the
// login and the writes, and that is not expected: it sends the login elsewhere, or to anyone.
// Without arguments, the address of the service and the values of the variables in the environment
// are expected; with an address of "", any address. With arguments, such as the addresses of
// services, proxies and token endpoints, or "allow_plain_http true" as the report shows it, an
// address has to be among them, and the Other for a plan with several services is removed.
func (p *Plan) Expect(arguments []string, address string, variable func(name string) string) {
	addresses := []string{NormalizeAddress(address)}
	if len(arguments) > 0 {
		addresses = nil
		p.Others = slices.DeleteFunc(p.Others, func(o Other) bool { return o.Kind == OtherProvider && o.Address == "" })
	}
	for _, argument := range arguments {
		addresses = append(addresses, NormalizeAddress(argument))
	}
	for _, service := range p.Services {
		if len(arguments) > 0 || address != "" {
			p.expect(service, "base_url", service.Address, addresses)
		}
		for _, s := range service.Settings {
			expected, isAddress := append(ofEnvironment(s, variable), arguments...), strings.HasSuffix(s.Name, "_url")
			switch {
			case isUnknown(s.Value) || s.Name == "headers" || s.Name == "allow_plain_http" && Text(s.Value) == "false":
				// Unknown values have an Other already, and headers are a login.
			case isAddress && len(arguments) > 0:
				p.expect(service, s.Name, Text(s.Value), addresses)
			case isAddress:
				p.expect(service, s.Name, Text(s.Value), expected)
			case !slices.Contains(expected, s.text()):
				p.warn(service, "The provider configuration %s sets %s, which is not expected: set %s for the review, or name it with "+
					"--service %q.", strings.Join(service.Configs, ", "), s.text(), variableOf(s.Name), s.text())
			}
		}
	}
	sortOthers(p.Others)
}

// ofEnvironment returns the forms of the value that the environment has for a setting.
func ofEnvironment(s Setting, variable func(name string) string) []string {
	value := variable(variableOf(s.Name))
	if value == "" {
		return nil
	}
	own := Setting{s.Name, shown(s.Name, value)}
	return []string{value, Text(own.Value), own.text()}
}

// variableOf returns the variable of the environment that has the value of an argument.
func variableOf(argument string) string {
	return "IDM_" + strings.ToUpper(strings.ReplaceAll(argument, ".", "_"))
}

// text returns the setting as the report shows it.
func (s Setting) text() string { return s.Name + " " + Text(s.Value) }

// expect adds an Other for an address that is not expected.
func (p *Plan) expect(s Service, what, address string, expected []string) {
	if address != "" && !slices.Contains(expected, address) {
		p.warn(s, "The provider configuration %s uses the address %s in %s, which is not expected.", strings.Join(s.Configs, ", "),
			address, what)
	}
}
