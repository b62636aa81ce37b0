package model

import (
	"fmt"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// declared is a resource of a configuration.
type declared struct {
	address, resource string
	arguments         acctest.Values
}

// ref is an argument with a reference to the external ID of another resource, by its address.
type ref string

// tenant contains the resources of a configuration over several runs.
type tenant struct {
	t     *testing.T
	s     *acctest.Service
	state map[string]*acctest.Instance
	// made lists the addresses of existing objects in dependency order.
	made []string
}

func newTenant(t *testing.T, s *acctest.Service) *tenant {
	return &tenant{t: t, s: s, state: map[string]*acctest.Instance{}}
}

// resolve replaces references with external IDs; false when one is not known yet.
func (n *tenant) resolve(value any) (any, bool) {
	switch v := value.(type) {
	case ref:
		if i := n.state[string(v)]; i != nil && i.Values != nil {
			return i.Values["ext_id"], true
		}
		return nil, false
	case []any:
		resolved := make([]any, len(v))
		for i, element := range v {
			known, ok := n.resolve(element)
			if !ok {
				return nil, false
			}
			resolved[i] = known
		}
		return resolved, true
	case acctest.Values:
		resolved := acctest.Values{}
		for name, member := range v {
			known, ok := n.resolve(member)
			if !ok {
				return nil, false
			}
			resolved[name] = known
		}
		return resolved, true
	}
	return value, true
}

func (n *tenant) config(d declared) (acctest.Values, bool) {
	resolved, ok := n.resolve(d.arguments)
	config, _ := resolved.(acctest.Values)
	return config, ok
}

func (n *tenant) instance(d declared) *acctest.Instance {
	if n.state[d.address] == nil {
		n.state[d.address] = &acctest.Instance{Type: d.resource}
	}
	return n.state[d.address]
}

// plan refreshes all resources and plans the part of a configuration whose references are known, in
// a separate run. It destroys objects that are not declared.
func (n *tenant) plan(configuration []declared) (map[string]acctest.Planned, acctest.Diagnostics) {
	p, plans := n.s.Protocol(n.t), map[string]acctest.Planned{}
	var diags acctest.Diagnostics
	for _, address := range n.made {
		diags = append(diags, n.state[address].Refresh(n.t, p)...)
	}
	for _, d := range configuration {
		if config, ok := n.config(d); ok && !diags.HasError() {
			planned, more := n.instance(d).Plan(n.t, p, config)
			plans[d.address], diags = planned, append(diags, more...)
		}
	}
	return plans, diags
}

// apply plans a configuration and applies it in a second run: first creates and changes in the
// order of the configuration, in which resources follow their references, then destroys in reverse
// order. Like the CLI it continues after an error.
func (n *tenant) apply(configuration []declared) acctest.Diagnostics {
	plans, diags := n.plan(configuration)
	if diags.HasError() {
		return diags
	}
	p, before := n.s.Protocol(n.t), n.made
	n.made = nil
	for _, d := range configuration {
		diags = append(diags, n.change(p, d, plans)...)
	}
	for _, address := range slices.Backward(before) {
		if !slices.ContainsFunc(configuration, func(d declared) bool { return d.address == address }) {
			diags = append(diags, n.destroy(p, address)...)
		}
	}
	return diags
}

func (n *tenant) change(p *acctest.Protocol, d declared, plans map[string]acctest.Planned) acctest.Diagnostics {
	planned, known := plans[d.address]
	i, diags := n.instance(d), acctest.Diagnostics(nil)
	if !known {
		config, ok := n.config(d)
		if !ok {
			// The failed create of the referenced object has already been reported.
			return nil
		}
		if planned, diags = i.Plan(n.t, p, config); diags.HasError() {
			return diags
		}
	}
	if planned.Replaces {
		n.t.Fatalf("%s is to be replaced", d.address)
	}
	if !planned.Empty {
		diags = append(diags, i.Apply(n.t, p, planned)...)
	}
	if i.Values != nil {
		n.made = append(n.made, d.address)
	}
	return diags
}

func (n *tenant) destroy(p *acctest.Protocol, address string) acctest.Diagnostics {
	i := n.state[address]
	if i.Values == nil {
		return nil
	}
	planned, diags := i.Plan(n.t, p, nil)
	if !diags.HasError() {
		diags = append(diags, i.Apply(n.t, p, planned)...)
	}
	if i.Values != nil {
		n.made = append([]string{address}, n.made...)
	}
	return diags
}

// converged returns an error unless the remote objects match a configuration and the next plan is
// empty.
func (n *tenant) converged(configuration []declared) error {
	plans, diags := n.plan(configuration)
	if diags.HasError() {
		return fmt.Errorf("plan again: %s", diags)
	}
	for _, d := range configuration {
		planned, ok := plans[d.address]
		if !ok || !planned.Empty {
			return fmt.Errorf("%s: the next plan is not empty: %w", d.address, acctest.Equal(n.state[d.address].Values, planned.Values))
		}
		config, _ := n.config(d)
		if err := n.holds(d, config); err != nil {
			return fmt.Errorf("%s: the service %w", d.address, err)
		}
	}
	return nil
}
