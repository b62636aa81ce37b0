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

// spelling is the elements of a value of the protocol, as they are encoded and decoded.
type spelling struct {
	encoded []byte
	value   tftypes.Value
}

// decode returns a value of the protocol. Equal elements of two values are decoded once.
func (c *collectionCall) decode(value *tfprotov6.DynamicValue) tftypes.Value {
	var encoded map[string]msgpack.RawMessage
	switch {
	case value == nil:
	case len(value.MsgPack) > 0:
		c.err = cmp.Or(c.err, msgpack.Unmarshal(value.MsgPack, &encoded))
	default: // A CLI sends no JSON.
		decoded, err := value.Unmarshal(c.kind)
		if c.err = cmp.Or(c.err, err); err == nil {
			return decoded
		}
	}
	if encoded == nil {
		return tftypes.NewValue(c.kind, nil)
	}
	attributes := make(map[string]tftypes.Value, len(encoded))
	for name, of := range c.kind.AttributeTypes {
		attributes[name] = c.decodeAttribute(encoded[name], of)
	}
	return tftypes.NewValue(c.kind, attributes)
}

func (c *collectionCall) decodeAttribute(encoded []byte, of tftypes.Type) tftypes.Value {
	if len(encoded) == 0 { // msgpack decodes null so.
		return tftypes.NewValue(of, nil)
	}
	elements := of.Is(tftypes.DynamicPseudoType)
	for _, known := range c.spellings {
		if elements && bytes.Equal(known.encoded, encoded) {
			return known.value
		}
	}
	content := encoded
	if elements {
		content, of = written(encoded)
	}
	value, err := (&tfprotov6.DynamicValue{MsgPack: content}).Unmarshal(of)
	if err != nil {
		c.err = cmp.Or(c.err, err)
		return tftypes.NewValue(of, nil)
	}
	if elements {
		c.spellings = append(c.spellings, spelling{encoded, value})
	}
	return value
}

// written returns the content of a dynamic value and its type, which equal parts share: thousands of
// elements have the same type. A value without a type stays as it is.
func written(encoded []byte) (content []byte, of tftypes.Type) {
	var parts []msgpack.RawMessage
	var text []byte
	if msgpack.Unmarshal(encoded, &parts) != nil || len(parts) != 2 || msgpack.Unmarshal(parts[0], &text) != nil {
		return encoded, tftypes.DynamicPseudoType
	}
	of, err := knownTypes{}.parse(text)
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
