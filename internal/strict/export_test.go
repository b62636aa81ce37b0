package strict

import "github.com/hashicorp/terraform-plugin-go/tftypes"

// The tests are in another package, because their keys come from attrs, which imports this one.
var (
	Object  = object
	Convert = convert
	Widest  = Type.widest
)

// Written is a value as the configuration has it.
func Written(raw tftypes.Value, of Type) Value { return Value{raw, of} }

// Respelled is the meaning of a value in the spelling of another.
func Respelled(t Type, means, like tftypes.Value) tftypes.Value {
	return t.rewrite(t.typed(means), like)
}
