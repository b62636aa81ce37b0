package acctest

import (
	"fmt"
	"maps"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// applying is a run that applies a plan.
type applying struct {
	*running
	plan *plan
	// replaced contains the objects whose successors are created first.
	replaced map[string]*object
}

// apply applies a plan. The state contains what the provider returned, even after a failure.
func (w *workspace) apply(p *plan) error {
	w.state = p.state.clone()
	a := &applying{running: w.open(w.state), plan: p, replaced: map[string]*object{}}
	if err := a.err(); err != nil {
		return err
	}
	a.instances = maps.Clone(p.instances)
	walk(w.t, a.nodes(), w.service.order)
	maps.DeleteFunc(w.state.data, func(address string, _ cty.Value) bool {
		return p.changes[address] == nil && !slices.ContainsFunc(slices.Collect(maps.Values(w.config.blocks)), func(d *declared) bool {
			return slices.ContainsFunc(p.instances[d.address], func(in instance) bool { return d.address+in.index == address })
		})
	})
	if len(a.errors) == 0 {
		w.state.outputs = map[string]cty.Value{}
		for name, expr := range w.config.outputs {
			value, diags := w.config.value(expr, a.lookup, nil)
			a.hcl("output."+name, diags)
			w.state.outputs[name] = value
		}
	}
	return a.err()
}

func (a *applying) lookup(address string) cty.Value { return a.combined(address, a.inState) }

// nodes returns the operations in the order of a CLI: an object is made after what it refers to, and
// destroyed after what referred to it. A replaced object is destroyed before its successor is made
// and before its dependents change, or after them with create_before_destroy.
func (a *applying) nodes() []*node {
	makes, ends := map[string]*node{}, map[string]*node{}
	for address, c := range a.plan.changes {
		if c.block != nil {
			makes[address] = &node{address: address, run: func() bool { return a.make(address, c) }}
		}
		if c.actions.Delete() || c.actions.Replace() {
			ends[address] = &node{address: address, run: func() bool { return a.end(address, c) }}
		} else if c.actions.Forget() {
			delete(a.state.objects, address)
		}
	}
	for address, n := range makes {
		needs := a.config.closure(a.plan.changes[address].block)
		for other, before := range makes {
			if slices.Contains(needs, a.plan.changes[other].block.address) {
				n.after = append(n.after, before)
			}
		}
	}
	for address, end := range ends {
		a.order(address, end, makes, ends)
	}
	return append(slices.Collect(maps.Values(makes)), slices.Collect(maps.Values(ends))...)
}

// order orders the destroy of an object.
func (a *applying) order(address string, end *node, makes, ends map[string]*node) {
	of := a.state.objects[address]
	late := of.createFirst
	if d := a.config.blocks[of.block]; d != nil {
		late = d.createFirst
	}
	for other, by := range ends {
		if slices.Contains(a.state.objects[other].needs, of.block) && other != address {
			end.after = append(end.after, by)
		}
	}
	if own := makes[address]; own != nil && late {
		end.after = append(end.after, own)
	} else if own != nil {
		own.after = append(own.after, end)
	}
	for other, by := range makes {
		made, object := a.plan.changes[other], a.state.objects[other]
		depended := object != nil && slices.Contains(object.needs, of.block)
		switch {
		case other == address:
		case late && (depended || slices.Contains(a.config.closure(made.block), of.block)):
			end.after = append(end.after, by)
		case !late && depended && !made.actions.NoOp():
			by.after = append(by.after, end)
		case !late && slices.Contains(of.needs, made.block.address):
			by.after = append(by.after, end)
		}
	}
}

// end destroys an object.
func (a *applying) end(address string, c *change) bool {
	o, planned := a.at(address), c.planned
	if replaced := a.replaced[address]; replaced != nil {
		var diags Diagnostics
		if planned, diags = replaced.plan(a.t, a.p, null); a.report(address, diags) {
			return false
		}
		return !a.report(address, replaced.Apply(a.t, a.p, planned))
	}
	if c.actions.Replace() {
		planned = c.planned.Destroy()
	}
	failed := a.report(address, o.Apply(a.t, a.p, planned))
	a.put(address, o)
	return !failed
}

// make creates or updates an object, or reads a data source.
func (a *applying) make(address string, c *change) bool {
	switch {
	case c.of == builtIn:
		return a.builtIn(address, c)
	case c.actions.NoOp():
		o := a.at(address)
		o.needs, o.createFirst = a.config.closure(c.block), c.block.createFirst
		return true
	}
	old := a.at(address)
	config, ok := a.evaluate(c.block, c.in, old, a.lookup)
	if !ok {
		return false
	}
	if c.actions.Read() {
		return a.readNow(c.block, address, config)
	}
	o := &object{Instance: Instance{Type: c.of}}
	if old != nil && !c.actions.Replace() {
		o = old
	}
	o.block, o.needs, o.createFirst = c.block.address, a.config.closure(c.block), c.block.createFirst
	if old != nil && c.actions.Replace() {
		a.mu.Lock()
		a.replaced[address] = old
		a.mu.Unlock()
	}
	failed := a.change(address, c, o, fromCty(a.t, config, a.typeOf(c.block)))
	if o.Values != nil || old == nil {
		a.put(address, o)
	}
	return !failed
}

// change plans the change again with the known values, and applies it.
func (a *applying) change(address string, c *change, o *object, config *tfprotov6.DynamicValue) bool {
	planned, diags := o.plan(a.t, a.p, config)
	if a.report(address, diags) {
		return true
	}
	before := c.planned.Values
	if c.actions.Replace() {
		before = c.planned.Successor
	}
	if planned.Replaces && o.Values != nil || !conforms(before, planned.Values) {
		return a.report(address, Diagnostics{{
			Severity: tfprotov6.DiagnosticSeverityError, Summary: "Provider produced inconsistent final plan",
			Detail: fmt.Sprint(Equal(before, planned.Values)),
		}})
	}
	if planned.Empty {
		return false
	}
	return a.report(address, o.Apply(a.t, a.p, planned))
}

func (a *applying) builtIn(address string, c *change) bool {
	if c.actions.NoOp() {
		return true
	}
	input := c.after.GetAttr("input")
	if given := c.block.body.Attributes["input"]; given != nil {
		value, diags := a.config.value(given.Expr, a.lookup, c.in.scope)
		if a.hcl(address, diags) {
			return false
		}
		input = value
	}
	a.putData(address, cty.ObjectVal(map[string]cty.Value{"id": cty.StringVal("id-" + address), "input": input, "output": input}))
	return true
}

// document returns a plan in the form of `terraform show -json`.
func (p *plan) document() *tfjson.Plan {
	document := &tfjson.Plan{}
	for address, c := range p.changes {
		if c.of == builtIn || c.block != nil && c.block.data {
			continue
		}
		after := c.planned.Values
		if c.actions.Replace() {
			after = c.planned.Successor
		}
		made := &tfjson.Change{Actions: c.actions, AfterUnknown: unknowns(after)}
		if c.before != nil {
			made.Before = c.before
		}
		if after != nil {
			made.After = known(after)
		}
		if c.importing {
			made.Importing = &tfjson.Importing{}
		}
		document.ResourceChanges = append(document.ResourceChanges, &tfjson.ResourceChange{
			Address: address, Mode: tfjson.ManagedResourceMode, Type: c.of, Change: made,
		})
	}
	return document
}
