package plan

import (
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
	case !given && nested && s.isDynamic(c, block):
		return Unknown{}
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
	if decodeJSON(e.Constant, &value) != nil {
		return Unknown{}
	}
	return value
}

// block returns the block of a provider configuration in the saved plan, and its module; nil if
// they are not known.
func (s *services) block(c *configuration) (hcl.Body, *scope) {
	module, _ := parsePlace(c.Module)
	at := s.evaluator.scope(module.modules)
	if at == nil {
		return nil, nil
	}
	name, _, _ := strings.Cut(c.Name, ".")
	return at.module.provider(name, c.Alias), at
}

// isDynamic reports whether a provider configuration has a dynamic block of a type, which the JSON
// leaves out.
func (s *services) isDynamic(c *configuration, name string) bool {
	body, _ := s.block(c)
	return slices.ContainsFunc(blocks(body, "dynamic", "type"), func(block *hcl.Block) bool { return block.Labels[0] == name })
}

// computed evaluates an argument with the configuration in the saved plan.
func (s *services) computed(c *configuration, name string) any {
	body, at := s.block(c)
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
	var decoded any
	if encoded, err := ctyjson.Marshal(value, value.Type()); err != nil || decodeJSON(encoded, &decoded) != nil {
		return Unknown{}
	}
	return decoded
}
