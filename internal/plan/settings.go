package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/identity-iac/terraform-provider-idm/internal/baseurl"
)

// locations are the arguments that decide where requests and logins go, beside base_url.
var locations = []string{"allow_plain_http", "ca_certificate", "cloud.base_url", "headers", "oauth2.token_url", "proxy_url"}

func (s *services) settings(c *configuration) []Setting {
	var found []Setting
	for _, name := range locations {
		if value := s.argument(c, name); value != nil {
			if isUnknown(value) && name != "ca_certificate" && name != "headers" {
				s.others = append(s.others, Other{Kind: OtherProvider, Address: c.key, Provider: c.Source,
					Text: fmt.Sprintf("The plan does not show %s of the provider configuration %s.", name, c.key)})
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
	return baseurl.Normalize(text)
}

// argument is the value of an argument, or of one inside of it: nil when it is left out or null,
// Unknown when the plan does not show it.
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
		if name, known := keyOf(each); !known || name == key {
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
