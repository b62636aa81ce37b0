package resourcebase

import (
	"encoding/json"
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// secrets is the attribute with the encrypted properties of all elements, by key. They are not among
// the elements, which are one dynamic attribute: a CLI cannot mark a part of it as sensitive without
// the configuration, and writes it to its log.
const secrets = "sensitive_properties"

var secretValues = tftypes.Map{ElementType: tftypes.String}

// give adds the encrypted properties of an element to its arguments.
func (e *element) give(all tftypes.Value) {
	given, known := fixedmap.Members(all)
	value := given[e.key]
	switch members, isKnown := fixedmap.Members(value); {
	case !known && !all.IsNull():
		value = tftypes.NewValue(secretValues, tftypes.UnknownValue)
	case value.IsNull(), isKnown && len(members) == 0:
		return
	}
	e.given = maps.Clone(e.given)
	e.given[secrets] = value
}

// encode returns the arguments of an element for a state, and its private state: an argument that the
// element leaves to the service stays omitted, and its value is recorded.
func (c *Collection) encode(of *element, parent tftypes.Value) (arguments map[string]tftypes.Value, record ElementRecord) {
	arguments = make(map[string]tftypes.Value, len(c.element))
	record = ElementRecord{map[string]map[string]json.RawMessage{}, map[string]string{}}
	for i, part := range c.parts {
		if private := of.parts[i].private; len(private) > 0 {
			record.Objects[part.of.Name] = private
		}
		for _, name := range part.arguments {
			omitted := c.omits(of, name)
			if arguments[name] = memberOf(of.parts[i].Value, name); omitted {
				known, _ := fixedmap.Convert(arguments[name], tftypes.String)
				record.Assigned[name] = textOf(known)
			}
			if omitted || of.parts[i].IsNull() {
				arguments[name] = part.null(name)
			}
		}
	}
	if arguments[ownPart] = of.extID(); c.omits(of, ownPart) || of.given == nil && textOf(of.extID()) == of.key {
		arguments[ownPart] = tftypes.NewValue(tftypes.String, nil)
	}
	if c.above != "" {
		delete(arguments, c.above)
		arguments[parentKey] = parent
	}
	return arguments, record
}

// keys returns the client and the external ID of an element.
func (e *element) keys() []tftypes.Value { return []tftypes.Value{e.attribute(clientPart), e.extID()} }

func text(of string) tftypes.Value { return tftypes.NewValue(tftypes.String, of) }

// integer returns a known whole number.
func integer(value tftypes.Value) (int, bool) {
	var number *big.Float
	if value.As(&number) != nil || number == nil {
		return 0, false
	}
	whole, _ := number.Int64()
	return int(whole), true
}
