package authorization

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// grant creates the planned authorization and returns its external ID. If the release does not
// accept an external ID, grant repeats the request without it, unless the configuration sets it.
func (r *authorizationResource) grant(ctx context.Context, plan *model, chosen bool) (string, error) {
	at, input := plan.Place(), plan.PatchFrom(&model{}, nil)
	extID, err := r.Calls.Create(ctx, r.API, at, input)
	if chosen || !resourcebase.RefusesExtID(err) {
		return extID, err
	}
	input.ExtID = idm.Field[string]{}
	return r.Calls.Create(ctx, r.API, at, input)
}

func (r *authorizationResource) notGranted(_ context.Context, plan *model, err error) diag.Diagnostic {
	if resourcebase.RefusesExtID(err) {
		failed := r.Failed("create", plan, err)
		return diag.NewAttributeErrorDiagnostic(path.Root("ext_id"), "The service does not accept an external ID",
			"This release of the service assigns the external IDs of authorizations itself. Remove ext_id from the configuration: the "+
				"state then records the assigned ID.\n\n"+failed.Detail())
	}
	return r.Failure("create", plan, err).NotCreated()
}
