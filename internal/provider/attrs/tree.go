package attrs

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Tree returns a value of any shape: a map becomes an object and a list a tuple. leaf converts all
// other values.
func Tree(value any, leaf func(any) attr.Value) attr.Value {
	ctx := context.Background()
	switch value := value.(type) {
	case map[string]any:
		of, values := make(map[string]attr.Type, len(value)), make(map[string]attr.Value, len(value))
		for name, one := range value {
			values[name] = Tree(one, leaf)
			of[name] = values[name].Type(ctx)
		}
		return types.ObjectValueMust(of, values)
	case []any:
		of, values := make([]attr.Type, len(value)), make([]attr.Value, len(value))
		for i, one := range value {
			values[i] = Tree(one, leaf)
			of[i] = values[i].Type(ctx)
		}
		return types.TupleValueMust(of, values)
	}
	return leaf(value)
}
