package plan

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Service is one configuration of this provider, and so one service that the plan is about.
type Service struct {
	// ID identifies the service: its normalized address when the plan tells it, otherwise text that no
	// address equals. Configurations of one provider source with the same address are the same
	// service.
	ID string
	// Configs are the keys of the provider configurations as in the JSON: idm, idm.second,
	// module.a:idm.
	Configs []string
	// Provider is the source of the provider, such as registry.terraform.io/identity-iac/idm.
	Provider string
	// Address is base_url, normalized; "" when it comes from the environment or is not known.
	Address string
	// Known is false when base_url is an expression that the plan does not tell.
	Known bool
	// Settings are the other arguments that decide where requests and logins go, by name. An argument
	// of two configurations of the same service that differs is here more than once.
	Settings []Setting
}

// Setting is one argument of a provider configuration, such as proxy_url or oauth2.token_url.
type Setting struct {
	Name string
	// Value is the constant as text, Unknown when it is an expression that the plan does not tell,
	// Masked when it must not be shown.
	Value any
}

// configuration is a provider configuration in the JSON of a plan.
type configuration struct {
	Name        string                     `json:"name"`
	Source      string                     `json:"full_name"`
	Alias       string                     `json:"alias"`
	Module      string                     `json:"module_address"`
	Expressions map[string]json.RawMessage `json:"expressions"`
	key         string
	repeated    bool
	service     *Service
}

// expression is one in the JSON of a plan.
type expression struct {
	Constant   json.RawMessage `json:"constant_value"`
	References []string        `json:"references"`
}

// services knows the provider configurations of a plan and which object belongs to which.
type services struct {
	configurations []*configuration
	evaluator      *evaluator
	found          []*Service
	others         []Other
}

// newServices reads the configurations of this provider. An argument is taken from the JSON where
// it is constant there, and computed from the configuration in the saved plan otherwise.
func newServices(encoded json.RawMessage, e *evaluator) (*services, error) {
	var configurations map[string]*configuration
	if len(encoded) > 0 {
		if err := json.Unmarshal(encoded, &configurations); err != nil {
			return nil, fmt.Errorf("its provider configurations: %w", err)
		}
	}
	s := &services{evaluator: e}
	// The provider of the usual source comes first, and has the addresses alone when another one has
	// the same.
	keys := slices.SortedFunc(maps.Keys(configurations), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(configurations[a]), rank(configurations[b])), cmp.Compare(a, b))
	})
	for _, key := range keys {
		if c := configurations[key]; c != nil && Ours(c.Source) {
			c.key = key
			s.add(c)
		}
	}
	return s, nil
}

// usualSource is the source of this provider, without the host of a registry.
const usualSource = "/identity-iac/idm"

// rank is 0 for a configuration of the usual source.
func rank(c *configuration) int {
	if c != nil && strings.HasSuffix(c.Source, usualSource) {
		return 0
	}
	return 1
}

// add enters a configuration with the service that it is about.
func (s *services) add(c *configuration) {
	for _, encoded := range c.Expressions {
		var e expression
		if json.Unmarshal(encoded, &e) == nil && slices.ContainsFunc(e.References, func(r string) bool { return strings.HasPrefix(r, "each.") }) {
			c.repeated = true
		}
	}
	own := s.service(c)
	own.Settings = s.settings(c)
	s.configurations = append(s.configurations, c)
	at := slices.IndexFunc(s.found, func(other *Service) bool { return other.ID == own.ID })
	if at < 0 {
		s.found = append(s.found, &own)
		c.service = &own
		return
	}
	same := s.found[at]
	c.service = same
	same.Configs = append(same.Configs, c.key)
	for _, setting := range own.Settings {
		if !slices.Contains(same.Settings, setting) {
			same.Settings = append(same.Settings, setting)
		}
	}
	if !slices.Equal(same.Settings, own.Settings) {
		s.others = append(s.others, Other{Kind: OtherProvider, Address: c.key, Provider: c.Source,
			Text: fmt.Sprintf("The provider configuration %s has the address of %s and other settings.", c.key, same.Configs[0])})
	}
}

// service is the service of one configuration, without its settings.
func (s *services) service(c *configuration) Service {
	found := Service{Configs: []string{c.key}, Provider: c.Source, Known: true}
	value := s.argument(c, "base_url")
	address, isText := value.(string)
	switch {
	case value == nil || isText && address == "":
		found.ID = "the address in the environment"
	case isText:
		found.Address = NormalAddress(address)
		found.ID = found.Address
	default:
		found.ID, found.Known = "unknown: "+c.key, false
		s.others = append(s.others, Other{Kind: OtherProvider, Address: c.key, Provider: c.Source,
			Text: fmt.Sprintf("The plan does not tell the address of the provider configuration %s.", c.key)})
	}
	// Two providers that are both called idm are two, even at one address.
	if len(s.configurations) > 0 && s.configurations[0].Source != c.Source {
		found.ID += " by " + c.Source
	}
	return found
}

// locations are the arguments that decide where requests and logins go, beside base_url.
var locations = []string{"allow_plain_http", "ca_certificate", "cloud.base_url", "headers", "oauth2.token_url", "proxy_url"}

func (s *services) settings(c *configuration) []Setting {
	var found []Setting
	for _, name := range locations {
		if value := s.argument(c, name); value != nil {
			if isUnknown(value) && name != "ca_certificate" && name != "headers" {
				s.others = append(s.others, Other{Kind: OtherProvider, Address: c.key, Provider: c.Source,
					Text: fmt.Sprintf("The plan does not tell %s of the provider configuration %s.", name, c.key)})
			}
			found = append(found, Setting{Name: name, Value: shown(name, value)})
		}
	}
	return found
}

// shown is the value of a setting without what is secret in it.
func shown(name string, value any) any {
	if isUnknown(value) {
		return value
	}
	text := Text(value)
	switch name {
	case "allow_plain_http":
		return text
	case "ca_certificate":
		digest := sha256.Sum256([]byte(strings.TrimSpace(text)))
		return "SHA-256 " + hex.EncodeToString(digest[:])
	case "headers":
		names, isObject := value.(map[string]any)
		if !isObject {
			return Masked{Changed: true}
		}
		return strings.Join(slices.Sorted(maps.Keys(names)), ", ")
	}
	return NormalAddress(text)
}

// argument is the value of an argument, or of one inside of it: nil when it is left out or null,
// Unknown when the plan does not tell it.
func (s *services) argument(c *configuration, name string) any {
	outer, inner, nested := strings.Cut(name, ".")
	encoded, given := c.Expressions[outer]
	if !given {
		return nil
	}
	var e expression
	if json.Unmarshal(encoded, &e) != nil {
		return Unknown{}
	}
	var value any
	if e.Constant != nil && len(e.References) == 0 {
		decoder := json.NewDecoder(bytes.NewReader(e.Constant))
		decoder.UseNumber()
		if decoder.Decode(&value) != nil {
			return Unknown{}
		}
	} else {
		return s.computed(c, outer, inner)
	}
	if !nested || value == nil {
		return value
	}
	object, isObject := value.(map[string]any)
	if !isObject {
		return Unknown{}
	}
	return object[inner]
}

// computed is the value of an argument by the configuration in the saved plan.
func (s *services) computed(c *configuration, outer, inner string) any {
	if s.evaluator == nil {
		return Unknown{}
	}
	at := s.evaluator.links.scope(plainSteps(c.Module))
	if at == nil {
		return Unknown{}
	}
	expression := argument(at.module.provider(localName(c), c.Alias), outer)
	if expression == nil {
		return Unknown{}
	}
	if object, isObject := bare(expression).(*hclsyntax.ObjectConsExpr); isObject && inner != "" {
		if expression = item(object, token{name: inner}); expression == nil {
			return missing(object, inner)
		}
	} else if inner != "" || outer == "headers" {
		return s.object(expression, at, inner)
	}
	return s.plain(expression, at)
}

// missing is nil when an object that is written out surely lacks a key.
func missing(object *hclsyntax.ObjectConsExpr, key string) any {
	for _, each := range object.Items {
		value, diagnostics := each.KeyExpr.Value(nil)
		if name, ok := textOf(value); diagnostics.HasErrors() || !ok || name == key {
			return Unknown{}
		}
	}
	return nil
}

func (s *services) object(expression hcl.Expression, at *scope, inner string) any {
	value, known := s.evaluator.value(expression, at, followLimit)
	if !known {
		return Unknown{}
	}
	object, isObject := plainValue(value).(map[string]any)
	switch {
	case value.IsNull():
		return nil
	case !isObject:
		return Unknown{}
	case inner == "":
		return object
	}
	return object[inner]
}

func (s *services) plain(expression hcl.Expression, at *scope) any {
	value, known := s.evaluator.value(expression, at, followLimit)
	if !known {
		return Unknown{}
	}
	return plainValue(value)
}

// plainValue is a value as JSON would give it, Unknown when it cannot be written there.
func plainValue(value cty.Value) any {
	encoded, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return Unknown{}
	}
	var decoded any
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	if decoder.Decode(&decoded) != nil {
		return Unknown{}
	}
	return decoded
}

// localName is the name of the provider in its module, without an alias.
func localName(c *configuration) string {
	name, _, _ := strings.Cut(c.Name, ".")
	return name
}

// plainSteps are the steps to a module in the configuration: module.a.module.b has no keys.
func plainSteps(address string) []step {
	at, _ := parsePlace(address)
	return at.modules
}

// NormalAddress writes the address of a service the one way that services are told apart by: scheme
// and host in small letters, without the scheme's own port, slashes at the end, and what may be a
// login.
func NormalAddress(address string) string {
	parsed, err := url.Parse(strings.TrimSpace(address))
	if err != nil || parsed.Host == "" {
		return withoutLogin(address)
	}
	parsed.Scheme, parsed.User = strings.ToLower(parsed.Scheme), nil
	host, port := strings.TrimSuffix(strings.ToLower(parsed.Hostname()), "."), parsed.Port()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if number, err := strconv.Atoi(port); err == nil {
		port = strconv.Itoa(number)
	}
	if port != "" && port != map[string]string{"http": "80", "https": "443"}[parsed.Scheme] {
		host += ":" + port
	}
	parsed.Host = host
	parsed.Path, parsed.RawPath = strings.TrimRight(parsed.Path, "/"), strings.TrimRight(parsed.RawPath, "/")
	return parsed.String()
}

// withoutLogin leaves out what stands before the last @ of something that is no address.
func withoutLogin(address string) string {
	if i := strings.LastIndex(address, "@"); i >= 0 {
		return address[i+1:]
	}
	return address
}

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
// the provider; when there are several, nobody can tell.
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
// does.
func (p *Plan) unfamiliar(own string) {
	for _, service := range p.Services {
		if strings.HasSuffix(service.Provider, usualSource) || own != "" &&
			(service.Provider == own || strings.HasSuffix(service.Provider, "/"+own)) {
			continue
		}
		p.Others = append(p.Others, Other{Kind: OtherProvider, Address: service.Configs[0], Provider: service.Provider,
			Text: fmt.Sprintf("The provider %s of %s is not identity-iac/idm.", service.Provider, service.ID)})
	}
	sortOthers(p.Others)
}

// Expect holds the plan against the addresses that it may lead to: of services, proxies and token
// endpoints. Any other becomes an Other, and that the plan is about several of them is none any
// more.
func (p *Plan) Expect(addresses []string) {
	expected := make([]string, len(addresses))
	for i, address := range addresses {
		expected[i] = NormalAddress(address)
	}
	p.Others = slices.DeleteFunc(p.Others, func(o Other) bool { return o.Kind == OtherProvider && o.Address == "" })
	unexpected := func(s Service, what, address string) {
		if !slices.Contains(expected, address) {
			p.Others = append(p.Others, Other{Kind: OtherProvider, Address: s.Configs[0], Provider: s.Provider,
				Text: fmt.Sprintf("The provider configuration %s leads to %s by %s, which is not expected.", strings.Join(s.Configs, ", "), address,
					what)})
		}
	}
	for _, service := range p.Services {
		if service.Address != "" {
			unexpected(service, "base_url", service.Address)
		}
		for _, setting := range service.Settings {
			if address, known := setting.Value.(string); known && strings.HasSuffix(setting.Name, "_url") {
				unexpected(service, setting.Name, address)
			}
		}
	}
	sortOthers(p.Others)
}

// list are all services, by ID.
func (s *services) list() []Service {
	var found []Service
	for _, each := range s.found {
		found = append(found, *each)
	}
	slices.SortFunc(found, func(a, b Service) int { return cmp.Compare(a.ID, b.ID) })
	return found
}
