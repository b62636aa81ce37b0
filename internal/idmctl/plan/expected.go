package plan

import (
	"cmp"
	"slices"
	"strings"
)

// differ reports a plan for several services, or for one service by providers from several sources.
func differ(all []Service) []Other {
	if len(all) < 2 {
		return nil
	}
	ids := make([]string, len(all))
	for i, each := range all {
		ids[i] = each.ID
	}
	return []Other{newOther(OtherProvider, "", "The plan affects %d services: %s.", len(all), strings.Join(ids, ", "))}
}

// unfamiliar reports providers that have the name of this provider but another source. A look-alike
// host is another source.
func (p *Plan) unfamiliar(source string) {
	for _, service := range p.Services {
		if own(service.Provider, source) {
			continue
		}
		p.warn(service, "The provider %s of %s is not identity-iac/idm.", service.Provider, service.ID)
	}
	sortOthers(p.Others)
}

// warn adds an Other about the provider configuration of a service.
func (p *Plan) warn(s Service, format string, args ...any) {
	p.Others = append(p.Others, newOther(OtherProvider, s.Configs[0], format, args...))
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
	p.Others = slices.DeleteFunc(p.Others, func(o Other) bool { return o.Kind == OtherProvider && o.Address == "" })
	for _, s := range all {
		s.ID = serviceOf(s.ID)
		p.addService(s)
	}
	p.Others = append(p.Others, differ(p.Services)...)
	sortOthers(p.Others)
}

// Expect adds an Other for each argument of a provider configuration that decides who gets the login
// and the writes, and that is not expected: an address of a service, proxy or token endpoint that is
// not among the given ones, or another argument, unless it is there as the report shows it, such as
// "allow_plain_http true", or the value of its variable in the environment. It removes the Other for
// a plan with several services.
func (p *Plan) Expect(arguments []string, variable func(name string) string) {
	expected := make([]string, len(arguments))
	for i, argument := range arguments {
		expected[i] = NormalizeAddress(argument)
	}
	p.Others = slices.DeleteFunc(p.Others, func(o Other) bool { return o.Kind == OtherProvider && o.Address == "" })
	for _, service := range p.Services {
		p.expect(service, "base_url", service.Address, expected...)
	}
	p.expectSettings(func(s Setting) []string {
		if strings.HasSuffix(s.Name, "_url") {
			return expected
		}
		return append(ofEnvironment(s, variable), arguments...)
	})
}

// ExpectEnvironment adds an Other for each argument that decides who gets the login and the writes,
// and that differs from its variable in the environment: such a configuration sends the login
// elsewhere, or to anyone. With an address of "", any address of the service is expected.
func (p *Plan) ExpectEnvironment(address string, variable func(name string) string) {
	for _, service := range p.Services {
		if address != "" {
			p.expect(service, "base_url", service.Address, NormalizeAddress(address))
		}
	}
	p.expectSettings(func(s Setting) []string { return ofEnvironment(s, variable) })
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

// expectSettings adds an Other for each setting whose value is not expected. Unknown values have one
// already, and headers are a login.
func (p *Plan) expectSettings(expected func(Setting) []string) {
	for _, service := range p.Services {
		for _, s := range service.Settings {
			if isUnknown(s.Value) || s.Name == "headers" || s.Name == "allow_plain_http" && Text(s.Value) == "false" {
				continue
			}
			if strings.HasSuffix(s.Name, "_url") {
				p.expect(service, s.Name, Text(s.Value), expected(s)...)
			} else if !slices.Contains(expected(s), s.text()) {
				p.warn(service, "The provider configuration %s sets %s, which is not expected: set %s for the review, or name it with "+
					"--service %q.", strings.Join(service.Configs, ", "), s.text(), variableOf(s.Name), s.text())
			}
		}
	}
	sortOthers(p.Others)
}

// expect adds an Other for an address that is not expected.
func (p *Plan) expect(s Service, what, address string, expected ...string) {
	if address != "" && !slices.Contains(expected, address) {
		p.warn(s, "The provider configuration %s uses the address %s in %s, which is not expected.", strings.Join(s.Configs, ", "),
			address, what)
	}
}
