package idm

import (
	"context"
	"encoding/json"
	"iter"
	"strings"
)

// PropertyDefinition says which values a property may have.
type PropertyDefinition struct {
	PropertyID  int64  `json:"propertyId"`
	Name        string `json:"name"`
	Description string `json:"description"`
	// Type is String or Enum.
	Type string `json:"type"`
	// Scope is in the form of PropertyScope, for example onUnitGlobal or onProfileForApp.
	Scope string `json:"scope"`
	// Encrypted values are secrets.
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
	// DisplayNameDictEntryID is the number of the dictionary entry that holds the names shown to people.
	DisplayNameDictEntryID *int64 `json:"displaynameDictEntryId"`
}

// AllowedValue is one of the values of an enumeration.
type AllowedValue struct {
	ID    int64  `json:"propertyAllowedValId"`
	Value string `json:"value"`
}

// UnmarshalJSON brings scope and type into one form.
func (p *PropertyDefinition) UnmarshalJSON(data []byte) error {
	type plain PropertyDefinition
	if err := json.Unmarshal(data, (*plain)(p)); err != nil {
		return err
	}
	p.Scope = PropertyScope(p.Scope)
	if p.Type == strings.ToUpper(p.Type) {
		p.Type = capitalized(p.Type)
	}
	return nil
}

// PropertyScope writes a scope as onUnitGlobal; newer operations of the service spell it UNIT_GLOBAL, and
// PROFILE_FOR_APPLICATION what is onProfileForApp.
func PropertyScope(scope string) string {
	if scope == "" || scope != strings.ToUpper(scope) {
		return scope
	}
	var form strings.Builder
	form.WriteString("on")
	for word := range strings.SplitSeq(scope, "_") {
		form.WriteString(capitalized(word))
	}
	return strings.Replace(form.String(), "ForApplication", "ForApp", 1)
}

func capitalized(word string) string {
	if word == "" {
		return ""
	}
	return word[:1] + strings.ToLower(word[1:])
}

// PropertyDefinitions lists the properties that a client has defined, for all scopes:
// GET /core/v1/clients/{client}/properties, permissions PropertyView, PropertyAllowedValueView.
func (a *API) PropertyDefinitions(ctx context.Context, client string) iter.Seq2[PropertyDefinition, error] {
	return coreList[PropertyDefinition](ctx, a, "clients", client, "properties")
}
