package plan

import (
	"slices"
	"strings"
)

// ofProvider is the ID of the service of a provider configuration as a state or a saved plan writes
// it, such as module.a.provider["registry.terraform.io/identity-iac/idm"].second. What it does not
// tell has an ID of its own, for the object at the address.
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
	// Without a block the provider is configured by the environment alone.
	c := &configuration{Name: "idm", Source: source, key: "idm"}
	s.add(c)
	return c.service.ID
}

// of is the ID of the service of a configuration, unless each of its instances may have another
// one.
func (s *services) of(c *configuration, address string, repeated bool) string {
	if !c.service.Known && (repeated || c.repeated) {
		return unknownService(address)
	}
	return c.service.ID
}

// ofConfig is the ID of the service by the key of a configuration, as the JSON tells it. An object
// without configuration, or with a key that the JSON does not hold, belongs to the only service of
// the provider; when there are several, it is not known.
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
