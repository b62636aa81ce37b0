package replay

import (
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// parallel is the number of concurrent operations of the CLI.
const parallel = 10

// node is one operation of a run.
type node struct {
	address string
	// config is nil if the resource is not declared.
	config *tenantgen.Resource
	// destroys is set for the destroy of the object in the state, and deposed for the destroy of a
	// replaced one. replaces is the object that the node replaces before it is destroyed.
	destroys          bool
	deposed, replaces *deposed

	after  []*node
	done   chan struct{}
	failed bool
	diags  acctest.Diagnostics
}

// deposed is a replaced instance whose successor is created first, as with create_before_destroy.
type deposed struct {
	address  string
	instance *acctest.Instance
	// succeeded is set once the successor exists.
	succeeded bool
}

// name identifies the operation.
func (n *node) name() string {
	if n.destroys || n.deposed != nil {
		return n.address + " (destroy)"
	}
	return n.address
}

// named returns the diagnostics with the address.
func (n *node) named() (all acctest.Diagnostics) {
	for _, d := range n.diags {
		all = append(all, &tfprotov6.Diagnostic{Severity: d.Severity, Summary: n.address + ": " + d.Summary, Detail: d.Detail,
			Attribute: d.Attribute})
	}
	return all
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
	locks := write.WithArrival(w.t.Context(), func(objects string) {
		w.delay(address+" "+generated.ReplaceAllString(w.wire.known(objects), "…"), 1)
	})
	return p.In(rest.WithArrival(locks, func(r *http.Request) {
		// Several operations may share the request, so it does not depend on which one sends it.
		w.delay(generated.ReplaceAllString(w.wire.known(r.Method+" "+r.URL.RequestURI()), "…"), 0)
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
			w.delay(n.name(), 0)
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

// nodes returns the resources in the order of their plans. A declared resource follows its
// references. A resource to destroy follows the resources that refer to it, and all declared ones if
// they can have dropped a reference to it.
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

// changes returns the operations of an apply. The destroy of a replaced object precedes the create
// and follows the destroys of the objects that refer to it. With create_before_destroy, which the
// types of DestroyedLast use, it follows all creates and updates.
func (w *world) changes(resources []tenantgen.Resource) []*node {
	var makes, ends []*node
	for _, n := range w.nodes(resources) {
		i, planned := w.state[n.address], w.plans[n.address]
		if n.config == nil {
			n.destroys = true
			ends = append(ends, n)
			continue
		}
		makes = append(makes, n)
		switch {
		case i.Values == nil || !planned.Replaces:
		case tenantgen.DestroyedLast(i.Type) && !i.Tainted:
			n.replaces = &deposed{address: n.address, instance: i}
			w.deposed = append(w.deposed, n.replaces)
		default:
			d := &node{address: n.address, destroys: true}
			ends, n.after = append(ends, d), append(n.after, d)
		}
	}
	for _, d := range w.deposed {
		ends = append(ends, &node{address: d.address, deposed: d, after: slices.Clone(makes)})
	}
	for _, of := range ends {
		for _, by := range ends {
			// A deposed object follows the create of a replaced one.
			late := by.deposed != nil && of.deposed == nil && w.plans[of.address].Replaces
			if of != by && !late && slices.Contains(references(w.declared[by.address].Arguments), of.address) &&
				!slices.Contains(of.after, by) {
				of.after = append(of.after, by)
			}
		}
	}
	return append(makes, ends...)
}
