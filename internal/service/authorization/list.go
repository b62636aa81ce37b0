package authorization

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

type listerModel struct {
	ClientExtID  types.String `tfsdk:"client_ext_id"`
	ProfileExtID types.String `tfsdk:"profile_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the authorizations of a profile, for `terraform query`. Those that it has through enterprise roles are " +
			"not among them.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id":  attrs.ListClient(),
			"profile_ext_id": attrs.ListOf("External id of the profile."),
		},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listerModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = l.Client(config.ClientExtID, &diags)
	if resourcebase.Refused(stream, diags) {
		return
	}
	stream.Results = l.Stream(ctx, req, l.granted(ctx, config), config.ClientExtID.ValueString(), config.ProfileExtID.ValueString())
}

func (l *lister) granted(ctx context.Context, config listerModel) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for authorization, err := range l.API.Authorizations(ctx, config.ClientExtID.ValueString(), config.ProfileExtID.ValueString()) {
			m := &model{ClientExtID: config.ClientExtID, ProfileExtID: config.ProfileExtID}
			m.read(authorization)
			if !yield(resourcebase.Listed{Model: m, Name: authorization.RoleExtID}, err) {
				return
			}
		}
	}
}
