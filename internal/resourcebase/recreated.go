package resourcebase

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// AnotherObject returns an error if the current object is not the one of a state but has its
// external ID, or nil.
func AnotherObject(ctx context.Context, of *objecttype.Type, state, now tfsdk.State) diag.Diagnostic {
	another := write.SameObject(ctx, state, now, of.Distinctive())
	if another == nil {
		return nil
	}
	key, err := of.Key.Parse(recordedID(ctx, state))
	if err != nil {
		key = []string{recordedID(ctx, state)}
	}
	return remedy.Failure{Verb: "delete", Noun: of.Name, KeyValues: key, Err: another}.Diagnostic()
}

func recordedID(ctx context.Context, state tfsdk.State) string {
	var id string
	state.GetAttribute(ctx, path.Root("id"), &id)
	return id
}

// refuseReplaced refuses to plan the destroy of an object with values that the refresh has found to
// be those of an earlier object. A CLI plans the removal of a resource with the recorded values.
func (r *Resource) refuseReplaced(ctx context.Context, req resource.ModifyPlanRequest, planned *plancheck.Planned) {
	now := r.Checks.Replaced(r.Type, req.State.Raw)
	if !req.Plan.Raw.IsNull() || now == nil {
		return
	}
	another := write.SameObject(ctx, req.State, tfsdk.State{Schema: req.State.Schema, Raw: *now}, r.Type.Distinctive())
	if another == nil {
		return
	}
	planned.Refuse(path.Root("id"), "Changed outside of Terraform",
		fmt.Sprintf("Object: %s %s\n\n%s. The plan of a removed resource shows the recorded values, and would delete the new object. "+
			"Nothing was changed. Run `terraform apply -refresh-only` to record the new object, and plan again. To keep it, add a "+
			"`removed` block with destroy = false.", r.Type.Title, recordedID(ctx, req.State), another))
}
