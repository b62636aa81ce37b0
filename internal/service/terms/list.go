package terms

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type lister struct{ resourcebase.Lister }

func newLister() list.ListResource {
	return &lister{resourcebase.Lister{Resource: base()}}
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds all terms of the service, for `terraform query`, also those that are not active.",
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = l.Stream(ctx, req, l.terms(ctx))
}

func (l *lister) terms(ctx context.Context) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for terms, err := range l.API.AllTerms(ctx) {
			m := &model{}
			m.read(terms)
			if !yield(resourcebase.Listed{Model: m, Name: terms.Name}, err) {
				return
			}
		}
	}
}
