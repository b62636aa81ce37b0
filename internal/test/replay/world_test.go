package replay

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// world holds a configuration's resources over many runs, as a CLI does.
type world struct {
	t       *testing.T
	seed    uint64
	service *acctest.Service
	wire    *wire
	// provider is that of all runs.
	provider *acctest.Protocol
	// mu guards state and plans.
	mu    sync.Mutex
	state map[string]*acctest.Instance
	// declared contains the last declaration of each resource in the state.
	declared map[string]tenantgen.Resource
	// deposed contains the replaced instances that are not destroyed yet.
	deposed []*deposed
	// forced contains the addresses that the next apply replaces, as with -replace.
	forced []string
	// exists reports whether the service has an object with an external ID.
	exists func(extID string) bool
	// plans contains the plans of a run, by address. tainted is called with each tainted object, which
	// an apply replaces.
	plans   map[string]acctest.Planned
	tainted func(object acctest.Values)
	// base contains the values that the last plan is based on.
	base map[string]acctest.Values
	// skipped contains the addresses that the last apply did not reach, because a change before them
	// failed.
	skipped map[string]bool
	runs    int
	// lost lists elements that a collection no longer records although they exist.
	lost []string
}

var template = regexp.MustCompile(`^\$\{([a-z_]+\.[a-z0-9_-]+)\.([a-z_]+)(?:\["([^"]+)"\])?\}$`)

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

// unknown is the value of a reference that is known only during the apply.
const unknown = tftypes.UnknownValue

// resolve replaces references with values. It returns nil if one does not exist. A value with an
// unknown part is unknown, except in a collection (partly).
func (w *world) resolve(value any, partly bool, of func(address, attribute string) any) any {
	switch v := value.(type) {
	case string:
		if match := template.FindStringSubmatch(v); match != nil {
			value := of(match[1], match[2])
			if members, ok := value.(acctest.Values); ok && match[3] != "" {
				return members[match[3]]
			}
			return value
		}
	case []string:
		all := make([]any, len(v))
		for i, element := range v {
			all[i] = w.resolve(element, partly, of)
			if all[i] == nil || all[i] == any(unknown) {
				return all[i]
			}
		}
		return all
	case map[string]string:
		members := map[string]any{}
		for name, member := range v {
			members[name] = member
		}
		return w.resolve(members, partly, of)
	case map[string]any:
		members := acctest.Values{}
		for name, member := range v {
			key, known := w.resolve(name, partly, of), w.resolve(member, partly, of)
			switch {
			case key == nil || known == nil:
				return nil
			case key == any(unknown) || known == any(unknown) && !partly:
				return any(unknown)
			}
			members[key.(string)] = known
		}
		return members
	case int:
		return float64(v)
	}
	return value
}

// config returns the arguments of a resource with the values of their references, and whether all
// of these exist.
func (w *world) config(r *tenantgen.Resource, of func(address, attribute string) any) (acctest.Values, bool) {
	config := acctest.Values{}
	for name, argument := range r.Arguments {
		if config[name] = w.resolve(argument, objecttype.ByTypeName(r.Type).Class == objecttype.Collection, of); config[name] == nil {
			return nil, false
		}
	}
	return config, true
}

// held returns an attribute in the state.
func (w *world) held(address, attribute string) any {
	if i := w.at(address); i != nil && i.Values != nil {
		return i.Values[attribute]
	}
	return nil
}

// planned returns an attribute in the plan of an object.
func (w *world) planned(address, attribute string) any {
	w.mu.Lock()
	defer w.mu.Unlock()
	plan, exists := w.plans[address]
	switch {
	case plan.Replaces:
		return plan.Successor[attribute]
	case exists:
		return plan.Values[attribute]
	}
	return nil
}

// apply refreshes and plans a configuration in one run of the provider, and applies it in another.
func (w *world) apply(resources []tenantgen.Resource) acctest.Diagnostics {
	diags := w.plan(resources)
	w.forced = nil
	if diags.HasError() {
		clear(w.plans) // Nothing is applied.
		return diags
	}
	w.base, w.skipped = map[string]acctest.Values{}, map[string]bool{}
	for address, i := range w.state {
		w.base[address] = i.Values
	}
	p, nodes := w.run(), w.changes(resources)
	w.each(nodes, func(n *node) { n.diags = w.change(w.in(p, n.name()), n) })
	for _, n := range nodes {
		diags = append(diags, n.named()...)
		w.skipped[n.address] = w.skipped[n.address] || n.failed && !n.diags.HasError()
		if n.config != nil {
			w.declared[n.address] = *n.config
		}
	}
	w.deposed = slices.DeleteFunc(w.deposed, func(d *deposed) bool { return !d.succeeded || d.instance.Values == nil })
	return diags
}

// run returns the provider for the next run. All runs share its server, which remembers only what
// its configuration makes.
func (w *world) run() *acctest.Protocol {
	w.runs++
	if w.provider == nil {
		w.provider = w.service.Protocol(w.t)
	} else {
		w.provider.NextRun(w.t)
	}
	return w.provider
}

// plan refreshes and plans all resources.
func (w *world) plan(resources []tenantgen.Resource) (diags acctest.Diagnostics) {
	p := w.run()
	var existing []*node
	for _, address := range slices.Sorted(maps.Keys(w.state)) {
		existing = append(existing, &node{address: address})
	}
	w.each(existing, func(n *node) { n.diags = w.state[n.address].Refresh(w.t, w.in(p, n.name())) })
	w.plans = map[string]acctest.Planned{}
	nodes := w.nodes(resources)
	w.each(nodes, func(n *node) {
		var planned acctest.Planned
		if planned, n.diags = w.planOne(w.in(p, n.name()), n); !n.diags.HasError() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.plans[n.address] = planned
		}
	})
	for _, n := range append(existing, nodes...) {
		diags = append(diags, n.named()...)
	}
	return diags
}

// planOne plans a resource. A CLI plans a tainted object like a new one.
func (w *world) planOne(p *acctest.Protocol, n *node) (acctest.Planned, acctest.Diagnostics) {
	i := w.at(n.address)
	if n.config == nil {
		return i.Plan(w.t, p, nil)
	}
	config, exists := w.config(n.config, w.planned)
	switch {
	case !exists:
		return acctest.Planned{}, missing
	case i.Tainted:
		w.tainted(i.Values)
		return i.PlanTainted(w.t, p, config)
	}
	planned, diags := i.Plan(w.t, p, config)
	if !diags.HasError() && i.Values != nil && !planned.Replaces && (slices.Contains(w.forced, n.address) || w.changesOwner(n.config)) {
		diags = append(diags, i.PlanSuccessor(w.t, p, &planned)...)
	}
	return planned, diags
}

// changesOwner reports whether the plan changes the owner that a resource follows, as with
// replace_triggered_by.
func (w *world) changesOwner(r *tenantgen.Resource) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	i, plan := w.state[r.Follows], w.plans[r.Follows]
	return r.Follows != "" && i.Values != nil && !plan.Empty
}

var missing = acctest.Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "a reference does not exist"}}

// change makes the change of a node: it destroys the object that the plan replaces or removes, or
// plans the object again and applies it.
func (w *world) change(p *acctest.Protocol, n *node) acctest.Diagnostics {
	i, planned := w.at(n.address), w.plans[n.address]
	switch {
	case n.deposed != nil:
		return w.destroyDeposed(p, n.deposed)
	case n.destroys && planned.Replaces:
		return i.Apply(w.t, p, planned.Destroy())
	case n.destroys:
		return i.Apply(w.t, p, planned)
	case planned.Empty:
		return nil
	}
	config, exists := w.config(n.config, w.held)
	if !exists {
		return missing
	}
	old := i
	if n.replaces != nil {
		i = &acctest.Instance{Type: old.Type}
		w.put(n.address, i)
	}
	planned, diags := i.Plan(w.t, p, config)
	switch {
	case diags.HasError():
	case planned.Replaces && i.Values != nil:
		diags = append(diags, &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Summary: "to be replaced"})
	case !planned.Empty:
		// Calls that shared a lookup continue at the same time, and the first apply of a run counts.
		w.delay(n.name(), -1)
		before := i.Values
		diags = append(diags, i.Apply(w.t, p, planned)...)
		w.unrecorded(n.address, before, planned.Values, i.Values)
	}
	if n.replaces != nil {
		// A CLI restores the old object if the new one was not created.
		if n.replaces.succeeded = i.Values != nil; i.Values == nil {
			w.put(n.address, old)
		}
	}
	return diags
}

func (w *world) at(address string) *acctest.Instance {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state[address]
}

func (w *world) put(address string, i *acctest.Instance) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state[address] = i
}

// destroyDeposed destroys a replaced object after all others have dropped their references to it. A
// CLI plans this destroy in the apply.
func (w *world) destroyDeposed(p *acctest.Protocol, d *deposed) acctest.Diagnostics {
	destroy, diags := d.instance.Plan(w.t, p, nil)
	if diags.HasError() {
		return diags
	}
	w.delay(d.address+" (destroy)", -1)
	return append(diags, d.instance.Apply(w.t, p, destroy)...)
}

// settled returns the changes of the next plan.
func (w *world) settled(resources []tenantgen.Resource) []string {
	if diags := w.plan(resources); diags.HasError() {
		return []string{"the next plan fails: " + diags.String()}
	}
	var findings []string
	for _, r := range resources {
		if planned, ok := w.plans[r.Address()]; !ok || !planned.Empty {
			findings = append(findings, fmt.Sprintf("the next plan changes %s: %v", r.Address(),
				acctest.Equal(w.state[r.Address()].Values, planned.Values)))
		}
	}
	return findings
}
