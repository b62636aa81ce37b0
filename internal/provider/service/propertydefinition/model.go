package propertydefinition

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type model struct {
	ID               types.String   `tfsdk:"id"`
	Scope            types.String   `tfsdk:"scope"`
	Name             types.String   `tfsdk:"name"`
	ApplicationExtID types.String   `tfsdk:"application_ext_id"`
	ClientExtID      types.String   `tfsdk:"client_ext_id"`
	AllClients       types.Bool     `tfsdk:"all_clients"`
	PropertyID       types.Int64    `tfsdk:"property_id"`
	Type             types.String   `tfsdk:"type"`
	Description      types.String   `tfsdk:"description"`
	Encrypted        types.Bool     `tfsdk:"encrypted"`
	Propagated       types.Bool     `tfsdk:"propagated"`
	MandatoryOnGUI   types.Bool     `tfsdk:"mandatory_on_gui"`
	StringMaxLen     types.Int64    `tfsdk:"string_max_len"`
	StringRegex      types.String   `tfsdk:"string_regex"`
	AccessCreate     types.String   `tfsdk:"access_create"`
	AccessModify     types.String   `tfsdk:"access_modify"`
	UniquenessScope  types.String   `tfsdk:"uniqueness_scope"`
	DisplayName      attrs.FixedMap `tfsdk:"display_name"`
	AllowedValues    types.Set      `tfsdk:"allowed_values"`

	// values are the allowed values that were read, with their numbers.
	values []idm.AllowedValue
}

// KeyParts returns the parts of this definition's key: the application if the scope requires one,
// and the client unless the definition applies to all clients.
func (m *model) KeyParts() objecttype.Key {
	return keyOf(m.Scope.ValueString(), m.ClientExtID.ValueString() != "")
}

// KeyValues returns the values of KeyParts.
func (m *model) KeyValues() []string {
	values := map[string]types.String{
		"scope": m.Scope, "name": m.Name, "application_ext_id": m.ApplicationExtID, "client_ext_id": m.ClientExtID,
	}
	var parts []string
	for _, part := range m.KeyParts() {
		parts = append(parts, values[part].ValueString())
	}
	return parts
}

// SetID sets the computed ID.
func (m *model) SetID(id types.String) { m.ID = id }

// OwnExtID returns the import ID.
func (m *model) OwnExtID() *types.String {
	return new(types.StringValue(objecttype.ImportID(m.KeyValues()...)))
}

// Place returns the client, which has the definitions of all clients too, and the recorded
// number, by which a definition that the list lacks is read before it counts as gone.
func (m *model) Place() idm.Place {
	at := idm.Place{Client: m.ClientExtID.ValueString()}
	if !m.PropertyID.IsNull() && !m.PropertyID.IsUnknown() {
		at.Number = m.PropertyID.String()
	}
	return at
}

// OwnerLock is nil: a definition has no owner.
func (m *model) OwnerLock() write.LockKey { return nil }

func keyOf(scope string, ofClient bool) objecttype.Key {
	key := objecttype.Key{"scope", "name"}
	if ofApplication(scope) {
		key = append(key, "application_ext_id")
	}
	if ofClient {
		key = append(key, "client_ext_id")
	}
	return key
}

// ofApplication reports whether the scope of a definition requires an application.
func ofApplication(scope string) bool { return strings.HasSuffix(scope, "_FOR_APPLICATION") }

// Read updates the model from the service. A value that a release omits in its response is the
// default of a create. A definition has no version.
func (m *model) Read(d idm.PropertyDefinition) int64 {
	m.Scope = types.StringValue(idm.LaterPropertyScope(d.Scope))
	m.Name = types.StringValue(d.Name)
	m.ApplicationExtID = attrs.Text(d.ApplicationExtID)
	m.ClientExtID = attrs.Text(d.ClientExtID)
	m.AllClients = types.BoolValue(d.ClientExtID == "")
	m.PropertyID = types.Int64Value(d.PropertyID)
	m.Type = attrs.Text(strings.ToUpper(d.Type))
	m.Description = attrs.Text(d.Description)
	m.Encrypted = attrs.FlagOrFalse(d.Encrypted)
	m.Propagated = attrs.FlagOrFalse(d.Propagated)
	m.MandatoryOnGUI = attrs.FlagOrFalse(d.MandatoryOnGUI)
	m.StringMaxLen, m.StringRegex = types.Int64Null(), types.StringNull()
	// The service also returns a length for an enumeration, which has no meaning.
	if m.Type.ValueString() != typeEnum {
		m.StringRegex = attrs.Text(d.StringRegex)
		if d.StringMaxLen != nil && *d.StringMaxLen != noLimit {
			m.StringMaxLen = types.Int64Value(*d.StringMaxLen)
		}
	}
	m.AccessCreate = types.StringValue(cmp.Or(d.AccessCreate, readWrite))
	m.AccessModify = types.StringValue(cmp.Or(d.AccessModify, readWrite))
	m.UniquenessScope = types.StringValue(cmp.Or(d.UniquenessScope, notUnique))
	m.DisplayName = attrs.LocalizedValue(d.DisplayName)
	m.AllowedValues, m.values = valueSet(d.AllowedValues), d.AllowedValues
	return 0
}

// noLimit is a length without a limit: a number cannot be cleared.
const noLimit = 0

func valueSet(in []idm.AllowedValue) types.Set {
	values := make([]string, len(in))
	for i, allowed := range in {
		values[i] = allowed.Value
	}
	return attrs.TextSet(values)
}

// PatchFrom returns the differences from the state, or all values of a new definition. Current values
// of the definition keep their numbers, and so do the objects that use them.
func (m *model) PatchFrom(state, remote *model) idm.PropertyDefinitionInput {
	patch := idm.PropertyDefinitionInput{
		Name:             attrs.Patch(m.Name, state.Name),
		ClientExtID:      attrs.Patch(m.ClientExtID, state.ClientExtID),
		ApplicationExtID: attrs.Patch(m.ApplicationExtID, state.ApplicationExtID),
		Description:      attrs.Patch(m.Description, state.Description),
		Encrypted:        attrs.PatchFlag(m.Encrypted, state.Encrypted),
		Propagated:       attrs.PatchFlag(m.Propagated, state.Propagated),
		MandatoryOnGUI:   attrs.PatchFlag(m.MandatoryOnGUI, state.MandatoryOnGUI),
		StringRegex:      attrs.Patch(m.StringRegex, state.StringRegex),
		AccessCreate:     attrs.Patch(m.AccessCreate, state.AccessCreate),
		AccessModify:     attrs.Patch(m.AccessModify, state.AccessModify),
		UniquenessScope:  attrs.Patch(m.UniquenessScope, state.UniquenessScope),
		DisplayName:      attrs.PatchLocalized(m.DisplayName, state.DisplayName),
	}
	if !m.StringMaxLen.Equal(state.StringMaxLen) {
		patch.StringMaxLen = idm.Set(m.StringMaxLen.ValueInt64())
	}
	if !m.AllowedValues.Equal(state.AllowedValues) && (!m.AllowedValues.IsNull() || !state.AllowedValues.IsNull()) {
		patch.AllowedValues = idm.Set(m.allowed(remote.values))
	}
	if state.Scope.IsNull() {
		patch.Type, patch.Scope = m.Type.ValueString(), m.Scope.ValueString()
	}
	return patch
}

// allowed returns all allowed values of the plan; existing ones have their numbers. A CLI stores
// texts in Unicode normal form C.
func (m *model) allowed(now []idm.AllowedValue) []idm.AllowedValueInput {
	inputs := []idm.AllowedValueInput{}
	for _, value := range attrs.TextsOf(m.AllowedValues) {
		input := idm.AllowedValueInput{Value: value}
		if i := slices.IndexFunc(now, func(a idm.AllowedValue) bool { return norm.NFC.String(a.Value) == value }); i >= 0 {
			input = idm.AllowedValueInput{ID: now[i].ID, Value: now[i].Value}
		}
		inputs = append(inputs, input)
	}
	return inputs
}

// removed returns the allowed values of the state that the plan lacks.
func (m *model) removed(state *model) []string {
	kept := attrs.TextsOf(m.AllowedValues)
	return slices.DeleteFunc(attrs.TextsOf(state.AllowedValues), func(value string) bool { return slices.Contains(kept, value) })
}
