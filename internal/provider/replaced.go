package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// refuseDestroy checks again what the plan of a destroy has found. It returns the response with an
// error if the create of a replacement is no longer possible, or if another object has the ID, or
// nil. A CLI passes the private state of the replacement's plan with the destroy.
func (c calls) refuseDestroy(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) *tfprotov6.ApplyResourceChangeResponse {
	configured, of := c.provider.configured.Load(), c.provider.subjects[req.TypeName]
	if configured == nil || of == nil || req.PlannedState == nil {
		return nil
	}
	if destroys, err := req.PlannedState.IsNull(); err != nil || !destroys {
		return nil
	}
	var refused diag.Diagnostic
	var private map[string][]byte
	if json.Unmarshal(req.PlannedPrivate, &private) == nil {
		refused = configured.Checks.Unmet(ctx, of, private[planchecks.ConditionsKey])
	}
	if refused == nil && len(of.Type.Distinctive()) > 0 {
		refused = c.anotherObject(ctx, configured, of, req)
	}
	if refused == nil {
		return nil
	}
	return &tfprotov6.ApplyResourceChangeResponse{
		NewState: req.PriorState, NewIdentity: req.PlannedIdentity, Private: req.PlannedPrivate,
		Diagnostics: []*tfprotov6.Diagnostic{{
			Severity: tfprotov6.DiagnosticSeverityError, Summary: refused.Summary(), Detail: refused.Detail(),
		}},
	}
}

// notDestroyed is the end of the error of a read before a destroy.
const notDestroyed = "\n\nThe object was not destroyed, because it is not known whether it is still the recorded one."

// anotherObject returns an error if the planned object was deleted, and another writer has created
// one with its external ID, or the error of a read that shows neither. All destroys share the lists
// that the first ones read.
func (c calls) anotherObject(ctx context.Context, configured *resourcebase.Provider, of *planchecks.Subject,
	req *tfprotov6.ApplyResourceChangeRequest) diag.Diagnostic {
	var described resource.SchemaResponse
	c.provider.resources[req.TypeName]().Schema(ctx, resource.SchemaRequest{}, &described)
	state := func(value *tfprotov6.DynamicValue) tfsdk.State {
		raw, err := value.Unmarshal(described.Schema.Type().TerraformType(ctx))
		if err != nil {
			raw = tftypes.NewValue(described.Schema.Type().TerraformType(ctx), nil)
		}
		return tfsdk.State{Schema: described.Schema, Raw: raw}
	}
	before := state(req.PriorState)
	if before.Raw.IsNull() || configured.Checks.Wrote(of.Type, before.Raw) {
		return nil
	}
	found, err := shown(listcache.Before(ctx), &tfprotov6.ReadResourceRequest{
		TypeName: req.TypeName, CurrentState: req.PriorState, Private: req.PlannedPrivate,
	}, c.protocol.ReadResource)
	if err != nil {
		return diagnostics.Failure{Verb: "delete", Noun: of.Type.Name, Err: err}.Diagnostic()
	}
	for _, d := range found.Diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return diag.NewErrorDiagnostic(d.Summary, d.Detail+notDestroyed)
		}
	}
	now := state(found.NewState)
	if now.Raw.IsNull() {
		return nil
	}
	return resourcebase.AnotherObject(ctx, of.Type, before, now)
}
