package plan

import "strings"

// ofProvider returns the service ID for a provider configuration in the notation of a state or a
// saved plan, such as module.a.provider["registry.terraform.io/identity-iac/idm"].second, and the
// key of the configuration. If the service is not known, the ID is unique to the object at the
// address, and the key can be "".
func (s *services) ofProvider(provider, address string) (service, config string) {
	before, rest, ok := strings.Cut(provider, `provider["`)
	source, alias, closed := strings.Cut(rest, `"]`)
	if !ok || !closed {
		return s.unknown(address), ""
	}
	module := strings.TrimSuffix(before, ".")
	alias, instance, repeated := strings.Cut(strings.TrimPrefix(alias, "."), "[")
	for _, c := range s.configurations {
		if c.Source == source && c.Module == module && c.Alias == alias {
			if config = c.key; repeated {
				config += "[" + instance
			}
			return s.of(c, address, repeated), config
		}
	}
	if module != "" || alias != "" {
		return s.unknown(address), ""
	}
	return s.ofEnvironment(source)
}

// ofEnvironment adds a provider without a block, which only the environment configures.
func (s *services) ofEnvironment(source string) (service, config string) {
	c := &configuration{Name: "idm", Source: source, key: s.found.own.Address("idm")}
	s.add(c)
	return c.service.ID, c.key
}

// of returns the service ID of a configuration. If each instance can have another service, the ID
// is unique to the object.
func (s *services) of(c *configuration, address string, repeated bool) string {
	if !c.service.Known && (repeated || c.repeated) {
		return s.unknown(address)
	}
	return c.service.ID
}

// ofConfig returns the service ID for a configuration key of the JSON, and the key. An object
// without configuration, or with a key that is not in the JSON, belongs to the only configuration
// of its provider; with several it is not known. The key is "" if each instance of the object can
// have another configuration.
func (s *services) ofConfig(key, source, address string) (service, config string) {
	var of []*configuration
	for _, c := range s.configurations {
		switch {
		case c.Source != source:
		case c.ownKey == key && c.repeated:
			return s.of(c, address, false), ""
		case c.ownKey == key:
			return s.of(c, address, false), c.key
		default:
			of = append(of, c)
		}
	}
	switch len(of) {
	case 0:
		return s.ofEnvironment(source)
	case 1:
		return s.of(of[0], address, false), of[0].key
	}
	return s.unknown(address), ""
}

// unknownID begins the ID of a service that the plan does not show.
const unknownID = "unknown: "

func (s *services) unknown(address string) string { return unknownID + s.found.own.Address(address) }
