package plancheck

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// definitions remembers the property definitions of each client until this run changes one.
type definitions struct {
	mu       sync.Mutex
	byClient map[string]*once.Value[[]idm.PropertyDefinition]
	// planned holds the definitions that this run creates or changes.
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

// RegisterDefinition records a property that this run defines. Properties that are planned later
// are compared with it.
func (r *Run) RegisterDefinition(definition idm.PropertyDefinition) {
	r.definitions.mu.Lock()
	defer r.definitions.mu.Unlock()
	r.definitions.planned = append(slices.DeleteFunc(r.definitions.planned, sameDefinition(definition)), definition)
}

// ForgetDefinitions drops all definitions after this run has changed one. They are then read again.
func (r *Run) ForgetDefinitions() {
	r.definitions.mu.Lock()
	defer r.definitions.mu.Unlock()
	r.definitions.byClient, r.definitions.planned = nil, nil
}

// with returns the definitions read from a client together with the planned ones.
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

// sameDefinition reports whether another definition defines the same property. The list of a client
// may lack the owner and the application of a definition.
func sameDefinition(one idm.PropertyDefinition) func(idm.PropertyDefinition) bool {
	return func(other idm.PropertyDefinition) bool {
		return other.Name == one.Name && other.Scope == one.Scope && other.ApplicationExtID == one.ApplicationExtID
	}
}

// Encrypted returns the names of the properties that a client has defined as encrypted in one of
// the scopes. It is empty if the definitions cannot be read, for which the caller may lack the
// permission.
func (r *Run) Encrypted(ctx context.Context, client string, scopes ...string) map[string]bool {
	encrypted := map[string]bool{}
	definitions, _ := r.propertyDefinitions(ctx, client)
	for _, definition := range definitions {
		if definition.Encrypted != nil && *definition.Encrypted && slices.Contains(scopes, definition.Scope) {
			encrypted[definition.Name] = true
		}
	}
	return encrypted
}

// ReadOnly returns the names of the properties that no caller can change or remove, because every
// definition of the name in the scopes forbids it. It is empty if the definitions cannot be read.
func (r *Run) ReadOnly(ctx context.Context, client string, scopes ...string) map[string]bool {
	fixed := map[string]bool{}
	definitions, _ := r.propertyDefinitions(ctx, client)
	for _, definition := range definitions {
		if !slices.Contains(scopes, definition.Scope) {
			continue
		}
		other, defined := fixed[definition.Name]
		fixed[definition.Name] = !writable(definition) && (other || !defined)
	}
	return fixed
}

// propertyDefinitions reads the definitions of a client once for all resources of the run, and
// reports whether all of them are known. A missing permission is remembered; after any other
// failure the next call reads again.
func (r *Run) propertyDefinitions(ctx context.Context, client string) (all []idm.PropertyDefinition, known bool) {
	read, err := r.definitions.of(client).Get(ctx, func(ctx context.Context) ([]idm.PropertyDefinition, error) {
		found := []idm.PropertyDefinition{}
		for definition, err := range idm.Readable(r.api.PropertyDefinitions(ctx, client)) {
			if errors.Is(err, idm.ErrForbidden) {
				warnUnread(ctx, client, err)
				return nil, nil
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
	return r.definitions.with(read, client), err == nil && read != nil
}

func warnUnread(ctx context.Context, client string, err error) {
	tflog.Debug(ctx, "the property definitions cannot be read, so encrypted properties are not distinguished",
		map[string]any{"client": client, "error": err.Error()})
}

// refuseProperties refuses a key in `properties` that is defined as encrypted, because the plan
// would show its value, and a new value for a read-only property.
func (p *Planned) refuseProperties() {
	scopes := p.of.PropertyScopes
	if scopes == nil || p.resp.Plan.Raw.IsNull() {
		return
	}
	client := p.Text(clientPart)
	if client == "" {
		return
	}
	encrypted, fixed := p.run.Encrypted(p.ctx, client, scopes...), p.run.ReadOnly(p.ctx, client, scopes...)
	for _, attribute := range []string{"properties", "sensitive_properties"} {
		values, before := elementsOf(p.after(attribute)), elementsOf(p.before(attribute))
		for _, name := range slices.Sorted(maps.Keys(values)) {
			at := path.Root(attribute).AtMapKey(name)
			if attribute == "properties" && encrypted[name] {
				p.Refuse(at, "Encrypted property in plaintext", "The property "+name+
					" is defined as encrypted, but `properties` shows its value in plans and their logs. Nothing was sent. Move it to "+
					"`sensitive_properties`.")
			}
			if had, ok := before[name]; fixed[name] && (!ok || !had.Equal(values[name])) {
				p.Refuse(at, "Read-only property",
					fmt.Sprintf("The property %q is read-only in the service, so the apply would fail. Nothing was sent. Remove it from "+
						"the configuration.", name))
			}
		}
	}
}
