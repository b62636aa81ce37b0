package idm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// PropertyDefinition describes a property and its permitted values.
type PropertyDefinition struct {
	PropertyID  int64  `json:"propertyId"`
	Name        string `json:"name"`
	Description string `json:"description"`
	// Type is String or Enum.
	Type string `json:"type"`
	// Scope has the form of PropertyScope, for example onUnitGlobal or onProfileForApp.
	Scope string `json:"scope"`
	// Encrypted marks values that are secrets.
	Encrypted       *bool  `json:"encrypted"`
	Propagated      *bool  `json:"propagated"`
	MandatoryOnGUI  *bool  `json:"mandatoryOnGui"`
	StringMaxLen    *int64 `json:"stringMaxLen"`
	StringRegex     string `json:"stringRegex"`
	UniquenessScope string `json:"uniquenessScope"`
	// AccessCreate and AccessModify are READ_WRITE, READ_ONLY or OFF.
	AccessCreate     string         `json:"accessCreate"`
	AccessModify     string         `json:"accessModify"`
	GUIPrecedence    *int64         `json:"guiPrecedence"`
	ApplicationExtID string         `json:"applicationExtId"`
	AllowedValues    []AllowedValue `json:"propertyAllowedValues"`
	// DisplayNameDictEntryID is the number of the dictionary entry with the display names.
	DisplayNameDictEntryID *int64 `json:"displaynameDictEntryId"`
	// The operations on single definitions also set DisplayName and ClientExtID, which is empty for
	// a definition of all clients.
	DisplayName Localized `json:"displayName"`
	ClientExtID string    `json:"clientExtId"`
}

// object uses the import ID of the definition as its external ID. It is in Unicode normal form C, as
// a CLI stores it.
func (p PropertyDefinition) object() Object {
	key := slices.DeleteFunc([]string{LaterPropertyScope(p.Scope), p.Name, p.ApplicationExtID, p.ClientExtID},
		func(part string) bool { return part == "" })
	return Object{ExtID: norm.NFC.String(objecttype.ImportID(key...)), Name: p.Name}
}

// PropertyDefinitionOps lists the definitions of a client and the definitions of all clients.
// Without a client it lists all that the caller may see. They belong to later releases.
var PropertyDefinitionOps = Ops[PropertyDefinition]{
	of: objecttype.PropertyDefinition, object: "properties/{id}", list: "properties", clientQuery: "clientExtId",
	number: func(p PropertyDefinition) string { return strconv.FormatInt(p.PropertyID, 10) },
}

// PropertyDefinitionWrites changes definitions, without a version check. A delete also deletes all
// stored values.
var PropertyDefinitionWrites = Writes[PropertyDefinition, PropertyDefinitionInput]{PropertyDefinitionOps}

// AllowedValue is one of the values of an enumeration.
type AllowedValue struct {
	ID    int64  `json:"propertyAllowedValId"`
	Value string `json:"value"`
}

// UnmarshalJSON normalizes the scope, the type and the allowed values.
func (p *PropertyDefinition) UnmarshalJSON(data []byte) error {
	type plain PropertyDefinition
	read := struct {
		*plain
		Later []struct {
			ID    int64  `json:"allowedValueId"`
			Value string `json:"value"`
		} `json:"allowedValues"`
	}{plain: (*plain)(p)}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	for _, value := range read.Later {
		p.AllowedValues = append(p.AllowedValues, AllowedValue{ID: value.ID, Value: value.Value})
	}
	p.Scope = PropertyScope(p.Scope)
	p.Type = cmp.Or(map[string]string{"STRING": "String", "ENUM": "Enum"}[p.Type], p.Type)
	return nil
}

// scopes maps the spelling of the operations on single definitions to that of all others.
var scopes = map[string]string{
	"APPLICATION_GLOBAL": "onApplicationGlobal", "UNIT_GLOBAL": "onUnitGlobal", "USER_GLOBAL": "onUserGlobal",
	"PROFILE_GLOBAL": "onProfileGlobal", "PROFILE_FOR_APPLICATION": "onProfileForApp",
	"PROFILE_FOR_APPLICATION_GLOBAL": "onProfileForAppGlobal", "ROLE_FOR_APPLICATION": "onRoleForApp",
	"ENTERPRISE_ROLE_GLOBAL": "onEnterpriseRoleGlobal", "CREDENTIAL_CERTIFICATE_GLOBAL": "onCredentialCertificateGlobal",
	"CREDENTIAL_GENERIC_GLOBAL":            "onCredentialGenericGlobal",
	"CREDENTIAL_MOBILE_SIGNATURE_GLOBAL":   "onCredentialMobileSignatureGlobal",
	"CREDENTIAL_SAML_FEDERATION_GLOBAL":    "onCredentialSamlFederationGlobal",
	"CREDENTIAL_SECURITY_QUESTIONS_GLOBAL": "onCredentialSecurityQuestionsGlobal",
}

// PropertyScope converts a scope to the form onUnitGlobal.
func PropertyScope(scope string) string { return cmp.Or(scopes[scope], scope) }

// LaterPropertyScope converts a scope to the form UNIT_GLOBAL.
func LaterPropertyScope(scope string) string {
	for later, form := range scopes {
		if form == scope {
			return later
		}
	}
	return scope
}

// PropertyDefinitions lists the property definitions of a client for all scopes: GET
// /core/v1/clients/{client}/properties, permissions PropertyView, PropertyAllowedValueView.
func (a *API) PropertyDefinitions(ctx context.Context, client string) iter.Seq2[PropertyDefinition, error] {
	return coreList[PropertyDefinition](ctx, a, "clients/{client}/properties", In(client))
}

// PropertyDefinitionInput contains the values of a property definition to send: all values of a new
// one, the changes of an existing one. A new one needs Name, Type and Scope, the latter two in
// either spelling, and AllowedValues for the type Enum. A change must omit the fields of the key,
// and has no version check.
type PropertyDefinitionInput struct {
	Name        Field[string] `json:"name,omitzero"`
	Description Field[string] `json:"description,omitzero"`
	Type        string        `json:"type,omitempty"`
	Scope       string        `json:"scope,omitempty"`
	// ClientExtID is empty for a definition of all clients.
	ClientExtID      Field[string] `json:"clientExtId,omitzero"`
	ApplicationExtID Field[string] `json:"applicationExtId,omitzero"`
	Encrypted        Field[bool]   `json:"encrypted,omitzero"`
	Propagated       Field[bool]   `json:"propagated,omitzero"`
	MandatoryOnGUI   Field[bool]   `json:"mandatoryOnGui,omitzero"`
	StringMaxLen     Field[int64]  `json:"stringMaxLen,omitzero"`
	StringRegex      Field[string] `json:"stringRegex,omitzero"`
	AccessCreate     Field[string] `json:"accessCreate,omitzero"`
	AccessModify     Field[string] `json:"accessModify,omitzero"`
	UniquenessScope  Field[string] `json:"uniquenessScope,omitzero"`
	GUIPrecedence    Field[int64]  `json:"guiPrecedence,omitzero"`
	DisplayName      Localized     `json:"displayName,omitempty"`
	// AllowedValues is the complete list of desired values; all others are removed.
	AllowedValues Field[[]AllowedValueInput] `json:"allowedValues,omitzero"`
}

// AllowedValueInput is a desired value of an enumeration. An ID changes the existing value with
// this ID; without an ID the value is added.
type AllowedValueInput struct {
	ID    int64  `json:"allowedValueId,omitempty"`
	Value string `json:"value"`
}

// CreatePropertyDefinition creates a property definition: POST /core/v1/properties of later
// releases, permission PropertyCreate. rest.ErrDuplicate when the name is taken in this scope and
// client, rest.ErrNoRecord when the client or application does not exist.
func (a *API) CreatePropertyDefinition(ctx context.Context, definition PropertyDefinitionInput) error {
	definition.Type, definition.Scope = strings.ToUpper(definition.Type), LaterPropertyScope(definition.Scope)
	_, err := rest.Create(ctx, a.c, a.core(http.MethodPost, "properties", Place{}, "").Body(definition))
	// The reference does not document whether the Location contains the number. A search finds it.
	if _, unnamed := errors.AsType[*rest.LocationError](err); unnamed {
		return nil
	}
	return err
}
