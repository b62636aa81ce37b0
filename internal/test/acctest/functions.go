package acctest

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"go.yaml.in/yaml/v3"
)

// functions contains the functions of the configuration language that the tests use.
var functions = map[string]function.Function{
	"can": tryfunc.CanFunc, "try": tryfunc.TryFunc,
	"concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc, "format": stdlib.FormatFunc, "join": stdlib.JoinFunc,
	"jsondecode": stdlib.JSONDecodeFunc, "jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc, "length": stdlib.LengthFunc,
	"merge": stdlib.MergeFunc, "sort": stdlib.SortFunc, "values": stdlib.ValuesFunc,
	// JSON is YAML.
	"yamlencode": stdlib.JSONEncodeFunc,
	"alltrue":    all, "one": one, "startswith": startsWith, "sensitive": identity,
	"tomap": to(cty.Map), "toset": to(cty.Set), "yamldecode": yamlDecode,
}

var value = function.Parameter{Name: "value", Type: cty.DynamicPseudoType, AllowNull: true, AllowDynamicType: true}

// identity is sensitive without its mark: no output of a test contains a sensitive value.
var identity = function.New(&function.Spec{
	Params: []function.Parameter{value},
	Type:   func(args []cty.Value) (cty.Type, error) { return args[0].Type(), nil },
	Impl:   func(args []cty.Value, _ cty.Type) (cty.Value, error) { return args[0], nil },
})

var one = function.New(&function.Spec{
	Params: []function.Parameter{value},
	Type: func(args []cty.Value) (cty.Type, error) {
		if of := args[0].Type(); of.IsTupleType() {
			if of.Length() == 0 {
				return cty.DynamicPseudoType, nil
			}
			return of.TupleElementType(0), nil
		}
		return args[0].Type().ElementType(), nil
	},
	Impl: func(args []cty.Value, of cty.Type) (cty.Value, error) {
		elements := args[0].AsValueSlice()
		switch len(elements) {
		case 0:
			return cty.NullVal(of), nil
		case 1:
			return elements[0], nil
		}
		return cty.NullVal(of), function.NewArgErrorf(0, "must have at most one element")
	},
})

var startsWith = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "text", Type: cty.String}, {Name: "prefix", Type: cty.String}},
	Type:   function.StaticReturnType(cty.Bool),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		return cty.BoolVal(strings.HasPrefix(args[0].AsString(), args[1].AsString())), nil
	},
})

var all = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.List(cty.Bool)}},
	Type:   function.StaticReturnType(cty.Bool),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		result := cty.True
		for _, element := range args[0].AsValueSlice() {
			result = result.And(element)
		}
		return result, nil
	},
})

// to returns the conversion to a collection of any elements.
func to(collection func(cty.Type) cty.Type) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{value},
		Type: func(args []cty.Value) (cty.Type, error) {
			converted, err := convert.Convert(args[0], collection(cty.DynamicPseudoType))
			return converted.Type(), err
		},
		Impl: func(args []cty.Value, of cty.Type) (cty.Value, error) { return convert.Convert(args[0], of) },
	})
}

var yamlDecode = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "src", Type: cty.String}},
	Type:   function.StaticReturnType(cty.DynamicPseudoType),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		var decoded any
		if err := yaml.Unmarshal([]byte(args[0].AsString()), &decoded); err != nil {
			return cty.DynamicVal, err
		}
		text, err := json.Marshal(decoded)
		if err != nil {
			return cty.DynamicVal, err
		}
		of, err := ctyjson.ImpliedType(text)
		if err != nil {
			return cty.DynamicVal, err
		}
		return ctyjson.Unmarshal(text, of)
	},
})
