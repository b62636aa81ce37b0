package properties

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// model is the resource of one owner: the owner's key, whose attributes the type names, and the
// properties.
type model struct {
	of  *objecttype.Type
	key []string
	id  types.String
	attrs.OwnedProperties
}

// decode reads a plan or a state.
func decode(ctx context.Context, of *objecttype.Type, get func(context.Context, path.Path, any) diag.Diagnostics,
	diags *diag.Diagnostics) *model {
	m := &model{of: of, key: make([]string, len(of.Key))}
	for i, part := range of.Key {
		var value types.String
		diags.Append(get(ctx, path.Root(part), &value)...)
		m.key[i] = value.ValueString()
	}
	diags.Append(get(ctx, path.Root("id"), &m.id)...)
	diags.Append(get(ctx, path.Root("properties"), &m.Properties)...)
	diags.Append(get(ctx, path.Root("sensitive_properties"), &m.SensitiveProperties)...)
	return m
}

// KeyValues returns the key of the owner.
func (m *model) KeyValues() []string { return m.key }

// SetID sets the computed ID.
func (m *model) SetID(id types.String) { m.id = id }

// ToTerraform5Value returns the values of the attributes, with which the plugin framework sets a
// state.
func (m *model) ToTerraform5Value() (any, error) {
	values, failed := map[string]tftypes.Value{}, error(nil)
	for name, value := range map[string]attr.Value{
		"id": m.id, "properties": m.Properties, "sensitive_properties": m.SensitiveProperties,
	} {
		var err error
		values[name], err = value.ToTerraformValue(context.Background())
		failed = errors.Join(failed, err)
	}
	for i, part := range m.of.Key {
		values[part] = tftypes.NewValue(tftypes.String, m.key[i])
	}
	return values, failed
}
