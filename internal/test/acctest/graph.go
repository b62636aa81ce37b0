package acctest

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// node is one operation of a run. It fails if one that comes before it has failed.
type node struct {
	address string
	after   []*node
	run     func() bool

	done   chan struct{}
	failed bool
}

// walk runs the nodes in their order, as many at a time as a CLI does, or one after the other in an
// order of their addresses.
func walk(t testing.TB, nodes []*node, order string) {
	t.Helper()
	if !ordered(nodes) {
		t.Fatal("the order of the objects has a cycle")
	}
	if order != "" {
		slices.SortFunc(nodes, func(a, b *node) int { return strings.Compare(a.address, b.address) })
		if order == "backward" {
			slices.Reverse(nodes)
		}
		for len(nodes) > 0 {
			at := slices.IndexFunc(nodes, func(n *node) bool {
				return !slices.ContainsFunc(n.after, func(b *node) bool { return slices.Contains(nodes, b) })
			})
			n := nodes[at]
			n.failed = slices.ContainsFunc(n.after, func(before *node) bool { return before.failed }) || !n.run()
			nodes = slices.Delete(nodes, at, at+1)
		}
		return
	}
	slots, all := make(chan struct{}, 10), sync.WaitGroup{}
	for _, n := range nodes {
		n.done, n.failed = make(chan struct{}), true
	}
	for _, n := range nodes {
		all.Go(func() {
			defer close(n.done)
			for _, before := range n.after {
				if <-before.done; before.failed {
					return
				}
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			n.failed = !n.run()
		})
	}
	all.Wait()
}

// ordered reports whether no node comes before itself.
func ordered(nodes []*node) bool {
	placed := map[*node]bool{}
	for range nodes {
		for _, n := range nodes {
			placed[n] = placed[n] || !slices.ContainsFunc(n.after, func(before *node) bool { return !placed[before] })
		}
	}
	return len(placed) == len(nodes) && !slices.ContainsFunc(nodes, func(n *node) bool { return !placed[n] })
}
