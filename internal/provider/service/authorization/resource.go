package authorization

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// authorizationResource inherits Read, Update and Delete from resourcebase.Object.
type authorizationResource struct {
	resourcebase.Object[model, idm.Authorization, idm.AuthorizationInput, *model]
}

func newResource() resource.Resource {
	r := &authorizationResource{}
	r.Resource = resourcebase.Resource{
		Description: "Grants a role to a profile.\n\nFour data rooms limit the role: " +
			"clients, units, applications and enterprise roles. Each is global or a list of elements. The service has no operation " +
			"for the elements, so only the four booleans are managed. They default to `false`: the plan closes a data room that was " +
			"opened by hand.\n\n`idm_profile_authorizations` manages all authorizations of a profile instead.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.Authorization,
		},
	}
	r.Calls = resourcebase.ObjectCalls[idm.Authorization, idm.AuthorizationInput, *model]{
		Writes:     idm.AuthorizationWrites,
		Siblings:   idm.AuthorizationOps.List,
		Holder:     resourcebase.HolderByName(idm.AuthorizationOps, func(plan *model) types.String { return plan.RoleExtID }),
		Named:      func(*model) bool { return false },
		NotCreated: r.notGranted,
	}
	return r
}

func attributes() map[string]schema.Attribute {
	all := map[string]schema.Attribute{
		"profile_ext_id": attrs.Reference("External ID of the profile that gets the role. Changing it replaces the authorization."),
		"ext_id":         extIDAttribute(),
		"role_ext_id":    attrs.Reference("External ID of the role that is granted. Changing it replaces the authorization."),
		"validity":       attrs.GrantValidity("authorization"),
	}
	for _, room := range grants.Rooms {
		all[room.Attribute] = attrs.DataRoom(room.Objects)
	}
	return all
}

func extIDAttribute() schema.StringAttribute {
	a := attrs.ExtID(objecttype.Authorization)
	a.MarkdownDescription += " Some releases of the service assign it themselves, and setting it is an error."
	return a
}

// Create repeats the request without an external ID if the release accepts none and the configuration
// sets none.
func (r *authorizationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.CreateBy(ctx, req, resp, func(plan *model, held *write.Lock) (string, error) {
		chosen := !plan.ExtID.IsUnknown()
		plan.ExtID = resourcebase.NewExtID(plan.ExtID)
		ops := r.CreateOps(ctx, plan)
		ops.Post, ops.Held = func() (string, error) { return r.grant(ctx, plan, chosen) }, held
		return r.Writes.CreateIdempotent(ctx, r.LockKey(plan), req.Plan, ops)
	})
}
