package query

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// precision is the precision of Terraform's numbers, in bits.
const precision = 512

// decode reads a hit with its numbers as they are written.
func decode(raw json.RawMessage) (hit any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&hit); err != nil {
		return nil, fmt.Errorf("a hit of the search is not readable: %w", err)
	}
	return hit, nil
}

// scalar converts a value of a hit. JSON's null has no type; it becomes a null string.
func scalar(decoded any) attr.Value {
	switch v := decoded.(type) {
	case bool:
		return types.BoolValue(v)
	case json.Number:
		if number, _, err := big.ParseFloat(v.String(), 10, precision, big.ToNearestEven); err == nil {
			return types.NumberValue(number)
		}
		return types.StringValue(v.String())
	case string:
		return attrs.Text(v)
	}
	return types.StringNull()
}
