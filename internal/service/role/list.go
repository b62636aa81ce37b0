package role

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
	ApplicationExtID types.String `tfsdk:"application_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the roles of an application, for `terraform query`.",
		Attributes: map[string]schema.Attribute{
			"application_ext_id": attrs.ListOf("External id of the application."),
		},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	if resourcebase.Refused(stream, diags) {
		return
	}
	application := config.ApplicationExtID.ValueString()
	stream.Results = l.Stream(ctx, req, l.roles(ctx, application), application)
}

func (l *lister) roles(ctx context.Context, application string) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for role, err := range l.API.ApplicationRoles(ctx, application) {
			m := &model{}
			m.read(role)
			if !yield(resourcebase.Listed{Model: m, Name: role.Name}, err) {
				return
			}
		}
	}
}
