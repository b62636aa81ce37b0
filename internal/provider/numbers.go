package provider

import (
	"os"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// number returns nil when the setting is given nowhere.
func (s settings) number(at path.Path, value types.Int64, variable string) *int {
	if value.IsUnknown() {
		s.unknown(at)
		return nil
	}
	if !value.IsNull() {
		n := int(value.ValueInt64())
		return &n
	}
	given := os.Getenv("IDM_" + variable)
	if given == "" {
		return nil
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < 0 {
		s.invalid(at, variable, strconv.Quote(given)+" is not a whole number.")
		return nil
	}
	return &n
}

func (s settings) rate(at path.Path, value types.Float64, variable string) float64 {
	if value.IsUnknown() {
		s.unknown(at)
		return 0
	}
	if !value.IsNull() {
		return value.ValueFloat64()
	}
	given := os.Getenv("IDM_" + variable)
	if given == "" {
		return 0
	}
	rate, err := strconv.ParseFloat(given, 64)
	if err != nil || rate <= 0 {
		s.invalid(at, variable, strconv.Quote(given)+" is not a number above 0.")
	}
	return rate
}

func (s settings) flag(at path.Path, value types.Bool, variable string, otherwise bool) bool {
	if value.IsUnknown() {
		s.unknown(at)
		return false
	}
	if !value.IsNull() {
		return value.ValueBool()
	}
	given := os.Getenv("IDM_" + variable)
	if given == "" {
		return otherwise
	}
	flag, err := strconv.ParseBool(given)
	if err != nil {
		s.invalid(at, variable, strconv.Quote(given)+" is neither true nor false.")
	}
	return flag
}
