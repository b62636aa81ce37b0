package acctest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// workspace is a root module with its state, which runs in this process: each run calls the provider
// in the order and with the values of a CLI. With IDM_ACC_CLI=all the same tests run through a CLI,
// and TestWorkspace compares both.
type workspace struct {
	t       testing.TB
	service *Service
	config  *configuration
	state   *state
	// server runs all runs, one after the other: each configures it, which is all that it remembers.
	server *Protocol
}

// state contains the instances of resources and the values of data sources by address.
type state struct {
	objects map[string]*object
	data    map[string]cty.Value
	outputs map[string]cty.Value
}

// object is an instance of a resource. needs lists the addresses of the resources that must outlive
// it.
type object struct {
	Instance
	block       string
	needs       []string
	createFirst bool
}

func (s *state) clone() *state {
	c := &state{objects: map[string]*object{}, data: maps.Clone(s.data), outputs: maps.Clone(s.outputs)}
	for address, o := range s.objects {
		copied := *o
		c.objects[address] = &copied
	}
	return c
}

// instance is an instance of a block: its index in an address, and the value of count.
type instance struct {
	index string
	scope map[string]cty.Value
}

// running is one run of the provider.
type running struct {
	*workspace
	p *Protocol

	mu        sync.Mutex
	state     *state
	instances map[string][]instance
	errors    []string
}

// recorded returns the addresses of the instances of a block in the state.
func (r *running) recorded(block string) (addresses []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for address, o := range r.state.objects {
		if o.block == block {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// open starts a run with a state. It reports an error of the provider's configuration.
func (w *workspace) open(s *state) *running {
	if w.server == nil {
		w.server = unconfigured(w.t, w.service.transport)
	}
	p := *w.server
	r := &running{workspace: w, p: &p, state: s, instances: map[string][]instance{}}
	schema := r.p.schemas.Provider
	for _, block := range w.config.provider {
		value, diags := w.config.object(schema.Block, block.Body, nil, nil)
		if r.hcl(`provider["idm"]`, diags) {
			return r
		}
		r.p.config = fromCty(w.t, value, languageType(schema))
	}
	if r.p.config == nil {
		r.p.config = encode(w.t, nil)
	}
	validated, err := r.p.server.ValidateProviderConfig(r.p.ctx, &tfprotov6.ValidateProviderConfigRequest{Config: r.p.config})
	if err != nil {
		w.t.Fatal(err)
	}
	if !r.report(`provider["idm"]`, validated.Diagnostics) {
		r.report(`provider["idm"]`, r.p.configure(w.t))
	}
	return r
}

// report adds the errors of an object, in the form of a CLI, and its warnings, and reports whether
// there is an error.
func (r *running) report(address string, diags Diagnostics) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			r.errors = append(r.errors, fmt.Sprintf("Error: %s\n\n  with %s, %s\n\n%s\n", d.Summary, address, d.Attribute, d.Detail))
		} else {
			r.service.warned = append(r.service.warned, fmt.Sprintf("Warning: %s: %s %s", d.Summary, d.Detail, d.Attribute))
		}
	}
	return diags.HasError()
}

// hcl works like report for an error of the configuration language.
func (r *running) hcl(address string, diags hcl.Diagnostics) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			text := fmt.Sprintf("Error: %s\n\n  on %s, in %s:\n\n%s\n", d.Summary, configurationFile, address, d.Detail)
			r.errors = append(r.errors, text)
		}
	}
	return diags.HasErrors()
}

func (r *running) err() error {
	if len(r.errors) == 0 {
		return nil
	}
	slices.Sort(r.errors)
	return fmt.Errorf("%s", strings.Join(r.errors, "\n")) //nolint:err113 // The text of a CLI.
}

func (r *running) at(address string) *object {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.objects[address]
}

// put stores an object, or removes one that does not exist.
func (r *running) put(address string, o *object) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if o.Values == nil {
		delete(r.state.objects, address)
		return
	}
	r.state.objects[address] = o
}

func (r *running) putData(address string, value cty.Value) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.data[address] = value
}

func (r *running) dataAt(address string) cty.Value {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.data[address]
}

// schema returns the schema of a block.
func (r *running) schema(d *declared) *tfprotov6.Schema {
	if d.data {
		return r.p.schemas.DataSourceSchemas[d.of]
	}
	return r.p.schemas.ResourceSchemas[d.of]
}

func (r *running) typeOf(d *declared) cty.Type { return languageType(r.schema(d)) }

// expand returns the instances of a block.
func (r *running) expand(d *declared, lookup func(string) cty.Value) ([]instance, bool) {
	instances := []instance{{}}
	if d.count != nil {
		value, diags := r.config.value(d.count, lookup, nil)
		if r.hcl(d.address, diags) {
			return nil, false
		}
		if !value.IsKnown() {
			return nil, !r.hcl(d.address, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Invalid count argument"}})
		}
		count, _ := value.AsBigFloat().Int64()
		instances = nil
		for i := range count {
			key := cty.NumberIntVal(i)
			number := cty.ObjectVal(map[string]cty.Value{"index": key})
			instances = append(instances, instance{index(key), map[string]cty.Value{"count": number}})
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.instances[d.address] = instances
	return instances, true
}

// combined returns the value of a block from the values of its instances.
func (r *running) combined(address string, of func(address string) cty.Value) cty.Value {
	d := r.config.blocks[address]
	r.mu.Lock()
	instances := r.instances[address]
	r.mu.Unlock()
	if d.count == nil {
		return of(address)
	}
	elements := make([]cty.Value, len(instances))
	for i, instance := range instances {
		elements[i] = of(address + instance.index)
	}
	return cty.TupleVal(elements)
}

// inState returns the value of an instance in the state.
func (r *running) inState(address string) cty.Value {
	if o := r.at(address); o != nil {
		return toCty(r.t, o.state, languageType(r.p.schemas.ResourceSchemas[o.Type]))
	}
	if value := r.dataAt(address); value != cty.NilVal {
		return value
	}
	return cty.DynamicVal
}

// evaluate returns the configuration of an instance. Ignored attributes keep the values of the
// object.
func (r *running) evaluate(d *declared, in instance, o *object, lookup func(string) cty.Value) (cty.Value, bool) {
	config, diags := r.config.object(r.schema(d).Block, d.body, lookup, in.scope)
	if r.hcl(d.address, diags) {
		return cty.NilVal, false
	}
	if len(d.ignored) > 0 && o != nil && o.Values != nil {
		prior, members := toCty(r.t, o.state, r.typeOf(d)), config.AsValueMap()
		for name := range members {
			if slices.Contains(d.ignored, name) || slices.Contains(d.ignored, "all") {
				members[name] = prior.GetAttr(name)
			}
		}
		config = cty.ObjectVal(members)
	}
	return config, true
}

// closure returns the addresses of all blocks on which a block depends.
func (c *configuration) closure(d *declared) []string {
	found := map[string]bool{}
	var add func(d *declared)
	add = func(d *declared) {
		for _, address := range d.needs {
			if of := c.blocks[address]; of != nil && !found[address] {
				found[address] = true
				add(of)
			}
		}
	}
	add(d)
	return slices.Sorted(maps.Keys(found))
}
