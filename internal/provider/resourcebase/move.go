package resourcebase

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// MoveState imports objects from resources of the generic REST providers. As after an import, the
// following read fetches everything except the key.
func (r *Resource) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{{StateMover: r.moveState}}
}

func (r *Resource) moveState(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	pathOf := genericProviders[path.Base(req.SourceProviderAddress)+" "+req.SourceTypeName]
	if pathOf == nil || req.SourceRawState == nil {
		return
	}
	var source genericState
	if err := json.Unmarshal(req.SourceRawState.JSON, &source); err != nil {
		resp.Diagnostics.AddError("Could not import "+r.Type.Title, fmt.Sprintf("The state of the %s in the `moved` block is not readable: "+
			"%s. Use a `removed` block and an `import` block instead.", req.SourceTypeName, err))
		return
	}
	at := pathOf(source)
	key := r.Type.KeyAt(at)
	if key == nil {
		resp.Diagnostics.AddError("Could not import "+r.Type.Title, fmt.Sprintf("The %s in the `moved` block has the path %q, which is not "+
			"the path of one %s. Move it to the type of the object, or use a `removed` block and an `import` block instead.",
			req.SourceTypeName, at, r.Type.Title))
		return
	}
	taken := resource.ImportStateResponse{State: resp.TargetState, Identity: resp.TargetIdentity, Private: resp.TargetPrivate}
	r.ImportState(ctx, resource.ImportStateRequest{ID: objecttype.ImportID(key...)}, &taken)
	resp.TargetState, resp.TargetIdentity, resp.TargetPrivate = taken.State, taken.Identity, taken.Private
	resp.Diagnostics.Append(taken.Diagnostics...)
}

// genericState contains the attributes of a generic REST resource that locate its object.
type genericState struct {
	ID       string `json:"id"`
	Path     string `json:"path"`
	ReadPath string `json:"read_path"`
}

// genericProviders maps the provider and the resource type to a function that returns the path of
// the object. Mastercard/restapi stores the path of the collection and the ID, magodo/restful the
// whole path as the ID.
var genericProviders = map[string]func(genericState) string{
	"restapi restapi_object": func(s genericState) string {
		id := url.PathEscape(s.ID)
		return strings.ReplaceAll(cmp.Or(s.ReadPath, strings.TrimSuffix(s.Path, "/")+"/{id}"), "{id}", id)
	},
	"restful restful_resource": func(s genericState) string { return s.ID },
}
