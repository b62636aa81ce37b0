package plan

import (
	"slices"
	"strings"
)

// ofProvider returns the service ID for a provider configuration in the notation of a state or a
// saved plan, such as module.a.provider["registry.terraform.io/identity-iac/idm"].second. If the
// service is not known, the ID is unique to the object at the address.
func (s *services) ofProvider(provider, address string) string {
	before, rest, ok := strings.Cut(provider, `provider["`)
	source, alias, closed := strings.Cut(rest, `"]`)
	if !ok || !closed {
		return unknownService(address)
	}
	module := strings.TrimSuffix(before, ".")
	alias, _, repeated := strings.Cut(strings.TrimPrefix(alias, "."), "[")
	for _, c := range s.configurations {
		if c.Source == source && c.Module == module && c.Alias == alias {
			return s.of(c, address, repeated)
		}
	}
	if module != "" || alias != "" {
		return unknownService(address)
	}
	// Without a block, the provider is configured only by the environment.
	c := &configuration{Name: "idm", Source: source, key: "idm"}
	s.add(c)
	return c.service.ID
}

// of returns the service ID of a configuration. If each instance can have another service, the ID
// is unique to the object.
func (s *services) of(c *configuration, address string, repeated bool) string {
	if !c.service.Known && (repeated || c.repeated) {
		return unknownService(address)
	}
	return c.service.ID
}

// ofConfig returns the service ID for a configuration key of the JSON. An object without
// configuration, or with a key that is not in the JSON, belongs to the only service of its
// provider; with several services it is not known.
func (s *services) ofConfig(key, source, address string) string {
	var ids []string
	for _, c := range s.configurations {
		if c.Source != source {
			continue
		}
		if c.key == key {
			return s.of(c, address, false)
		}
		ids = append(ids, s.of(c, address, false))
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 1 {
		return ids[0]
	}
	if len(ids) == 0 {
		c := &configuration{Name: "idm", Source: source, key: "idm"}
		s.add(c)
		return c.service.ID
	}
	return unknownService(address)
}

func unknownService(address string) string { return "unknown: " + address }
