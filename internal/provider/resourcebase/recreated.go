package resourcebase

import (
	"context"

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
