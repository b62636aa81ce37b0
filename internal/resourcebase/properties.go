package resourcebase

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// definitions remembers which properties each client has defined, until this run changes one.
type definitions struct {
	mu       sync.Mutex
	byClient map[string]*once.Value[[]idm.PropertyDefinition]
	// planned are those that this run creates or changes.
	planned []idm.PropertyDefinition
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

// PlanDefinition notes a property that this run defines: the properties planned after it are held
// against it.
func (p *Provider) PlanDefinition(definition idm.PropertyDefinition) {
	p.definitions.mu.Lock()
	defer p.definitions.mu.Unlock()
	p.definitions.planned = append(slices.DeleteFunc(p.definitions.planned, sameDefinition(definition)), definition)
}

// DefinitionsChanged says that this run changed a definition, so that all are read again.
func (p *Provider) DefinitionsChanged() {
	p.definitions.mu.Lock()
	defer p.definitions.mu.Unlock()
	p.definitions.byClient, p.definitions.planned = nil, nil
}

// with are the definitions that were read of a client, with those that this run plans.
func (d *definitions) with(read []idm.PropertyDefinition, client string) []idm.PropertyDefinition {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := read
	for _, planned := range d.planned {
		if planned.ClientExtID == client || planned.ClientExtID == "" {
			all = append(slices.DeleteFunc(slices.Clone(all), sameDefinition(planned)), planned)
		}
	}
	return all
}

// sameDefinition reports whether another definition is of the same property. The list of a client
// may not tell whether a definition is its own, nor for which application it is.
func sameDefinition(one idm.PropertyDefinition) func(idm.PropertyDefinition) bool {
	return func(other idm.PropertyDefinition) bool {
		return other.Name == one.Name && other.Scope == one.Scope && other.ApplicationExtID == one.ApplicationExtID
	}
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
		fixed[definition.Name] = !writable(definition) && (other || !defined)
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
	return p.definitions.with(known, client)
}

func warnUnread(ctx context.Context, client string, err error) {
	tflog.Debug(ctx, "the property definitions cannot be read, so encrypted properties are not distinguished",
		map[string]any{"client": client, "error": err.Error()})
}

// RefuseProperties refuses in the plan a key in `properties` that the client has defined as
// encrypted in one of the scopes, as its value would be shown, and a new value of one that is
// read-only.
func (r *Resource) RefuseProperties(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
	scopes ...string) {
	if resp.Plan.Raw.IsNull() || r.Provider == nil || resp.Diagnostics.HasError() {
		return
	}
	p := r.newPlanned(ctx, req, resp)
	client := p.Text(clientPart)
	if client == "" {
		return
	}
	encrypted, fixed := r.Encrypted(ctx, client, scopes...), r.ReadOnly(ctx, client, scopes...)
	for _, attribute := range []string{"properties", "sensitive_properties"} {
		values, before := elementsOf(p.plan(attribute)), elementsOf(p.state(attribute))
		for _, name := range slices.Sorted(maps.Keys(values)) {
			at := path.Root(attribute).AtMapKey(name)
			if attribute == "properties" && encrypted[name] {
				p.Refuse(at, "Encrypted property in plain sight", "The property "+name+" is defined as encrypted, but `properties` shows its "+
					"value in plans and their logs. Nothing was sent. Move it to `sensitive_properties`.")
			}
			if had, ok := before[name]; fixed[name] && (!ok || !had.Equal(values[name])) {
				p.Refuse(at, "Read-only property", fmt.Sprintf("The property %q is read-only in the service, so the apply would fail. Nothing was "+
					"sent. Take it out of the configuration.", name))
			}
		}
	}
}
