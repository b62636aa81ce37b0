package acctest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// plain converts a value of the protocol to a Go value: Values, []any, string, float64 or bool;
// null is nil, and unknown is tftypes.UnknownValue. A set has a fixed order.
func plain(t testing.TB, value tftypes.Value) any {
	t.Helper()
	switch {
	case !value.IsKnown():
		return tftypes.UnknownValue
	case value.IsNull():
		return nil
	case value.Type().Is(tftypes.String):
		return as[string](t, value)
	case value.Type().Is(tftypes.Bool):
		return as[bool](t, value)
	case value.Type().Is(tftypes.Number):
		number, _ := as[*big.Float](t, value).Float64()
		return number
	case value.Type().Is(tftypes.Object{}), value.Type().Is(tftypes.Map{}):
		members := Values{}
		for name, member := range as[map[string]tftypes.Value](t, value) {
			members[name] = plain(t, member)
		}
		return members
	}
	elements := []any{}
	for _, element := range as[[]tftypes.Value](t, value) {
		elements = append(elements, plain(t, element))
	}
	if value.Type().Is(tftypes.Set{}) {
		slices.SortFunc(elements, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	return elements
}

func as[T any](t testing.TB, value tftypes.Value) T {
	t.Helper()
	var into T
	if err := value.As(&into); err != nil {
		t.Fatal(err)
	}
	return into
}
