package idm

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Properties are the customer-specific attributes of one object.
type Properties struct {
	// Values maps the name of a property to its value; a property without a value is missing.
	Values map[string]string
	// Classifications maps a classification level to names of properties, where the client's policy
	// configures it.
	Classifications map[string][]string
}

const classifications = "_classifications"

// UnmarshalJSON reads the flat object of names and values, in which the classifications stand under
// a name of their own. Null and "" mean no value.
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

// scalar is the text of a JSON string, and the JSON text of any other value but null.
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

// getProperties reads the property set that request asks for. Values may be encrypted in the
// service, so no log shows them.
func (a *API) getProperties(ctx context.Context, request *rest.Request) (Properties, error) {
	return rest.Decode[Properties](ctx, a.c, request.Sensitive())
}

// patchProperties sends values and returns all values afterwards. A value of "" removes the
// property.
func (a *API) patchProperties(ctx context.Context, request *rest.Request, values map[string]string) (Properties, error) {
	return rest.Decode[Properties](ctx, a.c, request.Sensitive().Body(values))
}

// UnitProperties reads the properties of a unit: GET /core/v1/{client}/units/{extID}/properties/,
// permissions UnitView, PropertyView, PropertyValueView, PropertyAllowedValueView.
func (a *API) UnitProperties(ctx context.Context, client, extID string) (Properties, error) {
	return a.getProperties(ctx, a.core(http.MethodGet, client, "units", extID, "properties").TrailingSlash())
}

// UpdateUnitProperties creates, changes and (with "") removes the properties named in values, keeps
// the others and returns all: PATCH /core/v1/{client}/units/{extID}/properties/, permissions those
// of UnitProperties, UnitModify, PropertyValueCreate, PropertyValueDelete, PropertyValueModify.
// rest.ErrInvalid for a property without a definition and for a read-only one.
func (a *API) UpdateUnitProperties(ctx context.Context, client, extID string, values map[string]string) (Properties, error) {
	return a.patchProperties(ctx, a.core(http.MethodPatch, client, "units", extID, "properties").TrailingSlash(), values)
}

// ProfileProperties reads the properties of a profile: GET
// /core/v1/{client}/profiles/{extID}/properties, permissions ProfileView, PropertyView,
// PropertyValueView, PropertyAllowedValueView.
func (a *API) ProfileProperties(ctx context.Context, client, extID string) (Properties, error) {
	return a.getProperties(ctx, a.core(http.MethodGet, client, "profiles", extID, "properties"))
}

// UpdateProfileProperties changes properties as UpdateUnitProperties does:
// PATCH /core/v1/{client}/profiles/{extID}/properties, permissions those of ProfileProperties,
// ProfileModify, PropertyValueCreate, PropertyValueDelete, PropertyValueModify.
func (a *API) UpdateProfileProperties(ctx context.Context, client, extID string, values map[string]string) (Properties, error) {
	return a.patchProperties(ctx, a.core(http.MethodPatch, client, "profiles", extID, "properties"), values)
}

// AuthorizationProperties reads the properties of an authorization, where the value of scope
// onProfileForApp wins over that of onProfileForAppGlobal: GET
// /core/v1/{client}/profiles/{profile}/authorizations/{extID}/properties, permissions
// AuthorizationView, PropertyView, PropertyValueView, PropertyAllowedValueView.
func (a *API) AuthorizationProperties(ctx context.Context, client, profile, extID string) (Properties, error) {
	return a.getProperties(ctx, a.core(http.MethodGet, client, "profiles", profile, "authorizations", extID, "properties"))
}

// UpdateAuthorizationProperties changes properties as UpdateUnitProperties does: PATCH
// /core/v1/{client}/profiles/{profile}/authorizations/{extID}/properties, permissions those of
// AuthorizationProperties, AuthorizationModify, PropertyValueCreate, PropertyValueDelete,
// PropertyValueModify.
func (a *API) UpdateAuthorizationProperties(
	ctx context.Context, client, profile, extID string, values map[string]string,
) (Properties, error) {
	return a.patchProperties(ctx, a.core(http.MethodPatch, client, "profiles", profile, "authorizations", extID, "properties"), values)
}
