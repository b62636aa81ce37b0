package application

import (
	"cmp"
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
	resp.Schema = schema.Schema{MarkdownDescription: "Finds all applications of the service, for `terraform query`, whatever clients they " +
		"are assigned to."}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = l.Stream(ctx, req, l.applications(ctx))
}

func (l *lister) applications(ctx context.Context) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for application, err := range l.API.Applications(ctx) {
			m := &model{}
			m.read(application)
			if !yield(resourcebase.Listed{Model: m, Name: cmp.Or(application.DisplayName["EN"], application.Name)}, err) {
				return
			}
		}
	}
}
