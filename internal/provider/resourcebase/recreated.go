package resourcebase

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// AnotherObject returns an error if the current object is not the one of a state but has its
// external ID, or nil.
func AnotherObject(ctx context.Context, of *objecttype.Type, state, now tfsdk.State) diag.Diagnostic {
	another := write.SameObject(ctx, state, now, of.Distinctive())
	if another == nil {
		return nil
	}
	id := textOf(memberOf(state.Raw, "id"))
	key, err := of.Key.Parse(id)
	if err != nil {
		key = []string{id}
	}
	return diagnostics.Failure{Verb: "delete", Noun: of.Name, KeyValues: key, Err: another}.Diagnostic()
}

// warnReplaced warns if a refresh finds another object than the recorded one, and its removal is
// already planned. Terraform plans the removal of a resource with the recorded values, before it
// refreshes them, and the apply stops. It also does so for a refresh alone, so it is not an error.
func (r *Resource) warnReplaced(ctx context.Context, recorded, now tfsdk.State) diag.Diagnostics {
	if !r.Checks.Removes(r.Type, now.Raw) {
		return nil
	}
	another := write.SameObject(ctx, recorded, now, r.Type.Distinctive())
	if another == nil {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Changed outside of Terraform",
		fmt.Sprintf("Object: %s %s\n\n%s. The plan of a removed resource shows the recorded values, so the apply does not delete the new "+
			"object. Run `terraform apply -refresh-only` to record it, and plan again. To keep it, add a `removed` block with "+
			"destroy = false.", r.Type.Title, textOf(memberOf(recorded.Raw, "id")), another))}
}
