package idm

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Properties contains the customer-specific attributes of one object.
type Properties struct {
	// Values maps property names to values. Properties without a value are omitted.
	Values map[string]string
	// Classifications maps a classification level to property names, if the client's policy
	// configures it.
	Classifications map[string][]string
}

const classifications = "_classifications"

// UnmarshalJSON reads a flat object of names and values, in which the classifications have a
// reserved name. It omits properties whose value is null or "".
func (p *Properties) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	*p = Properties{Values: map[string]string{}}
	for name, raw := range members {
		if name == classifications {
			if err := json.Unmarshal(raw, &p.Classifications); err != nil {
				return err
			}
			continue
		}
		if value := scalar(raw); value != "" {
			p.Values[name] = value
		}
	}
	return nil
}

// scalar returns the text of a JSON string and the JSON of any other value. It returns "" for null.
func scalar(raw json.RawMessage) string {
	var text *string
	if err := json.Unmarshal(raw, &text); err != nil {
		return string(raw)
	}
	if text == nil {
		return ""
	}
	return *text
}

// Properties reads the properties of an object.
func (o Ops[T]) Properties(ctx context.Context, a *API, at Place, extID string) (Properties, error) {
	return rest.Decode[Properties](ctx, a.c, a.core(http.MethodGet, o.properties, at, extID))
}

// UpdateProperties creates, changes or (with "") removes the properties in values and returns all
// properties. Other properties are unchanged. No error contains the values, because the service may
// store them encrypted. rest.ErrInvalid for a property without a definition
// and for a read-only one.
func (o Ops[T]) UpdateProperties(ctx context.Context, a *API, at Place, extID string, values map[string]string) (Properties, error) {
	request := a.core(http.MethodPatch, o.properties, at, extID).Secrets(slices.Collect(maps.Values(values))...)
	return rest.Decode[Properties](ctx, a.c, request.Body(values))
}

// HasProperties implements Reads.
func (o Ops[T]) HasProperties() bool { return o.properties != "" }
