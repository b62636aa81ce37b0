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

// spelling is a dynamic value of a request, as it is encoded and decoded.
type spelling struct {
	encoded []byte
	value   tftypes.Value
}

// decode returns a value of the protocol.
func (c *collectionCall) decode(value *tfprotov6.DynamicValue) tftypes.Value {
	if value == nil {
		return tftypes.NewValue(c.kind, nil)
	}
	var encoded map[string]msgpack.RawMessage
	// A CLI sends no JSON.
	if len(value.MsgPack) == 0 || msgpack.Unmarshal(value.MsgPack, &encoded) != nil || encoded == nil {
		return c.unmarshal(value, c.kind)
	}
	attributes := make(map[string]tftypes.Value, len(encoded))
	for name, content := range encoded {
		attributes[name] = c.decodeAttribute(content, c.kind.AttributeTypes[name])
	}
	return tftypes.NewValue(c.kind, attributes)
}

// decodeAttribute decodes an attribute. Equal maps of elements are one value.
func (c *collectionCall) decodeAttribute(encoded []byte, of tftypes.Type) tftypes.Value {
	switch {
	case len(encoded) == 0: // msgpack decodes null so.
		return tftypes.NewValue(of, nil)
	case !of.Is(tftypes.DynamicPseudoType):
		return c.unmarshal(&tfprotov6.DynamicValue{MsgPack: encoded}, of)
	}
	for _, known := range c.spellings {
		if bytes.Equal(known.encoded, encoded) {
			return known.value
		}
	}
	content := encoded
	var parts []msgpack.RawMessage
	var kind []byte
	if msgpack.Unmarshal(encoded, &parts) == nil && len(parts) == 2 && msgpack.Unmarshal(parts[0], &kind) == nil {
		content, of = parts[1], c.types.parse(kind)
	}
	value := c.unmarshal(&tfprotov6.DynamicValue{MsgPack: content}, of)
	c.spellings = append(c.spellings, spelling{encoded, value})
	return value
}

func (c *collectionCall) unmarshal(value *tfprotov6.DynamicValue, of tftypes.Type) tftypes.Value {
	decoded, err := value.Unmarshal(of)
	if c.err = cmp.Or(c.err, err); err != nil {
		return tftypes.NewValue(of, nil)
	}
	return decoded
}

// knownTypes are types by their JSON form. Thousands of elements have the same type.
type knownTypes map[string]tftypes.Type

// parse returns a type; for a malformed one that of any value, which no content has.
func (k knownTypes) parse(text []byte) tftypes.Type {
	if known := k[string(text)]; known != nil {
		return known
	}
	var parts []json.RawMessage
	var attributes map[string]json.RawMessage
	var of tftypes.Type = tftypes.DynamicPseudoType
	if json.Unmarshal(text, &parts) == nil && len(parts) == 2 && json.Unmarshal(parts[1], &attributes) == nil {
		object := tftypes.Object{AttributeTypes: make(map[string]tftypes.Type, len(attributes))}
		for name, attribute := range attributes {
			object.AttributeTypes[name] = k.parse(attribute)
		}
		of = object
	} else if simple, err := tftypes.ParseJSONType(text); err == nil { //nolint:staticcheck // It has no other home.
		of = simple
	}
	k[string(text)] = of
	return of
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
