package planchecks

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// definitions remembers the property definitions of each client until this run changes one.
type definitions struct {
	byClient sharedfetch.Map[string, clientDefinitions]
	mu       sync.Mutex
	// planned holds the definitions that this run creates or changes.
	planned []idm.PropertyDefinition
}

// clientDefinitions are the definitions of a client that the caller can read.
type clientDefinitions struct {
	all []idm.PropertyDefinition
	// complete reports that no other definition exists.
	complete bool
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
	r.definitions.planned = nil
	r.definitions.byClient.Clear()
}

// with returns the definitions read from a client, in which the planned ones that apply to it replace
// the current ones.
func (d *definitions) with(read []idm.PropertyDefinition, client string) []idm.PropertyDefinition {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := slices.Clone(read)
	for _, planned := range d.planned {
		if planned.ClientExtID == client || planned.ClientExtID == "" {
			all = append(slices.DeleteFunc(all, sameDefinition(planned)), planned)
		}
	}
	return all
}

// namedIn returns the definitions in the scopes by the name of the property.
func namedIn(all []idm.PropertyDefinition, scopes []string) map[string][]idm.PropertyDefinition {
	named := map[string][]idm.PropertyDefinition{}
	for _, definition := range all {
		if slices.Contains(scopes, definition.Scope) {
			named[definition.Name] = append(named[definition.Name], definition)
		}
	}
	return named
}

// sameDefinition reports whether another definition defines the same property. The list of a client
// may lack the owner and the application of a definition.
func sameDefinition(one idm.PropertyDefinition) func(idm.PropertyDefinition) bool {
	return func(other idm.PropertyDefinition) bool {
		return other.Name == one.Name && other.Scope == one.Scope && other.ApplicationExtID == one.ApplicationExtID
	}
}

// Encrypted returns a function that reports by name whether the values of a property are secrets:
// one of its definitions in the scopes is encrypted, in the service or in the plan, or no definition
// shows that it is not. Every property is a secret if the caller cannot read all definitions. Any
// other failure to read them is an error.
func (r *Run) Encrypted(ctx context.Context, client string, scopes ...string) (secret func(name string) bool, err error) {
	read, err := r.readDefinitions(ctx, client)
	if err != nil {
		return nil, err
	}
	defined := namedIn(slices.Concat(read.all, r.definitions.with(nil, client)), scopes)
	return func(name string) bool {
		return !read.complete || len(defined[name]) == 0 || slices.ContainsFunc(defined[name], encrypted)
	}, nil
}

// encrypted reports whether a definition makes its values secrets. A definition does so only
// explicitly: the default of the service is false.
func encrypted(definition idm.PropertyDefinition) bool {
	return definition.Encrypted != nil && *definition.Encrypted
}

// ReadOnly returns the names of the properties that no caller can change or remove, because every
// definition of the name in the scopes forbids it. It is empty unless all definitions can be read:
// the service then decides.
func (r *Run) ReadOnly(ctx context.Context, client string, scopes ...string) map[string]bool {
	fixed := map[string]bool{}
	read, err := r.readDefinitions(ctx, client)
	if err != nil || !read.complete {
		return fixed
	}
	for name, defined := range namedIn(r.definitions.with(read.all, client), scopes) {
		fixed[name] = !slices.ContainsFunc(defined, writable)
	}
	return fixed
}

// readDefinitions reads the definitions of a client once for all resources of the run. They are
// incomplete if the caller lacks the permission, the release lacks the operation, a definition
// cannot be decoded or has no name, or the client does not exist yet. Any other failure is an
// error. The next call reads again after an error, and for a missing client.
func (r *Run) readDefinitions(ctx context.Context, client string) (clientDefinitions, error) {
	read, err := r.definitions.byClient.Get(ctx, client, func(ctx context.Context) (clientDefinitions, error) {
		all, err := idm.Complete(r.api.PropertyDefinitions(ctx, client))
		if err == nil && slices.ContainsFunc(all, nameless) {
			return clientDefinitions{all: all}, nil
		}
		if errors.Is(err, idm.ErrForbidden) || errors.Is(err, idm.ErrNoOperation) || idm.OneObject(err) {
			tflog.Warn(ctx, "not all property definitions can be read, so every property counts as encrypted",
				map[string]any{"client": client, "error": err.Error()})
			return clientDefinitions{all: all}, nil
		}
		return clientDefinitions{all, err == nil}, err
	})
	if errors.Is(err, idm.ErrNoRecord) {
		return clientDefinitions{}, nil
	}
	return read, err
}

// nameless reports whether a definition does not show which property it defines.
func nameless(definition idm.PropertyDefinition) bool {
	return definition.Name == "" || definition.Scope == ""
}

// ReadProperties updates owned properties from the values of the service. After an import, which
// owns none yet, all of them are owned.
func (r *Run) ReadProperties(
	ctx context.Context, client string, scopes []string, owned *attrs.OwnedProperties, values map[string]string,
) error {
	if owned.Imported() {
		return r.OwnProperties(ctx, client, scopes, owned, values)
	}
	before := *owned
	owned.Read(values, attrs.OwnedProperties{})
	return r.HideSecrets(ctx, client, scopes, before, owned)
}

// OwnProperties makes owned hold all values of the service: secrets in `sensitive_properties`.
func (r *Run) OwnProperties(
	ctx context.Context, client string, scopes []string, owned *attrs.OwnedProperties, values map[string]string,
) error {
	var secret func(string) bool
	var err error
	if len(values) > 0 {
		secret, err = r.Encrypted(ctx, client, scopes...)
	}
	if err == nil {
		owned.Own(values, secret)
	}
	return err
}

// HideSecrets moves secrets that the state before did not show to `sensitive_properties`. A plan
// then shows the name and not the value.
func (r *Run) HideSecrets(ctx context.Context, client string, scopes []string, before attrs.OwnedProperties, owned *attrs.OwnedProperties) error {
	shown := owned.Shows(before)
	if len(shown) == 0 {
		return nil
	}
	secret, err := r.Encrypted(ctx, client, scopes...)
	if err == nil {
		owned.Hide(slices.DeleteFunc(shown, func(name string) bool { return !secret(name) }))
	}
	return err
}

// checkProperties refuses properties that Check refuses, a key in `properties` that is defined as
// encrypted, because the plan would show its value, and a new value for a read-only property. It
// compares other new values with their definitions, if they can be read.
func (p *Planned) checkProperties() {
	client := p.Text(clientPart)
	if p.of.PropertyScopes == nil || p.removed() {
		return
	}
	if !p.unchanged {
		properties, _ := p.after("properties").(types.Map)
		sensitive, _ := p.after("sensitive_properties").(types.Map)
		p.Append(attrs.OwnedProperties{Properties: properties, SensitiveProperties: sensitive}.Check())
	}
	if client == "" {
		return
	}
	read, err := p.run.readDefinitions(p.ctx, client)
	p.checkUnread(client, read.complete, err)
	defined := namedIn(p.run.definitions.with(read.all, client), p.of.PropertyScopes)
	for _, attribute := range []string{"properties", "sensitive_properties"} {
		values, changed, secret := elementsOf(p.after(attribute)), p.newValues(attribute), attribute == "sensitive_properties"
		for _, name := range slices.Sorted(maps.Keys(values)) {
			at, of := path.Root(attribute).AtMapKey(name), defined[name]
			_, isNew := slices.BinarySearch(changed, name)
			switch {
			case !secret && slices.ContainsFunc(of, encrypted):
				p.Protect(at, "Encrypted property in plaintext", "The property "+name+" is defined as encrypted, but `properties` shows "+
					"its value in plans and their logs. Nothing was sent. Move it to `sensitive_properties`.")
			case !isNew || !read.complete:
			case len(of) > 0 && !slices.ContainsFunc(of, writable):
				p.Refuse(at, "Read-only property", fmt.Sprintf("The property %q is read-only in the service, so the apply would fail. "+
					"Nothing was sent. Remove it from the configuration.", name))
			case p.begins() && p.looks() && !p.run.writing():
				value, _ := values[name].(types.String)
				p.inspectProperty(at, secret, name, value, defined)
			}
		}
	}
}

// newValues returns the names in a map of properties whose values the plan changes, sorted.
func (p *Planned) newValues(attribute string) []string {
	if p.unchanged {
		return nil
	}
	values, before := elementsOf(p.after(attribute)), elementsOf(p.before(attribute))
	return slices.DeleteFunc(slices.Sorted(maps.Keys(values)), func(name string) bool {
		had, ok := before[name]
		return ok && had.Equal(values[name])
	})
}

// checkUnread refuses new values in `properties` whose definitions cannot be read, because the plan
// would show them, and only warns if no repetition makes the definitions readable.
func (p *Planned) checkUnread(client string, complete bool, err error) {
	at, shown := path.Root("properties"), suggest.Quoted(p.newValues("properties"))
	switch {
	case shown == "" || p.unread:
	case err != nil:
		p.Protect(at, "Properties in plaintext", fmt.Sprintf("The plan would show new values of %s, and the property definitions could "+
			"not be read, so it is not known which of them are encrypted. Nothing was sent. Plan again, or move secrets to "+
			"`sensitive_properties`.\n\n%s.", shown, strings.TrimSuffix(err.Error(), ".")))
	case !complete:
		p.resp.Diagnostics.AddAttributeWarning(at, "Properties in plaintext", fmt.Sprintf("The plan shows new values of %s. This caller "+
			"cannot read all property definitions of the client %q, so it is not known which of them are encrypted. Move secrets to "+
			"`sensitive_properties`.", shown, client))
	}
}
