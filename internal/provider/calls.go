package provider

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// protocol is the complete interface of the plugin framework's server.
type protocol interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// calls adds to calls for an object what they share with others of the run. It sanitizes every text
// of the protocol that the CLI prints: a name or a message of the service may contain escape
// sequences for a terminal, or a line that controls a pipeline through its log. A test checks that
// all calls of the protocol with texts of the service are here.
type calls struct {
	protocol
	provider *idmProvider
}

// UpgradeResourceState reads the recorded state of one object, and notes it for the checks of its
// plan.
func (c calls) UpgradeResourceState(ctx context.Context,
	req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	c.provider.noteRecorded(req)
	return shown(ctx, req, c.protocol.UpgradeResourceState)
}

// ReadResource refreshes one object. After an error that makes the service unusable, later
// refreshes only keep their state, so that the run reports the error once.
func (c calls) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := shown(ctx, req, c.protocol.ReadResource)
	if err == nil && resp != nil && len(resp.Diagnostics) == 1 && resp.Diagnostics[0].Summary == planchecks.NotRefreshed {
		return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, NewIdentity: req.CurrentIdentity, Private: req.Private}, nil
	}
	return resp, err
}

// ApplyResourceChange creates, updates or deletes one object. It does not delete an object whose
// successor the service would refuse, nor another one than the plan shows.
func (c calls) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse,
	error) {
	if configured := c.provider.configured.Load(); configured != nil {
		configured.Checks.NoteApply()
	}
	if refused := c.refuseDestroy(ctx, req); refused != nil {
		clean(refused.Diagnostics)
		return refused, nil
	}
	return shown(ctx, req, c.protocol.ApplyResourceChange)
}

// StopProvider also ends the calls that the CLI begins after it, whose context the plugin framework
// does not cancel: none of them waits for the service.
func (c calls) StopProvider(ctx context.Context, req *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	if stop := c.provider.stop.Load(); stop != nil {
		(*stop)()
	}
	resp, err := c.protocol.StopProvider(ctx, req)
	if resp != nil {
		resp.Error = escape.Lines(resp.Error)
	}
	return resp, err
}

// callContext is the context of a call. It releases all references when the call ends: the plugin
// framework keeps every context and its loggers until the process ends, 9 KiB a call, five calls an
// object.
type callContext struct {
	done <-chan struct{}
	call atomic.Pointer[context.Context]
}

func newCallContext(ctx context.Context) *callContext {
	l := &callContext{done: ctx.Done()}
	l.call.Store(&ctx)
	return l
}

// ended is the context of all calls that have ended.
var ended = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

func (l *callContext) end() { l.call.Store(&ended) }

// Deadline returns the deadline of the call, or none after its end.
func (l *callContext) Deadline() (time.Time, bool) { return (*l.call.Load()).Deadline() }

// Done returns a channel that closes when the call is canceled or has ended.
func (l *callContext) Done() <-chan struct{} { return l.done }

// Err returns the error of the call, or context.Canceled after its end.
func (l *callContext) Err() error { return (*l.call.Load()).Err() }

// Value returns a value of the call, or nil after its end.
func (l *callContext) Value(key any) any { return (*l.call.Load()).Value(key) }
