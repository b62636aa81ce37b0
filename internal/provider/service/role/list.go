package role

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

const applicationPart = "application_ext_id"

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.Source[idm.Role]{
		Arguments: map[string]schema.Attribute{applicationPart: attrs.ListOf("External ID of the application.")},
		Find: func(ctx context.Context, api *idm.API, of listresource.Arguments) iter.Seq2[idm.Role, error] {
			return idm.RoleOps.List(ctx, api, idm.Place{Owner: of.Text(applicationPart)})
		},
	}, "Finds the roles of an application, for `terraform query`.", func(r idm.Role) string { return r.Name })
}
