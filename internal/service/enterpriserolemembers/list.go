package enterpriserolemembers

import (
	"cmp"
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
	ClientExtID types.String `tfsdk:"client_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the enterprise roles of a client, each with all its roles, for `terraform query`. " +
			"It takes one request for each enterprise role when the resources are asked for too.",
		Attributes: map[string]schema.Attribute{"client_ext_id": attrs.ListClient()},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listerModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	client := l.Client(config.ClientExtID, &diags)
	if resourcebase.Refused(stream, diags) {
		return
	}
	stream.Results = l.Stream(ctx, req, l.enterpriseRoles(ctx, client, req.IncludeResource), client.ValueString())
}

// enterpriseRoles reads the roles of each only when the whole resource is asked for.
func (l *lister) enterpriseRoles(ctx context.Context, client types.String, whole bool) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for role, err := range l.API.EnterpriseRoles(ctx, client.ValueString()) {
			m := &model{ClientExtID: client, EnterpriseRoleExtID: types.StringValue(role.ExtID)}
			if err == nil && whole {
				var roles map[string]bool
				roles, err = membersOf(ctx, l.API, m)
				m.hold(roles)
			}
			if !yield(resourcebase.Listed{Model: m, Name: cmp.Or(role.DisplayName["EN"], role.Name)}, err) || err != nil {
				return
			}
		}
	}
}
