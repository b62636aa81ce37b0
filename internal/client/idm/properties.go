package idm

import (
	"context"
	"encoding/json"
	"net/http"

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

// getProperties reads a property set. No log contains its values, because the service may store
// them encrypted.
func (a *API) getProperties(ctx context.Context, request *rest.Request) (Properties, error) {
	return rest.Decode[Properties](ctx, a.c, request.Sensitive())
}

// patchProperties sends values and returns all values after the update. The value "" removes a
// property.
func (a *API) patchProperties(ctx context.Context, request *rest.Request, values map[string]string) (Properties, error) {
	return rest.Decode[Properties](ctx, a.c, request.Sensitive().Body(values))
}

// UnitProperties reads the properties of a unit: GET /core/v1/{client}/units/{extID}/properties/,
// permissions UnitView, PropertyView, PropertyValueView, PropertyAllowedValueView.
func (a *API) UnitProperties(ctx context.Context, client, extID string) (Properties, error) {
	return a.getProperties(ctx, a.core(http.MethodGet, client, "units", extID, "properties").TrailingSlash())
}

// UpdateUnitProperties creates, changes or (with "") removes the properties in values and returns
// all properties. Other properties are unchanged: PATCH
// /core/v1/{client}/units/{extID}/properties/, permissions of UnitProperties and UnitModify,
// PropertyValueCreate, PropertyValueDelete, PropertyValueModify. rest.ErrInvalid for a property
// without a definition and for a read-only one.
func (a *API) UpdateUnitProperties(ctx context.Context, client, extID string, values map[string]string) (Properties, error) {
	return a.patchProperties(ctx, a.core(http.MethodPatch, client, "units", extID, "properties").TrailingSlash(), values)
}

// ProfileProperties reads the properties of a profile: GET
// /core/v1/{client}/profiles/{extID}/properties, permissions ProfileView, PropertyView,
// PropertyValueView, PropertyAllowedValueView.
func (a *API) ProfileProperties(ctx context.Context, client, extID string) (Properties, error) {
	return a.getProperties(ctx, a.core(http.MethodGet, client, "profiles", extID, "properties"))
}

// UpdateProfileProperties changes properties as UpdateUnitProperties does: PATCH
// /core/v1/{client}/profiles/{extID}/properties, permissions of ProfileProperties and
// ProfileModify, PropertyValueCreate, PropertyValueDelete, PropertyValueModify.
func (a *API) UpdateProfileProperties(ctx context.Context, client, extID string, values map[string]string) (Properties, error) {
	return a.patchProperties(ctx, a.core(http.MethodPatch, client, "profiles", extID, "properties"), values)
}

// AuthorizationProperties reads the properties of an authorization. A value of scope
// onProfileForApp overrides a value of scope onProfileForAppGlobal: GET
// /core/v1/{client}/profiles/{profile}/authorizations/{extID}/properties, permissions
// AuthorizationView, PropertyView, PropertyValueView, PropertyAllowedValueView.
func (a *API) AuthorizationProperties(ctx context.Context, client, profile, extID string) (Properties, error) {
	return a.getProperties(ctx, a.core(http.MethodGet, client, "profiles", profile, "authorizations", extID, "properties"))
}

// UpdateAuthorizationProperties changes properties as UpdateUnitProperties does: PATCH
// /core/v1/{client}/profiles/{profile}/authorizations/{extID}/properties, permissions of
// AuthorizationProperties and AuthorizationModify, PropertyValueCreate, PropertyValueDelete,
// PropertyValueModify.
func (a *API) UpdateAuthorizationProperties(
	ctx context.Context, client, profile, extID string, values map[string]string,
) (Properties, error) {
	return a.patchProperties(ctx, a.core(http.MethodPatch, client, "profiles", profile, "authorizations", extID, "properties"), values)
}
