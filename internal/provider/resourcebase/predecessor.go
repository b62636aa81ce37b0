package resourcebase

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// predecessorKey is the key in the private state of a plan for the ID of the existing object. The
// plan of a replacement's create differs from any other create only in this private state.
const predecessorKey = "predecessor"

// notePredecessor stores the ID of an existing object in the private state of its plan.
func notePredecessor(ctx context.Context, id string, private Private) diag.Diagnostics {
	text, _ := json.Marshal(id) // A text always has a JSON form.
	return private.SetKey(ctx, predecessorKey, text)
}

// predecessor returns the ID of the object that a new one replaces, and whether it replaces one. An
// unreadable ID is "", which no object has.
func predecessor(ctx context.Context, req resource.ModifyPlanRequest) (id string, replaces bool) {
	text, _ := req.Private.GetKey(ctx, predecessorKey)
	_ = json.Unmarshal(text, &id) // The ID stays "".
	return id, text != nil
}
