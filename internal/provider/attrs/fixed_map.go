package attrs

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// kind distinguishes the maps with a fixed set of keys.
type kind int

const (
	localized kind = iota
	validity
	userName
	userAddress
	userContacts
)

// kinds holds the name and the permitted keys of each kind.
var kinds = map[kind]struct {
	title string
	keys  []string
}{
	localized: {"localized text", []string{"en", "de", "fr", "it"}},
	validity:  {"validity", []string{"from", "to"}},
	userName:  {"name", []string{"title", "first_name", "family_name"}},
	userAddress: {"address", []string{
		"country_code", "city", "postal_code", "addressline1", "addressline2", "street", "house_number", "dwelling_number",
		"post_office_box_text", postOfficeBoxNumber, "locality",
	}},
	userContacts: {"contacts", []string{"telephone", "telefax", "mobile", "email"}},
}

func (k kind) keys() []string { return kinds[k].keys }

func (k kind) String() string { return kinds[k].title }

func (k kind) same(a, b string) bool {
	if k == validity {
		return SameInstant(a, b)
	}
	return a == b
}

// SameInstant reports whether two RFC 3339 timestamps represent the same instant, in any notation.
// The service keeps whole seconds, so fractions are ignored. Text that is not a timestamp equals
// only itself.
func SameInstant(a, b string) bool {
	if a == b {
		return true
	}
	first, err := time.Parse(time.RFC3339, a)
	if err != nil {
		return false
	}
	second, err := time.Parse(time.RFC3339, b)
	return err == nil && first.Truncate(time.Second).Equal(second.Truncate(time.Second))
}

var (
	_ basetypes.MapTypable                    = FixedMapType{}
	_ basetypes.MapValuableWithSemanticEquals = FixedMap{}
)

// FixedMapType is the type of an attribute with a fixed set of keys: localized text, a validity, or
// the name, the address or the contacts of a user.
//
// It is a map and not an object, because Terraform and OpenTofu silently drop unknown attributes of
// an object: `validity = { form = … }` would grant access from today on. A map reports the unknown
// key.
type FixedMapType struct {
	basetypes.MapType
	kind kind
}

func newType(k kind) FixedMapType {
	return FixedMapType{MapType: basetypes.MapType{ElemType: types.StringType}, kind: k}
}

// Equal reports whether the other type is the same.
func (t FixedMapType) Equal(other attr.Type) bool {
	o, ok := other.(FixedMapType)
	return ok && o.kind == t.kind
}

// String returns the name of the type for messages.
func (t FixedMapType) String() string { return fmt.Sprintf("attrs.FixedMapType[%s]", t.kind) }

// FixedKeys returns the keys that the type permits.
func (t FixedMapType) FixedKeys() []string { return t.kind.keys() }

// ValueFromMap converts a plain map.
func (t FixedMapType) ValueFromMap(_ context.Context, in basetypes.MapValue) (basetypes.MapValuable, diag.Diagnostics) {
	return FixedMap{MapValue: in, kind: t.kind}, nil
}

// ValueFromTerraform converts a value of the protocol.
func (t FixedMapType) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	value, err := t.MapType.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err
	}
	m, ok := value.(basetypes.MapValue)
	if !ok {
		return nil, fmt.Errorf("%s: unexpected value %T", t, value)
	}
	return FixedMap{MapValue: m, kind: t.kind}, nil
}

// ValueType returns the Go type of the type's values.
func (t FixedMapType) ValueType(context.Context) attr.Value { return FixedMap{kind: t.kind} }

// FixedMap is a value of FixedMapType. A key with the value null counts as absent, so that a module
// can pass an object with optional attributes.
type FixedMap struct {
	basetypes.MapValue
	kind kind
}

// Type returns the value's type.
func (m FixedMap) Type(context.Context) attr.Type { return newType(m.kind) }

// Equal reports whether the other value is literally the same.
func (m FixedMap) Equal(other attr.Value) bool {
	o, ok := other.(FixedMap)
	return ok && o.kind == m.kind && m.MapValue.Equal(o.MapValue)
}

// MapSemanticEquals reports whether two values have the same meaning: null counts as absent, and
// timestamps are compared as instants.
func (m FixedMap) MapSemanticEquals(_ context.Context, other basetypes.MapValuable) (bool, diag.Diagnostics) {
	o, ok := other.(FixedMap)
	return ok && m.means(o), nil
}

func (m FixedMap) means(other FixedMap) bool {
	if m.IsUnknown() || other.IsUnknown() {
		return m.Equal(other)
	}
	for _, key := range m.kind.keys() {
		a, b := m.at(key), other.at(key)
		if a.IsUnknown() || b.IsUnknown() || a.IsNull() != b.IsNull() || !m.kind.same(a.ValueString(), b.ValueString()) {
			return false
		}
	}
	return m.empty() == other.empty()
}

func (m FixedMap) empty() bool {
	return !slices.ContainsFunc(m.kind.keys(), func(key string) bool { return !m.at(key).IsNull() })
}

// at returns the string at a key, or null when it is absent.
func (m FixedMap) at(key string) types.String {
	if s, ok := m.Elements()[key].(types.String); ok {
		return s
	}
	return types.StringNull()
}

// changes returns the values at the keys where a plan differs from the state.
func (m FixedMap) changes(state FixedMap) map[string]types.String {
	changed := map[string]types.String{}
	for _, key := range m.kind.keys() {
		want, have := m.at(key), state.at(key)
		if want.IsNull() != have.IsNull() || !m.kind.same(want.ValueString(), have.ValueString()) {
			changed[key] = want
		}
	}
	return changed
}

// Text returns the value at a key; "" for none.
func (m FixedMap) Text(key string) string { return m.at(key).ValueString() }

// Only returns a map of the same kind with one key.
func (m FixedMap) Only(key string, value attr.Value) FixedMap {
	return FixedMap{MapValue: types.MapValueMust(types.StringType, map[string]attr.Value{key: value}), kind: m.kind}
}

// fixedMap creates a value of the pairs that are not empty; without any pair it is null.
func fixedMap(k kind, get func(key string) string) FixedMap {
	elements := map[string]attr.Value{}
	for _, key := range k.keys() {
		if text := get(key); text != "" {
			elements[key] = composed(text)
		}
	}
	if len(elements) == 0 {
		return FixedMap{MapValue: types.MapNull(types.StringType), kind: k}
	}
	return FixedMap{MapValue: types.MapValueMust(types.StringType, elements), kind: k}
}

// LosesBound reports whether a plan removes a bound of a validity in the state.
func (m FixedMap) LosesBound(plan FixedMap) bool {
	return m.Loses(plan, "from")+m.Loses(plan, "to") != ""
}

// Loses returns the text at a key if the state has it and the plan removes it, or else "".
func (m FixedMap) Loses(plan FixedMap, key string) string {
	if plan.IsUnknown() || !plan.at(key).IsNull() {
		return ""
	}
	return m.at(key).ValueString()
}
