package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// locations are the arguments that decide where requests and logins go, in addition to base_url.
var locations = []string{"allow_plain_http", "ca_certificate", "cloud.base_url", "headers", "oauth2.token_url", "proxy_url"}

func (s *services) settings(c *configuration) []Setting {
	var found []Setting
	for _, name := range locations {
		if value := s.argument(c, name); value != nil {
			if isUnknown(value) && name != "headers" {
				s.found.warn(c.service, "The plan does not show %s of the provider configuration %s: write the value itself, or set %s in "+
					"the environment of the plan and the apply.", name, c.key, variableOf(name))
			}
			found = append(found, Setting{Name: name, Value: shown(name, value)})
		}
	}
	return found
}

// shown returns the value of a setting without its secrets.
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
	return NormalizeAddress(text)
}

// argument returns the value of an argument, such as base_url or oauth2.token_url: nil if it is
// omitted or null, Unknown if the plan does not show it.
func (s *services) argument(c *configuration, name string) any {
	encoded, given := c.Expressions[name]
	block, inner, nested := strings.Cut(name, ".")
	if nested {
		var arguments map[string]json.RawMessage
		outer, isGiven := c.Expressions[block]
		if isGiven && json.Unmarshal(outer, &arguments) != nil {
			return Unknown{}
		}
		encoded, given = arguments[inner]
	}
	switch {
	case !given && nested && isDynamic(s.body(c), block):
		return Unknown{} // The JSON leaves such a block out.
	case !given:
		return nil
	}
	var e expression
	if json.Unmarshal(encoded, &e) != nil {
		return Unknown{}
	}
	if e.Constant == nil || len(e.References) > 0 {
		return s.computed(c, name)
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(e.Constant))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return Unknown{}
	}
	return value
}

// scope returns the module of a provider configuration in the saved plan; nil if it is not known.
func (s *services) scope(c *configuration) *scope {
	return s.evaluator.scope(plainSteps(c.Module))
}

// body returns the block of a provider configuration in the saved plan; nil if it is not known.
func (s *services) body(c *configuration) hcl.Body {
	if at := s.scope(c); at != nil {
		return at.module.provider(localName(c), c.Alias)
	}
	return nil
}

// computed evaluates an argument with the configuration in the saved plan.
func (s *services) computed(c *configuration, name string) any {
	at := s.scope(c)
	if at == nil {
		return Unknown{}
	}
	body := s.body(c)
	if block, inner, nested := strings.Cut(name, "."); nested {
		body, name = blockOf(body, block), inner
	}
	value, known := s.evaluator.known(argument(body, name), at, nil)
	if !known {
		return Unknown{}
	}
	return plainValue(value)
}

// plainValue converts a value to its JSON representation; Unknown if it has none.
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

// localName returns the local name of the provider in its module, without an alias.
func localName(c *configuration) string {
	name, _, _ := strings.Cut(c.Name, ".")
	return name
}

// plainSteps returns the steps of a module address in the configuration, such as module.a.module.b,
// which has no keys.
func plainSteps(address string) []step {
	at, _ := parsePlace(address)
	return at.modules
}
