package query

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// precision is the precision of Terraform's numbers, in bits.
const precision = 512

// decode reads a hit into a value that HCL can index.
func decode(ctx context.Context, raw json.RawMessage) (attr.Value, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var decoded any
	if err := decoder.Decode(&decoded); err != nil {
		return nil, fmt.Errorf("a hit of the search is not readable: %w", err)
	}
	return dynamic(ctx, decoded)
}

func dynamic(ctx context.Context, decoded any) (attr.Value, error) {
	switch v := decoded.(type) {
	case bool:
		return types.BoolValue(v), nil
	case json.Number:
		number, _, err := big.ParseFloat(v.String(), 10, precision, big.ToNearestEven)
		return types.NumberValue(number), err
	case string:
		if v != "" {
			return types.StringValue(v), nil
		}
	case []any:
		elements := make([]attr.Value, len(v))
		for i, element := range v {
			var err error
			if elements[i], err = dynamic(ctx, element); err != nil {
				return nil, err
			}
		}
		return tuple(ctx, elements), nil
	case map[string]any:
		return object(ctx, v)
	}
	// JSON's null has no type; it becomes a null string.
	return types.StringNull(), nil
}

func object(ctx context.Context, decoded map[string]any) (attr.Value, error) {
	of, values := map[string]attr.Type{}, map[string]attr.Value{}
	for name, member := range decoded {
		value, err := dynamic(ctx, member)
		if err != nil {
			return nil, err
		}
		of[name], values[name] = value.Type(ctx), value
	}
	return types.ObjectValueMust(of, values), nil
}

func tuple(ctx context.Context, elements []attr.Value) attr.Value {
	of := make([]attr.Type, len(elements))
	for i, element := range elements {
		of[i] = element.Type(ctx)
	}
	return types.TupleValueMust(of, elements)
}
