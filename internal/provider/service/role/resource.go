package role

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type roleResource struct {
	resourcebase.Object[model, idm.Role, idm.RolePatch, *model]
}

func newResource() resource.Resource {
	r := &roleResource{}
	r.Resource, r.Calls = base(), resourcebase.ObjectCalls[idm.Role, idm.RolePatch, *model]{
		Ops: idm.RoleOps,
		Post: func(ctx context.Context, api *idm.API, plan *model) (string, error) {
			return api.CreateRole(ctx, plan.ApplicationExtID.ValueString(), plan.create())
		},
		Patch: func(ctx context.Context, api *idm.API, state *model, version int64, patch idm.RolePatch) (idm.Role, error) {
			patch.Version = version
			return api.UpdateRole(ctx, state.ExtID.ValueString(), patch)
		},
		Delete: func(ctx context.Context, api *idm.API, state *model) error {
			return api.DeleteRole(ctx, state.ExtID.ValueString())
		},
		Holder: holder,
	}
	return r
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: planchecks.Subject{
		Type: objecttype.Role, Collection: planchecks.CollectionOf(idm.RoleOps), Inspect: (*planchecks.Planned).InspectSiblings,
	}}
}

func (r *roleResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A role of an application. `idm_authorization` grants it to a profile; `idm_enterprise_role_member` " +
			"adds it to an enterprise role.",
		Attributes: map[string]schema.Attribute{
			"id":     attrs.ID(r.Type.Key.Form()),
			"ext_id": attrs.ServiceExtID("role"),
			"application_ext_id": attrs.Reference("External ID of the application that the role belongs to. Changing it replaces the " +
				"role: all users lose it."),
			"name":        attrs.RequiredText("Name of the role, unique in its application."),
			"description": attrs.OptionalText("Purpose of the role."),
		},
	}
}

// holder returns the role with the planned name, or "".
func holder(ctx context.Context, api *idm.API, plan *model) (string, error) {
	return resourcebase.HolderOf(api.ApplicationRoles(ctx, plan.ApplicationExtID.ValueString()), func(o idm.Role) (string, string) {
		return o.ExtID, o.Name
	}, plan.Name.ValueString())
}
