package enterpriserolemember

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
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	EnterpriseRoleExtID types.String `tfsdk:"enterprise_role_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the roles of an enterprise role, for `terraform query`.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id":          attrs.ListClient(),
			"enterprise_role_ext_id": attrs.ListOf("External id of the enterprise role."),
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
	stream.Results = l.Stream(ctx, req, l.members(ctx, config), config.ClientExtID.ValueString(), config.EnterpriseRoleExtID.ValueString())
}

func (l *lister) members(ctx context.Context, config listerModel) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for role, err := range l.API.EnterpriseRoleMembers(ctx, config.ClientExtID.ValueString(), config.EnterpriseRoleExtID.ValueString()) {
			m := &model{
				ClientExtID: config.ClientExtID, EnterpriseRoleExtID: config.EnterpriseRoleExtID, RoleExtID: types.StringValue(role.ExtID),
			}
			if !yield(resourcebase.Listed{Model: m, Name: role.Name}, err) {
				return
			}
		}
	}
}
