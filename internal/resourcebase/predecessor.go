package resourcebase

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// predecessorKey holds, in the private state of a plan, the id of the object that it is made for. A
// CLI plans the create of a replacement like any other, except for this private state.
const predecessorKey = "predecessor"

// notePredecessor keeps the id of an existing object in the private state of its plan.
func notePredecessor(ctx context.Context, id string, private Private) diag.Diagnostics {
	text, _ := json.Marshal(id) // A text always has a JSON form.
	return private.SetKey(ctx, predecessorKey, text)
}

// predecessor returns the id of the object that a new one replaces, and whether it replaces one.
func predecessor(ctx context.Context, req resource.ModifyPlanRequest) (id string, replaces bool) {
	text, _ := req.Private.GetKey(ctx, predecessorKey)
	return id, text != nil && json.Unmarshal(text, &id) == nil
}
