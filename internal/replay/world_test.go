package replay

import (
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/tenantgen"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// parallel is the number of concurrent operations of the CLI.
const parallel = 10

// world holds a configuration's resources over many runs, as a CLI does.
type world struct {
	t       *testing.T
	seed    uint64
	service *acctest.Service
	state   map[string]*acctest.Instance
	// declared contains the last declaration of each resource in the state.
	declared map[string]tenantgen.Resource
	// base contains the values that the last plan is based on.
	base map[string]acctest.Values
	runs int
}

// node is one resource of a run.
type node struct {
	address string
	// config is nil if the resource is to be destroyed.
	config *tenantgen.Resource
	after  []*node
	done   chan struct{}
	failed bool
	diags  acctest.Diagnostics
}

var template = regexp.MustCompile(`^\$\{([a-z_]+\.[a-z0-9_-]+)\.([a-z_]+)\}$`)

// references returns the addresses that a value refers to.
func references(value any) []string {
	var all []string
	switch v := value.(type) {
	case string:
		if match := template.FindStringSubmatch(v); match != nil {
			all = append(all, match[1])
		}
	case []string:
		for _, element := range v {
			all = append(all, references(element)...)
		}
	case map[string]string:
		for name, member := range v {
			all = append(all, append(references(name), references(member)...)...)
		}
	case map[string]any:
		for name, member := range v {
			all = append(all, append(references(name), references(member)...)...)
		}
	}
	return all
}

// resolve replaces references with values. It returns false if one is not known.
func (w *world) resolve(value any) (any, bool) {
	switch v := value.(type) {
	case string:
		match := template.FindStringSubmatch(v)
		if match == nil {
			return v, true
		}
		i := w.state[match[1]]
		if i == nil || i.Values == nil || i.Values[match[2]] == nil {
			return nil, false
		}
		return i.Values[match[2]], true
	case []string:
		all := make([]any, len(v))
		for i, element := range v {
			known, ok := w.resolve(element)
			if !ok {
				return nil, false
			}
			all[i] = known
		}
		return all, true
	case map[string]string:
		members := map[string]any{}
		for name, member := range v {
			members[name] = member
		}
		return w.resolve(members)
	case map[string]any:
		members := acctest.Values{}
		for name, member := range v {
			key, ok := w.resolve(name)
			known, also := w.resolve(member)
			if !ok || !also {
				return nil, false
			}
			members[key.(string)] = known
		}
		return members, true
	case int:
		return float64(v), true
	}
	return value, true
}

func (w *world) config(r *tenantgen.Resource) (acctest.Values, bool) {
	resolved, ok := w.resolve(r.Arguments)
	config, _ := resolved.(acctest.Values)
	return config, ok
}

// delay waits before an operation continues. All delays differ, so that the seed, not the machine,
// determines the order.
func (w *world) delay(address string, step int) {
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, fmt.Sprint(w.runs, address, step))
	time.Sleep(upTo(rand.New(rand.NewPCG(w.seed, hash.Sum64())), 20*time.Millisecond)) //nolint:forbidigo // The time is virtual.
}

// in returns a run of the provider for one operation, which waits for its locks at its own times.
func (w *world) in(p *acctest.Protocol, address string) *acctest.Protocol {
	steps := 0
	return p.In(write.WithArrival(w.t.Context(), func() {
		steps++
		w.delay(address, steps)
	}))
}

// each runs an operation for every node, ten at a time, after the nodes that it depends on.
func (w *world) each(nodes []*node, operation func(n *node)) {
	slots, all := make(chan struct{}, parallel), sync.WaitGroup{}
	for _, n := range nodes {
		n.done = make(chan struct{})
	}
	for _, n := range nodes {
		all.Go(func() {
			defer close(n.done)
			for _, other := range n.after {
				<-other.done
				n.failed = n.failed || other.failed
			}
			w.delay(n.address, 0)
			slots <- struct{}{}
			defer func() { <-slots }()
			if !n.failed {
				operation(n)
				n.failed = n.diags.HasError()
			}
		})
	}
	all.Wait()
}

// nodes returns the operations of a run. A declared resource follows its references. A resource to
// destroy follows the resources that refer to it, and all declared ones if they can have dropped a
// reference to it.
func (w *world) nodes(resources []tenantgen.Resource) []*node {
	by, all := map[string]*node{}, []*node(nil)
	for i := range resources {
		n := &node{address: resources[i].Address(), config: &resources[i]}
		by[n.address], all = n, append(all, n)
		if w.state[n.address] == nil {
			w.state[n.address] = &acctest.Instance{Type: resources[i].Type}
		}
	}
	declared := slices.Clone(all)
	for _, n := range declared {
		for _, address := range references(n.config.Arguments) {
			n.after = append(n.after, by[address])
		}
	}
	for _, address := range slices.Sorted(maps.Keys(w.state)) {
		if by[address] == nil && w.state[address].Values != nil {
			n := &node{address: address}
			by[address], all = n, append(all, n)
		}
	}
	for _, n := range all[len(declared):] {
		if tenantgen.DestroyedLast(w.declared[n.address].Type) {
			n.after = append(n.after, declared...)
		}
		for _, other := range all[len(declared):] {
			if slices.Contains(references(w.declared[other.address].Arguments), n.address) {
				n.after = append(n.after, other)
			}
		}
	}
	return all
}

// apply refreshes and plans a configuration in one run of the provider, and applies it in another.
func (w *world) apply(resources []tenantgen.Resource) acctest.Diagnostics {
	plans, diags := w.plan(resources)
	if diags.HasError() {
		return diags
	}
	w.base = map[string]acctest.Values{}
	for address, i := range w.state {
		w.base[address] = i.Values
	}
	p, nodes := w.service.Protocol(w.t), w.nodes(resources)
	w.runs++
	w.each(nodes, func(n *node) { n.diags = w.change(w.in(p, n.address), n, plans) })
	for _, n := range nodes {
		for _, d := range n.diags {
			diags = append(diags, &tfprotov6.Diagnostic{Severity: d.Severity, Summary: n.address + ": " + d.Summary, Detail: d.Detail})
		}
		if n.config != nil {
			w.declared[n.address] = *n.config
		}
	}
	return diags
}

// plan refreshes all resources, and plans those whose references are known before the apply.
func (w *world) plan(resources []tenantgen.Resource) (map[string]acctest.Planned, acctest.Diagnostics) {
	p := w.service.Protocol(w.t)
	w.runs++
	var existing []*node
	for _, address := range slices.Sorted(maps.Keys(w.state)) {
		existing = append(existing, &node{address: address})
	}
	w.each(existing, func(n *node) { n.diags = w.state[n.address].Refresh(w.t, w.in(p, n.address)) })
	plans, mu, nodes := map[string]acctest.Planned{}, sync.Mutex{}, w.nodes(resources)
	w.each(nodes, func(n *node) {
		var config acctest.Values
		if n.config != nil {
			var known bool
			if config, known = w.config(n.config); !known {
				return
			}
		}
		planned, diags := w.state[n.address].Plan(w.t, w.in(p, n.address), config)
		mu.Lock()
		defer mu.Unlock()
		plans[n.address], n.diags = planned, diags
	})
	var diags acctest.Diagnostics
	for _, n := range append(existing, nodes...) {
		for _, d := range n.diags {
			diags = append(diags, &tfprotov6.Diagnostic{Severity: d.Severity, Summary: n.address + ": " + d.Summary, Detail: d.Detail})
		}
	}
	return plans, diags
}

func (w *world) change(p *acctest.Protocol, n *node, plans map[string]acctest.Planned) acctest.Diagnostics {
	i := w.state[n.address]
	planned, known := plans[n.address]
	if n.config != nil && (i.Tainted || planned.Replaces && i.Values != nil) {
		destroy, diags := i.Plan(w.t, p, nil)
		if !diags.HasError() {
			diags = append(diags, i.Apply(w.t, p, destroy)...)
		}
		if diags.HasError() {
			return diags
		}
		known = false
	}
	if !known {
		var config acctest.Values
		if n.config != nil {
			config, known = w.config(n.config)
			if !known {
				return acctest.Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "a reference is not known"}}
			}
		}
		var diags acctest.Diagnostics
		if planned, diags = i.Plan(w.t, p, config); diags.HasError() {
			return diags
		}
	}
	if planned.Empty {
		return nil
	}
	if planned.Replaces && i.Values != nil {
		return acctest.Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "to be replaced"}}
	}
	return i.Apply(w.t, p, planned)
}

// settled returns the changes of the next plan.
func (w *world) settled(resources []tenantgen.Resource) []string {
	plans, diags := w.plan(resources)
	if diags.HasError() {
		return []string{"the next plan fails: " + diags.String()}
	}
	var findings []string
	for _, r := range resources {
		if planned, ok := plans[r.Address()]; !ok || !planned.Empty {
			findings = append(findings, fmt.Sprintf("the next plan changes %s: %v", r.Address(),
				acctest.Equal(w.state[r.Address()].Values, planned.Values)))
		}
	}
	return findings
}
