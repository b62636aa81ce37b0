package framework

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"golang.org/x/sync/semaphore"
)

// Object is an object of the service at which the writes of several resources may meet.
type Object struct{ kind, id string }

// ObjectOf names the object of a kind with a key, such as a unit by its client and its external id.
func ObjectOf(kind string, parts ...string) Object {
	if slices.Contains(parts, "") {
		return Object{}
	}
	return Object{kind, ID(parts...)}
}

// turns keep the writes of a run to one object apart, and remember which objects it has written.
type turns struct {
	mu sync.Mutex
	by map[Object]*meeting
}

// meeting is what a run knows of one object.
type meeting struct {
	free    *semaphore.Weighted
	written bool
}

// everyone is the weight of a write that is alone at an object.
const everyone = math.MaxInt32

func (t *turns) at(o Object) *meeting {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.by == nil {
		t.by = map[Object]*meeting{}
	}
	if t.by[o] == nil {
		t.by[o] = &meeting{free: semaphore.NewWeighted(everyone)}
	}
	return t.by[o]
}

func (t *turns) written(o Object) bool {
	m := t.at(o)
	t.mu.Lock()
	defer t.mu.Unlock()
	return m.written
}

// Turn is the time in which a resource writes to objects.
type Turn struct {
	// Behind says that this run wrote to the object before, so that the version that a plan was made from may be one of the past.
	Behind bool

	turns *turns
	held  []hold
}

type hold struct {
	object Object
	weight int64
}

// Alone waits until no other resource writes to an object, and keeps the others away until the turn ends. Objects beside it are those that the write changes
// along with it, such as the unit above: others may do so at the same time, as long as none of them is there alone. A run that is cancelled does not wait.
func (r *Resource) Alone(ctx context.Context, diags *diag.Diagnostics, own Object, beside ...Object) *Turn {
	turn := r.wait(ctx, diags, append(holds(1, beside), hold{own, everyone}))
	turn.Behind = r.turns.written(own)
	return turn
}

// Beside waits until no other resource is alone at any of the objects.
func (r *Resource) Beside(ctx context.Context, diags *diag.Diagnostics, objects ...Object) *Turn {
	return r.wait(ctx, diags, holds(1, objects))
}

func holds(weight int64, objects []Object) []hold {
	all := make([]hold, len(objects))
	for i, object := range objects {
		all[i] = hold{object, weight}
	}
	return all
}

func (r *Resource) wait(ctx context.Context, diags *diag.Diagnostics, wanted []hold) *Turn {
	// Everybody waits in the same order, so that no two wait for each other.
	slices.SortFunc(wanted, func(a, b hold) int {
		return cmp.Or(cmp.Compare(a.object.kind, b.object.kind), cmp.Compare(a.object.id, b.object.id), cmp.Compare(b.weight, a.weight))
	})
	wanted = slices.CompactFunc(wanted, func(a, b hold) bool { return a.object == b.object })
	turn := &Turn{turns: &r.turns}
	for _, next := range wanted {
		if next.object == (Object{}) {
			continue
		}
		if err := r.turns.at(next.object).free.Acquire(ctx, next.weight); err != nil {
			diags.AddError("Interrupted", "The run ended while the "+r.title()+" waited for another write to the same object. Nothing was sent.")
			break
		}
		turn.held = append(turn.held, next)
	}
	return turn
}

// End lets the others write, and notes that the objects were written.
func (t *Turn) End() {
	for _, held := range t.held {
		m := t.turns.at(held.object)
		t.turns.mu.Lock()
		m.written = true
		t.turns.mu.Unlock()
		m.free.Release(held.weight)
	}
}

// Object names the object of a resource's model.
func (r *Resource) Object(m Keyed) Object { return ObjectOf(r.Noun, m.Parts()...) }
