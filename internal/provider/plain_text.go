package provider

import (
	"context"
	"iter"
	"reflect"
	"regexp"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/visible"
)

// plainText sanitizes every text of the protocol that the CLI prints: a name or a message of the
// service may contain escape sequences for a terminal, or a line that controls a pipeline through
// its log. A test checks that all calls of the protocol are here.
type plainText struct{ protocol }

// shown forwards a call, and sanitizes the diagnostics of its response.
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
		d.Summary, d.Detail = explained(visible.Lines(d.Summary), visible.Lines(d.Detail))
	}
}

// noInteger matches the plugin framework's message about a number that is not a 64-bit integer.
var noInteger = regexp.MustCompile(`\*big\.Float=([^)]*)\) (?:is not an integer|cannot be represented)`)

// explained returns the summary and the detail of a diagnostic. The plugin framework calls a fraction
// in place of an integer a bug in the provider; it is a mistake in the configuration.
func explained(summary, detail string) (string, string) {
	if match := noInteger.FindStringSubmatch(detail); match != nil {
		return "Not a whole number", match[1] + " is not a whole number of at most 64 bits. Write the number without a fraction."
	}
	return summary, detail
}

// StopProvider cancels pending calls.
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

// ListResource lists objects, each with a display name.
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

// InvokeAction runs an action, which reports its progress.
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
