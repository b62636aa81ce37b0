package resourcebase

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// Lister is embedded by every list resource. It has the name and the key of the resource that it
// lists.
type Lister struct{ Resource }

// Listed is one object found by a list resource.
type Listed struct {
	// Model is the resource's model of the object.
	Model Keyed
	// Name is what people call it.
	Name string
}

// Stream turns the objects found into the results of a list: the identity always, the whole
// resource only when it is asked for. It ends at the limit, or with the diagnostic of the error
// that ended the objects: a list cut short never looks like a whole one. The parts name what was
// listed.
func (l *Lister) Stream(ctx context.Context, req list.ListRequest, objects iter.Seq2[Listed, error],
	parts ...string) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		var sent int64
		for object, err := range objects {
			result := req.NewListResult(ctx)
			if err != nil {
				result.Diagnostics.Append(remedy.Failure{Verb: "list", Noun: l.Noun, KeyValues: parts, Err: err, Release: l.Release}.Diagnostic())
				yield(result)
				return
			}
			l.fill(ctx, req, object, &result)
			sent++
			if !yield(result) || sent == req.Limit {
				return
			}
		}
	}
}

func (l *Lister) fill(ctx context.Context, req list.ListRequest, object Listed, result *list.ListResult) {
	parts := object.Model.KeyValues()
	result.DisplayName = object.Name
	if object.Name == "" {
		result.DisplayName = parts[len(parts)-1]
	}
	l.identify(ctx, result.Identity, l.keyOf(object.Model), parts)
	if req.IncludeResource {
		object.Model.SetID(types.StringValue(ID(parts...)))
		result.Diagnostics.Append(result.Resource.Set(ctx, object.Model)...)
	}
}

// Refused ends a list before it began.
func Refused(stream *list.ListResultsStream, diags diag.Diagnostics) bool {
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return true
	}
	return false
}
