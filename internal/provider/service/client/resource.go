package client

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type clientResource struct {
	resourcebase.Object[model, idm.Client, idm.ClientInput, *model]
}

func newResource() resource.Resource {
	r := &clientResource{}
	r.Resource = resourcebase.Resource{
		Description: "A client: a tenant of the service. The service creates a default unit and a default profile policy in " +
			"it. Only services in multi-client mode create and delete clients.\n\nDestroying it requires `deletion_protection = " +
			"false`.",
		Attributes: attributes,
		Subject: planchecks.Subject{Type: objecttype.Client,
			Unreplaceable: protected},
	}
	r.Calls = resourcebase.ObjectCalls[idm.Client, idm.ClientInput, *model]{
		Writes:      idm.Writes[idm.Client, idm.ClientInput]{Ops: idm.ClientOps.WithoutList()},
		Unversioned: true,
		Holder:      resourcebase.HolderByName(idm.ClientOps, func(plan *model) types.String { return plan.Name }),
	}
	return r
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name":         attrs.RequiredText("Name of the client, unique in the whole service."),
		"display_name": attrs.LocalizedText("Display name"),
		"remarks":      attrs.OptionalText("Remarks about the client."),
		"deletion_protection": attrs.DefaultedBool(true,
			"`true` prevents destroying or replacing the client, in the plan and in the apply. To destroy it, first set `false` and "+
				"apply. Defaults to `true`, also for an imported client. The service does not store it."),
	}
}

// ModifyPlan also refuses to destroy a protected client, so that the rest of the plan is not applied
// either.
func (r *clientResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	if req.Plan.Raw.IsNull() && !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(protected(planchecks.NewRecorded(req.State.Raw)))
	}
}

// protected returns the error for the destroy of a protected client, or nil.
func protected(client planchecks.Recorded) diag.Diagnostic {
	if !client.Flag("deletion_protection") {
		return nil
	}
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_protection"), "The client is protected",
		fmt.Sprintf("Destroying the client %q deletes everything in it, and its deletion_protection is true. Nothing was deleted. "+
			"To destroy it, first set deletion_protection = false and apply. To keep the client without managing it, replace the "+
			"resource with a `removed` block.", client.Text("ext_id")))
}

// Delete refuses to delete a protected client, for an apply without a plan for it.
func (r *clientResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(protected(planchecks.NewRecorded(req.State.Raw)))
	if !resp.Diagnostics.HasError() {
		r.Object.Delete(ctx, req, resp)
	}
}
