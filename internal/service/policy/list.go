package policy

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type lister struct{ resourcebase.Lister }

func newLister() list.ListResource {
	return &lister{resourcebase.Lister{Resource: base()}}
}

type listModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the policies of a client, for `terraform query`.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ListClient(),
		},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	client := l.Client(config.ClientExtID, &diags)
	if resourcebase.Refused(stream, diags) {
		return
	}
	stream.Results = l.Stream(ctx, req, l.policies(ctx, client), client.ValueString())
}

func (l *lister) policies(ctx context.Context, client types.String) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for policy, err := range l.API.Policies(ctx, client.ValueString()) {
			m := &model{ClientExtID: client}
			m.read(policy)
			if !yield(resourcebase.Listed{Model: m, Name: policy.Name}, err) {
				return
			}
		}
	}
}
