package resourcebase

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// definitions remembers which properties each client has defined: nothing that the provider does
// changes them.
type definitions struct {
	mu       sync.Mutex
	byClient map[string]*once.Value[[]idm.PropertyDefinition]
}

func (d *definitions) of(client string) *once.Value[[]idm.PropertyDefinition] {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.byClient == nil {
		d.byClient = map[string]*once.Value[[]idm.PropertyDefinition]{}
	}
	if d.byClient[client] == nil {
		d.byClient[client] = &once.Value[[]idm.PropertyDefinition]{}
	}
	return d.byClient[client]
}

// Encrypted returns the names of the properties that a client has defined as encrypted in one of
// the scopes. There are none when the definitions cannot be read, for which the caller may lack the
// right.
func (p *Provider) Encrypted(ctx context.Context, client string, scopes ...string) map[string]bool {
	encrypted := map[string]bool{}
	for _, definition := range p.propertyDefinitions(ctx, client) {
		if definition.Encrypted != nil && *definition.Encrypted && slices.Contains(scopes, definition.Scope) {
			encrypted[definition.Name] = true
		}
	}
	return encrypted
}

// ReadOnly returns the names of the properties that nobody can change or remove: every definition
// of the name in one of the scopes forbids it. There are none when the definitions cannot be read.
func (p *Provider) ReadOnly(ctx context.Context, client string, scopes ...string) map[string]bool {
	fixed := map[string]bool{}
	for _, definition := range p.propertyDefinitions(ctx, client) {
		if !slices.Contains(scopes, definition.Scope) {
			continue
		}
		other, defined := fixed[definition.Name]
		fixed[definition.Name] = definition.AccessModify != "" && definition.AccessModify != "READ_WRITE" && (other || !defined)
	}
	return fixed
}

// propertyDefinitions reads the definitions of a client once for all resources of the run. A
// missing right stays missing; any other failure says nothing about the next call.
func (p *Provider) propertyDefinitions(ctx context.Context, client string) []idm.PropertyDefinition {
	known, err := p.definitions.of(client).Get(ctx, func(ctx context.Context) ([]idm.PropertyDefinition, error) {
		var found []idm.PropertyDefinition
		for definition, err := range p.API.PropertyDefinitions(ctx, client) {
			if errors.Is(err, idm.ErrForbidden) {
				warnUnread(ctx, client, err)
				return found, nil
			}
			if err != nil {
				return found, err
			}
			found = append(found, definition)
		}
		return found, nil
	})
	if err != nil {
		warnUnread(ctx, client, err)
	}
	return known
}

func warnUnread(ctx context.Context, client string, err error) {
	tflog.Debug(ctx, "the property definitions cannot be read, so encrypted properties are not told apart",
		map[string]any{"client": client, "error": err.Error()})
}

// WarnEncrypted warns in the plan of a key in `properties` that the client has defined as encrypted
// in one of the scopes: its value would be shown.
func (r *Resource) WarnEncrypted(ctx context.Context, resp *resource.ModifyPlanResponse, scopes ...string) {
	if resp.Plan.Raw.IsNull() || r.Provider == nil || resp.Diagnostics.HasError() {
		return
	}
	var client types.String
	var plain types.Map
	resp.Diagnostics.Append(resp.Plan.GetAttribute(ctx, path.Root("client_ext_id"), &client)...)
	resp.Diagnostics.Append(resp.Plan.GetAttribute(ctx, path.Root("properties"), &plain)...)
	if client.ValueString() == "" || len(plain.Elements()) == 0 {
		return
	}
	encrypted := r.Encrypted(ctx, client.ValueString(), scopes...)
	for _, name := range slices.Sorted(maps.Keys(plain.Elements())) {
		if encrypted[name] {
			resp.Diagnostics.AddAttributeWarning(path.Root("properties").AtMapKey(name), "Encrypted property in plain sight",
				"The property "+name+" is defined as encrypted, but `properties` shows its value in plans. Move it to `sensitive_properties`.")
		}
	}
}
