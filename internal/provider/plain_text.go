package provider

import (
	"context"
	"iter"
	"reflect"
	"regexp"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// shown forwards a call with its own context, and sanitizes the diagnostics of its response.
func shown[Request, Response any](ctx context.Context, req Request, call func(context.Context, Request) (*Response, error)) (*Response,
	error) {
	own := newCallContext(ctx)
	defer own.end()
	response, err := call(own, req)
	if response == nil {
		return response, err
	}
	if diagnostics, ok := reflect.TypeAssert[[]*tfprotov6.Diagnostic](reflect.ValueOf(response).Elem().FieldByName("Diagnostics")); ok {
		clean(diagnostics)
	}
	return response, err
}

func clean(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		d.Summary, d.Detail = explained(escape.Lines(d.Summary), escape.Lines(d.Detail))
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

// CallFunction computes a function.
func (c calls) CallFunction(ctx context.Context, req *tfprotov6.CallFunctionRequest) (*tfprotov6.CallFunctionResponse, error) {
	response, err := c.protocol.CallFunction(ctx, req)
	if response != nil && response.Error != nil {
		response.Error.Text = escape.Lines(response.Error.Text)
	}
	return response, err
}

// ListResource lists objects, each with a display name.
func (c calls) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	response, err := c.protocol.ListResource(ctx, req)
	if response != nil && response.Results != nil {
		response.Results = each(response.Results, func(r tfprotov6.ListResourceResult) tfprotov6.ListResourceResult {
			r.DisplayName = escape.Text(r.DisplayName)
			clean(r.Diagnostics)
			return r
		})
	}
	return response, err
}

// InvokeAction runs an action, which reports its progress.
func (c calls) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	response, err := c.protocol.InvokeAction(ctx, req)
	if response != nil && response.Events != nil {
		response.Events = each(response.Events, func(e tfprotov6.InvokeActionEvent) tfprotov6.InvokeActionEvent {
			switch event := e.Type.(type) {
			case tfprotov6.ProgressInvokeActionEventType:
				event.Message = escape.Lines(event.Message)
				e.Type = event
			case tfprotov6.CompletedInvokeActionEventType:
				clean(event.Diagnostics)
			}
			return e
		})
	}
	return response, err
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
