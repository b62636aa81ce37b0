package framework

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

func TestTurns(t *testing.T) {
	parent, child, other := ObjectOf("unit", "acme", "parent"), ObjectOf("unit", "acme", "child"), ObjectOf("unit", "acme", "other")
	tests := map[string]struct {
		first, second func(*Resource, *diag.Diagnostics) *Turn
		waits, behind bool
	}{
		"alone at the same":      {alone(parent), alone(parent), true, true},
		"alone at another":       {alone(parent), alone(other), false, false},
		"beside each other":      {beside(parent), beside(parent), false, false},
		"alone, another beside":  {alone(parent), beside(parent), true, false},
		"beside, another alone":  {beside(parent), alone(parent), true, true},
		"a child and its parent": {alone(child, parent), alone(parent), true, true},
		"two children":           {alone(child, parent), alone(other, parent), false, false},
		"a tree upside down":     {alone(child, parent), alone(parent, child), true, true},
		"itself beside":          {alone(child, child), alone(child), true, true},
		"nothing":                {alone(ObjectOf("unit", "acme", "")), alone(ObjectOf("unit", "acme", "")), false, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &Resource{Noun: "unit", Provider: &Provider{}}
				var diags diag.Diagnostics
				turn, start := test.first(r, &diags), time.Now()
				time.AfterFunc(time.Minute, turn.End)
				second := test.second(r, &diags)
				defer second.End()
				if waited := time.Since(start) == time.Minute; waited != test.waits || second.Behind != test.behind || diags.HasError() {
					t.Errorf("waited %s, behind %t, %v", time.Since(start), second.Behind, diags)
				}
			})
		})
	}
}

func alone(own Object, others ...Object) func(*Resource, *diag.Diagnostics) *Turn {
	return func(r *Resource, diags *diag.Diagnostics) *Turn {
		return r.Alone(context.Background(), diags, own, others...)
	}
}

func beside(objects ...Object) func(*Resource, *diag.Diagnostics) *Turn {
	return func(r *Resource, diags *diag.Diagnostics) *Turn {
		return r.Beside(context.Background(), diags, objects...)
	}
}

func TestTurns_cancelled(t *testing.T) {
	r := &Resource{Noun: "unit", Provider: &Provider{}}
	var diags diag.Diagnostics
	object := ObjectOf("unit", "acme", "x")
	defer alone(object)(r, &diags).End()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r.Alone(ctx, &diags, object).End()
	if len(diags) != 1 || diags[0].Summary() != "Interrupted" {
		t.Error(diags)
	}
}

// Whoever waits at several objects in whatever order is served in the end.
func TestTurns_noTwoWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &Resource{Noun: "unit", Provider: &Provider{}}
		objects := []Object{ObjectOf("unit", "a"), ObjectOf("unit", "b"), ObjectOf("profile", "a")}
		var group sync.WaitGroup
		for i := range 60 {
			group.Go(func() {
				var diags diag.Diagnostics
				others := slices.Concat(objects[i%3:], objects[:i%3])
				defer r.Alone(context.Background(), &diags, others[0], others[1:]...).End()
				<-time.After(time.Second)
			})
		}
		group.Wait()
	})
}
