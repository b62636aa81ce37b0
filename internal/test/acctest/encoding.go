package acctest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// encode encodes values in the JSON form of the protocol, in which a missing attribute is null.
func encode(t testing.TB, values Values) *tfprotov6.DynamicValue {
	t.Helper()
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.DynamicValue{JSON: text}
}

// EncodeAs encodes an object of a schema, in which any value may be tftypes.UnknownValue. The value
// of a dynamic attribute has the type that a CLI would derive from a configuration.
func EncodeAs(t testing.TB, schema *tfprotov6.Schema, values Values) *tfprotov6.DynamicValue {
	t.Helper()
	return dynamic(t, typed(t, values, valueType(schema)))
}

func dynamic(t testing.TB, value tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(value.Type(), value)
	if err != nil {
		t.Fatal(err)
	}
	return &encoded
}

// typed is the reverse of plain: it returns a value of a type.
func typed(t testing.TB, value any, of tftypes.Type) tftypes.Value {
	t.Helper()
	if of.Is(tftypes.DynamicPseudoType) {
		of = typeOf(value)
	}
	switch {
	case value == nil:
		return tftypes.NewValue(of, nil)
	case value == any(tftypes.UnknownValue):
		return tftypes.NewValue(of, tftypes.UnknownValue)
	}
	switch of := of.(type) {
	case tftypes.Object:
		return tftypes.NewValue(of, typedMembers(t, value, of.AttributeTypes))
	case tftypes.Map:
		members := map[string]tftypes.Value{}
		for name, member := range membersOf(value) {
			members[name] = typed(t, member, of.ElementType)
		}
		return tftypes.NewValue(of, members)
	case tftypes.Tuple:
		return tftypes.NewValue(of, typedElements(t, value, func(i int) tftypes.Type { return of.ElementTypes[i] }))
	case tftypes.List:
		return tftypes.NewValue(of, typedElements(t, value, func(int) tftypes.Type { return of.ElementType }))
	case tftypes.Set:
		return tftypes.NewValue(of, typedElements(t, value, func(int) tftypes.Type { return of.ElementType }))
	}
	if of.Is(tftypes.Number) {
		number, _, err := big.ParseFloat(fmt.Sprint(value), 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		return tftypes.NewValue(of, number)
	}
	if of.Is(tftypes.String) {
		value = fmt.Sprint(value)
	}
	return tftypes.NewValue(of, value)
}

func typedMembers(t testing.TB, value any, of map[string]tftypes.Type) map[string]tftypes.Value {
	t.Helper()
	given, members := membersOf(value), map[string]tftypes.Value{}
	for name, kind := range of {
		members[name] = typed(t, given[name], kind)
	}
	for name := range given {
		if of[name] == nil {
			t.Fatalf("%q is not an attribute", name)
		}
	}
	return members
}

func typedElements(t testing.TB, value any, of func(int) tftypes.Type) []tftypes.Value {
	t.Helper()
	elements := []tftypes.Value{}
	for i, element := range elementsOf(value) {
		elements = append(elements, typed(t, element, of(i)))
	}
	return elements
}

// membersOf returns the members of any map with string keys.
func membersOf(value any) Values {
	members := Values{}
	for at := reflect.ValueOf(value).MapRange(); at.Next(); {
		members[at.Key().String()] = at.Value().Interface()
	}
	return members
}

// elementsOf returns the elements of any slice.
func elementsOf(value any) []any {
	of := reflect.ValueOf(value)
	elements := make([]any, of.Len())
	for i := range elements {
		elements[i] = of.Index(i).Interface()
	}
	return elements
}

// typeOf returns the type that a CLI derives from a value in a configuration.
func typeOf(value any) tftypes.Type {
	if value == nil || value == any(tftypes.UnknownValue) {
		return tftypes.DynamicPseudoType
	}
	switch of := reflect.ValueOf(value); of.Kind() {
	case reflect.String:
		return tftypes.String
	case reflect.Bool:
		return tftypes.Bool
	case reflect.Map:
		object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}
		for name, member := range membersOf(value) {
			object.AttributeTypes[name] = typeOf(member)
		}
		return object
	case reflect.Slice:
		tuple := tftypes.Tuple{ElementTypes: []tftypes.Type{}}
		for _, element := range elementsOf(value) {
			tuple.ElementTypes = append(tuple.ElementTypes, typeOf(element))
		}
		return tuple
	}
	return tftypes.Number
}

// describing is a schema, which knows the type of its objects.
type describing interface{ ValueType() tftypes.Type }

// valueTypes and languageTypes contain the types of schemas and attributes, which take longer to
// derive than a call of the provider.
var valueTypes, languageTypes sync.Map

// valueType returns the type of the objects of a schema.
func valueType(of describing) tftypes.Type {
	known, _ := valueTypes.Load(of)
	found, ok := known.(tftypes.Type)
	if !ok {
		found = of.ValueType()
		valueTypes.Store(of, found)
	}
	return found
}

// languageType works like valueType for the configuration language.
func languageType(of describing) cty.Type {
	known, _ := languageTypes.Load(of)
	found, ok := known.(cty.Type)
	if !ok {
		found = ctyType(valueType(of))
		languageTypes.Store(of, found)
	}
	return found
}

// ctyType returns a type of the protocol as one of the configuration language.
func ctyType(of tftypes.Type) cty.Type {
	text, err := of.MarshalJSON() //nolint:staticcheck // The protocol has this form for its types.
	if err == nil {
		var converted cty.Type
		if converted, err = ctyjson.UnmarshalType(text); err == nil {
			return converted
		}
	}
	panic(err)
}

// attributeType returns the type of an attribute, in which a configuration may omit the optional
// members of nested objects.
func attributeType(attribute *tfprotov6.SchemaAttribute) cty.Type {
	known, _ := languageTypes.Load(attribute)
	found, ok := known.(cty.Type)
	if !ok {
		found = typeOfAttribute(attribute)
		languageTypes.Store(attribute, found)
	}
	return found
}

func typeOfAttribute(attribute *tfprotov6.SchemaAttribute) cty.Type {
	nested := attribute.NestedType
	if nested == nil {
		return ctyType(attribute.Type)
	}
	members, optional := map[string]cty.Type{}, []string(nil)
	for _, member := range nested.Attributes {
		if members[member.Name] = attributeType(member); !member.Required {
			optional = append(optional, member.Name)
		}
	}
	object := cty.ObjectWithOptionalAttrs(members, optional)
	switch nested.Nesting {
	case tfprotov6.SchemaObjectNestingModeMap:
		return cty.Map(object)
	case tfprotov6.SchemaObjectNestingModeList:
		return cty.List(object)
	case tfprotov6.SchemaObjectNestingModeSet:
		return cty.Set(object)
	}
	return object
}

// fromCty and toCty convert between values of a configuration and the protocol.
func fromCty(t testing.TB, value cty.Value, of cty.Type) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := msgpack.Marshal(value, of)
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.DynamicValue{MsgPack: encoded}
}

func toCty(t testing.TB, in *tfprotov6.DynamicValue, of cty.Type) cty.Value {
	t.Helper()
	var value cty.Value
	var err error
	if in.JSON != nil {
		value, err = ctyjson.Unmarshal(in.JSON, of)
	} else {
		value, err = msgpack.Unmarshal(in.MsgPack, of)
	}
	if err != nil {
		t.Fatal(err)
	}
	return value
}
