package fixedmap

import "github.com/hashicorp/terraform-plugin-go/tftypes"

// The tests are in another package, because they use keys of attrs, which imports this package.
var (
	Object = object
	Widest = Type.widest
)

// Written returns a value as written in a configuration.
func Written(raw tftypes.Value, of Type) Value { return Value{raw, of} }

// Respelled returns a value with the meaning of means and, where possible, the spelling of like.
func Respelled(t Type, means, like tftypes.Value) tftypes.Value {
	return t.rewrite(t.typed(means), like)
}
