package authorization

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// grant creates the planned authorization and returns its external id. A release that does not take an external id is asked again without it, unless the
// configuration chose it.
func (r *authorizationResource) grant(ctx context.Context, plan *model, chosen bool) (string, error) {
	client, profile, body := plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), plan.create()
	extID, err := r.API.CreateAuthorization(ctx, client, profile, body)
	if chosen || !framework.RefusesExtID(err) {
		return extID, err
	}
	body.ExtID = ""
	return r.API.CreateAuthorization(ctx, client, profile, body)
}

func (r *authorizationResource) notGranted(ctx context.Context, plan *model, chosen bool, err error) diag.Diagnostic {
	if chosen && framework.RefusesExtID(err) {
		failed := r.Failed("create", plan, err)
		return diag.NewAttributeErrorDiagnostic(path.Root("ext_id"), "The service does not take an external id",
			"This release of the service chooses the external ids of authorizations itself. Take ext_id out of the configuration: the authorization then gets the id that "+
				"the service chooses, and the state records it.\n\n"+failed.Detail())
	}
	granted := r.API.Authorizations(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString())
	return framework.NotGranted(&r.Resource, plan, plan.RoleExtID.ValueString(), err, granted, func(a idm.Authorization) framework.Grant {
		return framework.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID}
	})
}
