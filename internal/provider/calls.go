package provider

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
)

// protocol is all that the plugin framework serves.
type protocol interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// calls gives each call for an object a context of its own. The plugin framework remembers
// every context that it was given until the process ends, with the loggers in it: 9 KiB a call,
// five calls an object.
type calls struct{ protocol }

// ValidateResourceConfig checks the configuration of one object.
func (c calls) ValidateResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return leased(ctx, req, c.protocol.ValidateResourceConfig)
}

// UpgradeResourceState reads the recorded state of one object.
func (c calls) UpgradeResourceState(ctx context.Context,
	req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return leased(ctx, req, c.protocol.UpgradeResourceState)
}

// UpgradeResourceIdentity reads the recorded identity of one object.
func (c calls) UpgradeResourceIdentity(ctx context.Context,
	req *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return leased(ctx, req, c.protocol.UpgradeResourceIdentity)
}

// ReadResource refreshes one object. One error for a service that cannot be used ends the run, so the
// refreshes after it only keep their state.
func (c calls) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := leased(ctx, req, c.protocol.ReadResource)
	if err == nil && resp != nil && len(resp.Diagnostics) == 1 && resp.Diagnostics[0].Summary == plancheck.NotRefreshed {
		return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, NewIdentity: req.CurrentIdentity, Private: req.Private}, nil
	}
	return resp, err
}

// PlanResourceChange plans one object.
func (c calls) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse,
	error) {
	return leased(ctx, req, c.protocol.PlanResourceChange)
}

// ApplyResourceChange creates, updates or deletes one object.
func (c calls) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse,
	error) {
	return leased(ctx, req, c.protocol.ApplyResourceChange)
}

func leased[Request, Response any](ctx context.Context, req Request, call func(context.Context, Request) (Response, error)) (Response,
	error) {
	l := newCallContext(ctx)
	defer l.end()
	return call(l, req)
}

// callContext is the context of a call, and lets go of everything in it when the call ends.
type callContext struct {
	done <-chan struct{}
	call atomic.Pointer[context.Context]
}

func newCallContext(ctx context.Context) *callContext {
	l := &callContext{done: ctx.Done()}
	l.call.Store(&ctx)
	return l
}

func (l *callContext) end() { l.call.Store(nil) }

// Deadline is that of the call, none once it has ended.
func (l *callContext) Deadline() (time.Time, bool) {
	if ctx := l.call.Load(); ctx != nil {
		return (*ctx).Deadline()
	}
	return time.Time{}, false
}

// Done is closed when the call is given up or has ended.
func (l *callContext) Done() <-chan struct{} { return l.done }

// Err is that of the call, and context.Canceled once it has ended.
func (l *callContext) Err() error {
	if ctx := l.call.Load(); ctx != nil {
		return (*ctx).Err()
	}
	return context.Canceled
}

// Value is that of the call, nothing once it has ended.
func (l *callContext) Value(key any) any {
	if ctx := l.call.Load(); ctx != nil {
		return (*ctx).Value(key)
	}
	return nil
}
