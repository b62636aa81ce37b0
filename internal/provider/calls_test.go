package provider

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// remembering keeps the context of every call, like the plugin framework.
type remembering struct {
	protocol
	contexts []context.Context
	during   func(context.Context)
}

func (r *remembering) ReadResource(ctx context.Context, _ *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.contexts = append(r.contexts, ctx)
	if r.during != nil {
		r.during(ctx)
	}
	return nil, nil
}

type loggersKey struct{}

func TestCalls_releaseValues(t *testing.T) {
	served := &remembering{}
	held := func() weak.Pointer[[1 << 10]byte] {
		loggers := new([1 << 10]byte)
		served.during = func(ctx context.Context) {
			if ctx.Value(loggersKey{}) != loggers {
				t.Error("the call does not see its own values")
			}
		}
		ctx := context.WithValue(t.Context(), loggersKey{}, loggers)
		if _, err := (calls{protocol: served}).ReadResource(ctx, nil); err != nil {
			t.Error(err)
		}
		served.during = nil
		return weak.Make(loggers)
	}()
	runtime.GC()
	if held.Value() != nil {
		t.Error("what the context of an ended call held is still in memory")
	}
	if kept := served.contexts[0]; kept.Err() == nil || kept.Value(loggersKey{}) != nil {
		t.Errorf("after its end: %v", kept.Err())
	}
}

func TestCalls_areCancelled(t *testing.T) {
	deadline := time.Now().Add(time.Hour)
	ctx, cancel := context.WithDeadline(t.Context(), deadline)
	served := &remembering{during: func(inner context.Context) {
		if at, ok := inner.Deadline(); !ok || !at.Equal(deadline) || inner.Err() != nil {
			t.Errorf("deadline %v, %v", at, inner.Err())
		}
		cancel()
		<-inner.Done()
		if !errors.Is(inner.Err(), context.Canceled) {
			t.Error(inner.Err())
		}
	}}
	if _, err := (calls{protocol: served}).ReadResource(ctx, nil); err != nil {
		t.Error(err)
	}
}
