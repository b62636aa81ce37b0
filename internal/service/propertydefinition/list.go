package propertydefinition

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type lister struct{ resourcebase.Lister }

func newLister() list.ListResource {
	return &lister{resourcebase.Lister{Resource: base()}}
}

type listConfig struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the definitions of properties that hold for a client, also those of all clients, for `terraform query`.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ListClient(),
		},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listConfig
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	client := l.Client(config.ClientExtID, &diags)
	if resourcebase.Refused(stream, diags) {
		return
	}
	stream.Results = l.Stream(ctx, req, l.definitions(ctx, client.ValueString()), client.ValueString())
}

func (l *lister) definitions(ctx context.Context, client string) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for definition, err := range l.API.SearchPropertyDefinitions(ctx, idm.PropertyDefinitionQuery{ClientExtID: client}) {
			m := &resourceModel{}
			m.read(definition)
			if !yield(resourcebase.Listed{Model: m, Name: definition.Name}, err) {
				return
			}
		}
	}
}
