package plan

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Service is a service that the provider configurations of a plan use.
type Service struct {
	// ID identifies the service: its normalized address if the plan shows it, otherwise a text that
	// is not an address. Configurations of one provider source with the same address are the same
	// service.
	ID string
	// Configs are the keys of the provider configurations as in the JSON: idm, idm.second,
	// module.a:idm.
	Configs []string
	// Provider is the source of the provider, such as registry.terraform.io/identity-iac/idm.
	Provider string
	// Address is the normalized base_url; "" if it is set in the environment or not known.
	Address string
	// Known is false if base_url is an expression that the plan does not show.
	Known bool
	// Settings are the other arguments that decide where requests and logins go, by name. If two
	// configurations of the service have different values of an argument, both are listed.
	Settings []Setting
}

// Setting is one argument of a provider configuration, such as proxy_url or oauth2.token_url.
type Setting struct {
	Name string
	// Value is the constant as text, Unknown for an expression that the plan does not show, or
	// Masked for a secret.
	Value any
}

// configuration is a provider configuration in the JSON of a plan.
type configuration struct {
	Name        string                     `json:"name"`
	Source      string                     `json:"full_name"`
	Alias       string                     `json:"alias"`
	Module      string                     `json:"module_address"`
	Expressions map[string]json.RawMessage `json:"expressions"`
	// key is the key in the JSON, after the name of the part.
	key, ownKey string
	repeated    bool
	service     Service
}

// expression is an expression in the JSON of a plan.
type expression struct {
	Constant   json.RawMessage `json:"constant_value"`
	References []string        `json:"references"`
}

// services holds the provider configurations of a plan and their services.
type services struct {
	configurations []*configuration
	evaluator      *evaluator
	// source is the source of the provider if it is not identity-iac/idm.
	source string
	// found has the services, and the Others about their configurations.
	found Plan
}

// read reads the configurations of this provider. Constant arguments come from the JSON; the others
// are evaluated with the configuration in the saved plan.
func (s *services) read(configurations map[string]*configuration) {
	for _, key := range slices.Sorted(maps.Keys(configurations)) {
		if c := configurations[key]; c != nil && Ours(c.Source) {
			c.ownKey, c.key = key, s.found.own.Address(key)
			s.add(c)
		}
	}
}

// usualSource is the source of this provider, without the host of a registry.
const usualSource = "/identity-iac/idm"

// add adds a configuration to its service.
func (s *services) add(c *configuration) {
	c.repeated = repeats(c.Expressions)
	s.logins(c)
	c.service = s.service(c)
	c.service.Settings = s.settings(c)
	s.configurations = append(s.configurations, c)
	s.found.addService(c.service)
}

// repeats reports whether an argument, also in a nested block, depends on the instance of the
// module.
func repeats(arguments map[string]json.RawMessage) bool {
	for _, encoded := range arguments {
		var e expression
		var block map[string]json.RawMessage
		if json.Unmarshal(encoded, &e) == nil && slices.ContainsFunc(e.References,
			func(r string) bool { return strings.HasPrefix(r, "each.") }) {
			return true
		}
		if json.Unmarshal(encoded, &block) == nil && repeats(block) {
			return true
		}
	}
	return false
}

// service returns the service of one configuration, without its settings.
func (s *services) service(c *configuration) Service {
	found := Service{Configs: []string{c.key}, Provider: c.Source, Known: true}
	value := s.argument(c, "base_url")
	address, isText := value.(string)
	switch {
	case value == nil || isText && address == "":
		found.ID = "the address in the environment"
	case isText:
		found.Address = NormalizeAddress(address)
		found.ID = found.Address
	default:
		found.ID, found.Known = unknownID+c.key, false
		s.found.warn(found, "The plan does not show the address of the provider configuration %s.", c.key)
	}
	// Another source with the provider name idm is another service, even with the same address.
	if !own(c.Source, s.source) {
		found.ID += " by " + c.Source
	}
	return found
}
