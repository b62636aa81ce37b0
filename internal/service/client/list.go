package client

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type lister struct{ resourcebase.Lister }

func newLister() list.ListResource {
	return &lister{resourcebase.Lister{Resource: base()}}
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: "Finds the clients, the tenants of the service, that the caller may see, for " +
		"`terraform query`."}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = l.Stream(ctx, req, l.clients(ctx))
}

func (l *lister) clients(ctx context.Context) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for client, err := range l.API.Clients(ctx, idm.ClientQuery{}) {
			m := &resourceModel{}
			m.read(client)
			if !yield(resourcebase.Listed{Model: m, Name: cmp.Or(client.DisplayName["EN"], client.Name)}, err) {
				return
			}
		}
	}
}
