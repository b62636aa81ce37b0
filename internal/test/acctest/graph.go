package acctest

import (
	"slices"
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

// walk runs the nodes in their order, as many at a time as a CLI does.
func walk(t testing.TB, nodes []*node) {
	t.Helper()
	if !ordered(nodes) {
		t.Fatal("the order of the objects has a cycle")
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
