package provider

import (
	"context"
	"iter"
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/visible"
)

// plainText is the protocol with every text that the CLI shows made harmless: a name or a message
// of the service may hold the escapes of a terminal, or a line that the log of a pipeline obeys. A
// test walks the protocol for calls that are not here.
type plainText struct{ protocol }

// shown passes a call on, and cleans the diagnostics of its answer.
func shown[Request, Response any](ctx context.Context, req Request, call func(context.Context, Request) (*Response, error)) (*Response,
	error) {
	answer, err := call(ctx, req)
	if answer == nil {
		return answer, err
	}
	if diagnostics, ok := reflect.TypeAssert[[]*tfprotov6.Diagnostic](reflect.ValueOf(answer).Elem().FieldByName("Diagnostics")); ok {
		clean(diagnostics)
	}
	return answer, err
}

func clean(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		d.Summary, d.Detail = visible.Lines(d.Summary), visible.Lines(d.Detail)
	}
}

// StopProvider ends the calls under way.
func (s plainText) StopProvider(ctx context.Context, req *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	answer, err := s.protocol.StopProvider(ctx, req)
	if answer != nil {
		answer.Error = visible.Lines(answer.Error)
	}
	return answer, err
}

// CallFunction computes a function.
func (s plainText) CallFunction(ctx context.Context, req *tfprotov6.CallFunctionRequest) (*tfprotov6.CallFunctionResponse, error) {
	answer, err := s.protocol.CallFunction(ctx, req)
	if answer != nil && answer.Error != nil {
		answer.Error.Text = visible.Lines(answer.Error.Text)
	}
	return answer, err
}

// ListResource lists objects, each with a name that is shown.
func (s plainText) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	answer, err := s.protocol.ListResource(ctx, req)
	if answer != nil && answer.Results != nil {
		answer.Results = each(answer.Results, func(r tfprotov6.ListResourceResult) tfprotov6.ListResourceResult {
			r.DisplayName = visible.Text(r.DisplayName)
			clean(r.Diagnostics)
			return r
		})
	}
	return answer, err
}

// InvokeAction runs an action, which tells how far it is.
func (s plainText) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	answer, err := s.protocol.InvokeAction(ctx, req)
	if answer != nil && answer.Events != nil {
		answer.Events = each(answer.Events, func(e tfprotov6.InvokeActionEvent) tfprotov6.InvokeActionEvent {
			switch event := e.Type.(type) {
			case tfprotov6.ProgressInvokeActionEventType:
				event.Message = visible.Lines(event.Message)
				e.Type = event
			case tfprotov6.CompletedInvokeActionEventType:
				clean(event.Diagnostics)
			}
			return e
		})
	}
	return answer, err
}

func each[T any](all iter.Seq[T], change func(T) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for one := range all {
			if !yield(change(one)) {
				return
			}
		}
	}
}
