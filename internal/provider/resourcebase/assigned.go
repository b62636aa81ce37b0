package resourcebase

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// assignedKey is the key in the private state of an object whose external ID the service has
// assigned, although the create sent another one: the configured ID, or "" for a generated one.
const assignedKey = "assigned"

// noteAssigned stores the configured external ID that the service did not keep.
func noteAssigned(ctx context.Context, configured string, private Private) diag.Diagnostics {
	text, _ := json.Marshal(configured) // A text always has a JSON form.
	return private.SetKey(ctx, assignedKey, text)
}

// learnAssigned passes an object whose external ID the service has assigned to the checks of a plan.
func (r *Resource) learnAssigned(ctx context.Context, m Keyed, private Private) {
	var configured string
	if text, _ := private.GetKey(ctx, assignedKey); text != nil && json.Unmarshal(text, &configured) == nil {
		r.Checks.NoteAssigned(&r.Subject, m.KeyValues(), configured)
	}
}
