package acctest

import (
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// plan is a plan of a workspace: the changes by address, and the state that was refreshed for it.
type plan struct {
	state     *state
	changes   map[string]*change
	outputs   map[string]cty.Value
	instances map[string][]instance
}

// change is a planned change of an instance.
type change struct {
	block     *declared
	in        instance
	of        string
	actions   tfjson.Actions
	planned   Planned
	before    Values
	after     cty.Value
	importing bool
}

// planning is a run that plans.
type planning struct {
	*running
	*plan
	refresh bool
}

// builtIn is the resource that the CLIs have themselves.
const builtIn = "terraform_data"

// plan plans the configuration, or a destroy of all objects.
func (w *workspace) plan(refresh, destroy bool) (*plan, error) {
	if !destroy {
		if err := w.validate(); err != nil {
			return nil, err
		}
	}
	prior := w.state.clone()
	p := &planning{w.open(prior), &plan{prior, map[string]*change{}, map[string]cty.Value{}, nil}, refresh}
	if err := p.err(); err != nil {
		return nil, err
	}
	p.plan.instances = p.running.instances
	nodes, by := []*node(nil), map[string]*node{}
	for address, d := range w.config.blocks {
		if destroy {
			break
		}
		n := &node{address: address, run: func() bool { return p.block(d) }}
		nodes, by[address] = append(nodes, n), n
	}
	for address, n := range by {
		for _, before := range w.config.blocks[address].needs {
			n.after = append(n.after, by[before])
		}
	}
	for address, o := range prior.clone().objects {
		if by[o.block] == nil {
			nodes = append(nodes, &node{address: address, run: func() bool { return p.orphan(address) }})
		}
	}
	walk(w.t, nodes, w.service.order)
	if len(p.errors) == 0 && !destroy {
		p.planOutputs()
	}
	return p.plan, p.err()
}

// validate checks the configuration before any request. All references are unknown.
func (w *workspace) validate() error {
	r := &running{workspace: w, p: validator(w.t)}
	unknown := func(string) cty.Value { return cty.DynamicVal }
	scope := map[string]cty.Value{"count": cty.DynamicVal}
	for _, d := range w.config.blocks {
		if d.of == builtIn {
			continue
		}
		if r.schema(d) == nil {
			w.t.Fatalf("%s is not a type of the provider", d.of)
		}
		config, ok := r.evaluate(d, instance{scope: scope}, nil, unknown)
		if !ok {
			continue
		}
		r.report(d.address, r.validateOne(d, fromCty(w.t, config, r.typeOf(d))))
	}
	return r.err()
}

func (r *running) validateOne(d *declared, config *tfprotov6.DynamicValue) Diagnostics {
	var diags []*tfprotov6.Diagnostic
	if d.data {
		validated, err := r.p.server.ValidateDataResourceConfig(r.p.ctx,
			&tfprotov6.ValidateDataResourceConfigRequest{TypeName: d.of, Config: config})
		if err != nil {
			r.t.Fatal(err)
		}
		diags = validated.Diagnostics
	} else {
		validated, err := r.p.server.ValidateResourceConfig(r.p.ctx, &tfprotov6.ValidateResourceConfigRequest{
			TypeName: d.of, Config: config,
			ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
		})
		if err != nil {
			r.t.Fatal(err)
		}
		diags = validated.Diagnostics
	}
	return diags
}

// block plans the instances of a block, and the destroys of those that it no longer has.
func (p *planning) block(d *declared) bool {
	instances, ok := p.expand(d, p.lookup)
	if !ok {
		return false
	}
	results, all := make([]bool, len(instances)), sync.WaitGroup{}
	for i, in := range instances {
		all.Go(func() {
			switch {
			case d.of == builtIn:
				results[i] = p.builtIn(d, in)
			case d.data:
				results[i] = p.read(d, in)
			default:
				results[i] = p.resource(d, in)
			}
		})
	}
	destroyed := true
	for _, address := range p.recorded(d.address) {
		if !slices.ContainsFunc(instances, func(in instance) bool { return address == d.address+in.index }) {
			destroyed = p.orphan(address) && destroyed
		}
	}
	all.Wait()
	return destroyed && !slices.Contains(results, false)
}

// lookup returns the planned value of a block.
func (p *planning) lookup(address string) cty.Value {
	return p.combined(address, func(address string) cty.Value {
		p.mu.Lock()
		c := p.changes[address]
		p.mu.Unlock()
		if c != nil {
			return c.after
		}
		return p.inState(address)
	})
}

func (p *planning) add(address string, c *change) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes[address] = c
}

// recall decodes an object of the state, and refreshes it.
func (p *planning) recall(address string, o *object) bool {
	o.Recall(p.t, p.p, o.Tainted)
	if p.refresh {
		if tainted := o.Tainted; !p.report(address, o.Refresh(p.t, p.p)) {
			o.Tainted = tainted
		} else {
			return false
		}
	}
	p.put(address, o)
	return true
}

// resource plans an instance of a resource.
func (p *planning) resource(d *declared, in instance) bool {
	address := d.address + in.index
	o, c := p.at(address), &change{block: d, in: in, of: d.of}
	switch {
	case o != nil:
		if !p.recall(address, o) {
			return false
		}
	case p.config.imports[address] != nil:
		var ok bool
		if o, ok = p.take(d, address); !ok {
			return false
		}
		c.importing = true
	}
	if o == nil || o.Values == nil {
		o = &object{Instance: Instance{Type: d.of}}
	}
	config, ok := p.evaluate(d, in, o, p.lookup)
	if !ok {
		return false
	}
	c.before = o.Values
	plan := o.plan
	if o.Tainted {
		plan = o.planTainted
	}
	var diags Diagnostics
	if c.planned, diags = plan(p.t, p.p, fromCty(p.t, config, p.typeOf(d))); address == p.service.replaced {
		diags = append(diags, o.PlanSuccessor(p.t, p.p, &c.planned)...)
	}
	if p.report(address, diags) {
		return false
	}
	c.after = toCty(p.t, c.planned.response.PlannedState, p.typeOf(d))
	switch {
	case o.Values == nil:
		c.actions = tfjson.Actions{tfjson.ActionCreate}
	case c.planned.Replaces:
		c.after = toCty(p.t, c.planned.successor.PlannedState, p.typeOf(d))
		c.actions = tfjson.Actions{tfjson.ActionDelete, tfjson.ActionCreate}
		if d.createFirst {
			slices.Reverse(c.actions)
		}
	case c.after.RawEquals(toCty(p.t, o.state, p.typeOf(d))):
		c.actions = tfjson.Actions{tfjson.ActionNoop}
	default:
		c.actions = tfjson.Actions{tfjson.ActionUpdate}
	}
	p.add(address, c)
	return true
}

// take imports the object of an import block.
func (p *planning) take(d *declared, address string) (*object, bool) {
	o := &object{Instance: Instance{Type: d.of}, block: d.address, needs: p.config.closure(d), createFirst: d.createFirst}
	var diags Diagnostics
	if id := p.config.imports[address]["id"]; id != nil {
		value, problems := p.config.value(id.Expr, p.lookup, nil)
		if p.hcl(address, problems) {
			return nil, false
		}
		diags = o.Import(p.t, p.p, value.AsString())
	} else {
		value, problems := p.config.value(p.config.imports[address]["identity"].Expr, p.lookup, nil)
		if p.hcl(address, problems) {
			return nil, false
		}
		identity := Values{}
		for name, member := range value.AsValueMap() {
			identity[name] = member.AsString()
		}
		diags = o.ImportIdentity(p.t, p.p, identity)
	}
	if p.report(address, diags) || p.report(address, o.Refresh(p.t, p.p)) {
		return nil, false
	}
	if o.Values == nil {
		return nil, !p.hcl(address, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Cannot import non-existent remote object"}})
	}
	p.put(address, o)
	return o, true
}

// orphan plans the destroy of an object that is not declared.
func (p *planning) orphan(address string) bool {
	o := p.at(address)
	c := &change{of: o.Type, after: cty.NullVal(cty.DynamicPseudoType), actions: tfjson.Actions{tfjson.ActionDelete}}
	if slices.Contains(p.config.removed, o.block) {
		o.Recall(p.t, p.p, false)
		c.before, c.actions = o.Values, tfjson.Actions{tfjson.ActionForget}
		p.add(address, c)
		return true
	}
	if !p.recall(address, o) {
		return false
	}
	if o.Values == nil {
		return true
	}
	c.before = o.Values
	var diags Diagnostics
	if c.planned, diags = o.plan(p.t, p.p, null); p.report(address, diags) {
		return false
	}
	p.add(address, c)
	return true
}

// read reads a data source, or leaves this to the apply if its arguments are unknown or a block to
// which it refers changes.
func (p *planning) read(d *declared, in instance) bool {
	address := d.address + in.index
	config, ok := p.evaluate(d, in, nil, p.lookup)
	if !ok {
		return false
	}
	if config.IsWhollyKnown() && !p.changing(d.needs) {
		return p.readNow(d, address, config)
	}
	members := config.AsValueMap()
	for _, attribute := range p.schema(d).Block.Attributes {
		if attribute.Computed && members[attribute.Name].IsNull() {
			members[attribute.Name] = cty.UnknownVal(members[attribute.Name].Type())
		}
	}
	p.add(address, &change{block: d, in: in, of: d.of, after: cty.ObjectVal(members), actions: tfjson.Actions{tfjson.ActionRead}})
	return true
}

// changing reports whether one of the blocks has a planned change.
func (p *planning) changing(blocks []string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for address, c := range p.changes {
		at, _, _ := strings.Cut(address, "[")
		if slices.Contains(blocks, at) && !c.actions.NoOp() {
			return true
		}
	}
	return false
}

func (r *running) readNow(d *declared, address string, config cty.Value) bool {
	encoded := fromCty(r.t, config, r.typeOf(d))
	if r.report(address, r.validateOne(d, encoded)) {
		return false
	}
	read, err := r.p.server.ReadDataSource(r.p.ctx, &tfprotov6.ReadDataSourceRequest{TypeName: d.of, Config: encoded})
	if err != nil {
		r.t.Fatal(err)
	}
	if r.report(address, read.Diagnostics) {
		return false
	}
	r.putData(address, toCty(r.t, read.State, r.typeOf(d)))
	return true
}

// builtIn plans a terraform_data: its ID and output are unknown until the apply.
func (p *planning) builtIn(d *declared, in instance) bool {
	address := d.address + in.index
	input, prior := cty.NullVal(cty.DynamicPseudoType), p.dataAt(address)
	if given := d.body.Attributes["input"]; given != nil {
		var diags hcl.Diagnostics
		if input, diags = p.config.value(given.Expr, p.lookup, in.scope); p.hcl(address, diags) {
			return false
		}
	}
	c := &change{block: d, in: in, of: d.of, actions: tfjson.Actions{tfjson.ActionNoop}, after: prior}
	if prior == cty.NilVal || !prior.GetAttr("input").RawEquals(input) {
		c.actions = tfjson.Actions{tfjson.ActionUpdate}
		if prior == cty.NilVal {
			c.actions = tfjson.Actions{tfjson.ActionCreate}
		}
		c.after = cty.ObjectVal(map[string]cty.Value{
			"id": cty.UnknownVal(cty.String), "input": input, "output": cty.UnknownVal(input.Type()),
		})
	}
	p.add(address, c)
	return true
}

func (p *planning) planOutputs() {
	for name, expr := range p.config.outputs {
		value, diags := p.config.value(expr, p.lookup, nil)
		p.hcl("output."+name, diags)
		p.outputs[name] = value
	}
}

// empty reports whether a plan changes neither an object nor an output of the state.
func (p *plan) empty(before *state) bool {
	for _, c := range p.changes {
		if !c.actions.NoOp() && !c.actions.Read() {
			return false
		}
	}
	if len(p.outputs) != len(before.outputs) {
		return false
	}
	for name, value := range p.outputs {
		if prior, exists := before.outputs[name]; !exists || !value.RawEquals(prior) {
			return false
		}
	}
	return true
}
