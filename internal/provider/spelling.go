package provider

import (
	"bytes"
	"cmp"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// spelling is a value of the protocol, as it is encoded and decoded.
type spelling struct {
	encoded []byte
	value   tftypes.Value
}

// decode returns a value of the protocol. Equal elements of two values are decoded once.
func (c *collectionCall) decode(value *tfprotov6.DynamicValue) tftypes.Value {
	switch {
	case value == nil:
		return tftypes.NewValue(c.kind, nil)
	case len(value.MsgPack) == 0: // A CLI sends no JSON.
		return c.unmarshal(value, c.kind)
	}
	return c.decodeMembers(value.MsgPack, c.kind, func(_ string, encoded []byte, of tftypes.Type) tftypes.Value {
		if !of.Is(tftypes.DynamicPseudoType) {
			return c.unmarshal(&tfprotov6.DynamicValue{MsgPack: encoded}, of)
		}
		for _, known := range c.spellings {
			if bytes.Equal(known.encoded, encoded) {
				return known.value
			}
		}
		content, of := c.types.written(encoded)
		value := c.decodeMembers(content, of, c.decodeElement)
		c.spellings = append(c.spellings, spelling{encoded, value})
		return value
	})
}

// decodeMembers decodes the members of an object or a map, each with a function.
func (c *collectionCall) decodeMembers(content []byte, of tftypes.Type,
	decode func(key string, content []byte, of tftypes.Type) tftypes.Value) tftypes.Value {
	var encoded map[string]msgpack.RawMessage
	if !of.Is(tftypes.Object{}) && !of.Is(tftypes.Map{}) || msgpack.Unmarshal(content, &encoded) != nil || encoded == nil {
		return c.unmarshal(&tfprotov6.DynamicValue{MsgPack: content}, of)
	}
	members := make(map[string]tftypes.Value, len(encoded))
	for key, content := range encoded {
		if is := elementType(of, key); len(content) == 0 { // msgpack decodes null so.
			members[key] = tftypes.NewValue(is, nil)
		} else {
			members[key] = decode(key, content, is)
		}
	}
	return tftypes.NewValue(of, members)
}

// decodeElement decodes an element, unless another value has the same.
func (c *collectionCall) decodeElement(key string, content []byte, of tftypes.Type) tftypes.Value {
	known, has := c.elements[key]
	if !has || !bytes.Equal(known.encoded, content) || !known.value.Type().Equal(of) {
		known = spelling{content, c.unmarshal(&tfprotov6.DynamicValue{MsgPack: content}, of)}
		c.elements[key] = known
	}
	return known.value
}

// elementType returns the type of an element of an object or a map.
func elementType(of tftypes.Type, key string) tftypes.Type {
	if object, ok := of.(tftypes.Object); ok {
		return object.AttributeTypes[key]
	}
	return of.(tftypes.Map).ElementType //nolint:forcetypeassert // It is an object or a map.
}

func (c *collectionCall) unmarshal(value *tfprotov6.DynamicValue, of tftypes.Type) tftypes.Value {
	decoded, err := value.Unmarshal(of)
	if c.err = cmp.Or(c.err, err); err != nil {
		return tftypes.NewValue(of, nil)
	}
	return decoded
}

// written returns the content of a dynamic value and its type, which equal parts share: thousands of
// elements have the same type. A value without a type stays as it is.
func (k knownTypes) written(encoded []byte) (content []byte, of tftypes.Type) {
	var parts []msgpack.RawMessage
	var text []byte
	if msgpack.Unmarshal(encoded, &parts) != nil || len(parts) != 2 || msgpack.Unmarshal(parts[0], &text) != nil {
		return encoded, tftypes.DynamicPseudoType
	}
	of, err := k.parse(text)
	if err != nil {
		return encoded, tftypes.DynamicPseudoType
	}
	return parts[1], of
}

// knownTypes are types by their JSON form.
type knownTypes map[string]tftypes.Type

func (k knownTypes) parse(text []byte) (tftypes.Type, error) {
	if known := k[string(text)]; known != nil {
		return known, nil
	}
	var parts []json.RawMessage
	var attributes map[string]json.RawMessage
	var of tftypes.Type
	var err error
	if json.Unmarshal(text, &parts) == nil && len(parts) == 2 && json.Unmarshal(parts[1], &attributes) == nil {
		object := tftypes.Object{AttributeTypes: make(map[string]tftypes.Type, len(attributes))}
		for name, attribute := range attributes {
			if object.AttributeTypes[name], err = k.parse(attribute); err != nil {
				return nil, err
			}
		}
		of = object
	} else if of, err = tftypes.ParseJSONType(text); err != nil { //nolint:staticcheck // It has no other home.
		return nil, err
	}
	k[string(text)] = of
	return of, nil
}

// encode returns a value for the protocol. Decoded elements keep their encoding.
func (c *collectionCall) encode(value tftypes.Value) *tfprotov6.DynamicValue {
	attributes, known := fixedmap.Members(value)
	encoded := make(map[string]msgpack.RawMessage, len(attributes))
	for name, attribute := range attributes {
		encoded[name] = c.encodeAttribute(attribute, c.kind.AttributeTypes[name])
	}
	if !known {
		encoded = nil
	}
	content, err := msgpack.Marshal(encoded)
	c.err = cmp.Or(c.err, err)
	return &tfprotov6.DynamicValue{MsgPack: content}
}

func (c *collectionCall) encodeAttribute(value tftypes.Value, of tftypes.Type) []byte {
	for _, known := range c.spellings {
		if fixedmap.Identical(known.value, value) {
			return known.encoded
		}
	}
	encoded, err := tfprotov6.NewDynamicValue(of, value)
	c.err = cmp.Or(c.err, err)
	return encoded.MsgPack
}
