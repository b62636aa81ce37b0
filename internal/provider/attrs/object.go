package attrs

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// ObjectValue returns what a data source reads of an object of the service: for each attribute the
// field with its name, such as extId for ext_id. Without the field, a text, a number, a flag and an
// object are null, and a map and a list of texts are empty. own holds the values of attributes that
// the object does not contain, such as its client, or that are converted differently.
func ObjectValue(attributes Attributes, object any, own map[string]attr.Value) types.Object {
	return objectValue(attributes, encoded(object), own)
}

// PartValue is ObjectValue for an attribute with some of the fields of an object; null without any.
func PartValue(attribute schema.Attribute, object any) attr.Value {
	nested, _ := attribute.(schema.SingleNestedAttribute)
	return nullIfEmpty(ObjectValue(nested.Attributes, object, nil))
}

// ListValue returns what a data source reads of a list of objects, as ObjectValue. An empty list is
// empty, never null.
func ListValue(attributes Attributes, list any, own map[string]attr.Value) types.List {
	objects := decoded[[]json.RawMessage](encoded(list))
	elements := make([]attr.Value, len(objects))
	for i, object := range objects {
		elements[i] = objectValue(attributes, object, own)
	}
	return types.ListValueMust(types.ObjectType{AttrTypes: typesOf(attributes)}, elements)
}

// Rows returns what a data source reads of objects with own values for each.
func Rows[T any](attributes Attributes, all []T, own func(T) map[string]attr.Value) types.List {
	elements := make([]attr.Value, len(all))
	for i, one := range all {
		elements[i] = ObjectValue(attributes, one, own(one))
	}
	return types.ListValueMust(types.ObjectType{AttrTypes: typesOf(attributes)}, elements)
}

// FieldValue returns the value of one attribute, as ObjectValue.
func FieldValue(attribute schema.Attribute, field any, own map[string]attr.Value) attr.Value {
	switch of := attribute.(type) {
	case schema.ListNestedAttribute:
		return ListValue(of.NestedObject.Attributes, field, own)
	case schema.SingleNestedAttribute:
		return nullIfEmpty(ObjectValue(of.Attributes, field, own))
	}
	return fieldValue(attribute, encoded(field))
}

func objectValue(attributes Attributes, object json.RawMessage, own map[string]attr.Value) types.Object {
	fields, values := decoded[map[string]json.RawMessage](object), map[string]attr.Value{}
	for name, attribute := range attributes {
		if values[name] = own[name]; values[name] == nil {
			values[name] = fieldValue(attribute, fields[objecttype.APIName(name)])
		}
	}
	return types.ObjectValueMust(typesOf(attributes), values)
}

func fieldValue(attribute schema.Attribute, field json.RawMessage) attr.Value {
	switch of := attribute.(type) {
	case schema.StringAttribute:
		return Text(decoded[string](field))
	case schema.BoolAttribute:
		return Flag(decoded[*bool](field))
	case schema.Int64Attribute:
		return types.Int64PointerValue(decoded[*int64](field))
	case schema.ListAttribute:
		return Strings(decoded[[]string](field))
	case schema.MapAttribute:
		if fixed, ok := of.CustomType.(FixedMapType); ok {
			return fixedValue(fixed.kind, field)
		}
		return StringMap(decoded[map[string]string](field))
	case schema.SingleNestedAttribute:
		return nullIfEmpty(objectValue(of.Attributes, field, nil))
	case schema.ListNestedAttribute:
		list := ListValue(of.NestedObject.Attributes, field, nil)
		if len(list.Elements()) == 0 {
			return types.ListNull(list.ElementType(context.Background()))
		}
		return list
	}
	return nil
}

// fixedValue converts an object of the service to a map with fixed keys. Languages are in capitals
// there.
func fixedValue(k kind, object any) FixedMap {
	texts := decoded[idm.Parameters](encoded(object))
	return fixedMap(k, func(key string) string { return cmp.Or(texts[objecttype.APIName(key)], texts[strings.ToUpper(key)]) })
}

func nullIfEmpty(object types.Object) attr.Value {
	for _, value := range object.Attributes() {
		if !value.IsNull() {
			return object
		}
	}
	return types.ObjectNull(object.AttributeTypes(context.Background()))
}

func typesOf(attributes Attributes) map[string]attr.Type {
	of := make(map[string]attr.Type, len(attributes))
	for name, attribute := range attributes {
		of[name] = attribute.GetType()
	}
	return of
}

func encoded(object any) json.RawMessage {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err) // The types of the API are structs of plain values.
	}
	return text
}

// decoded returns the value of a field, or the zero value without it.
func decoded[T any](field json.RawMessage) (value T) {
	_ = json.Unmarshal(field, &value) // The fields of the types of the API have the types of their attributes.
	return value
}
