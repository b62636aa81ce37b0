package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// refuseDestroy checks again what the plan of a destroy has found. It returns the response with an
// error if the create of a replacement is no longer possible, or if an old plan would destroy
// another object, or nil. A CLI passes the private state of the plan with the destroy.
func (c calls) refuseDestroy(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) *tfprotov6.ApplyResourceChangeResponse {
	checks, of := c.provider.checks.Load(), c.provider.subjects[req.TypeName]
	var private map[string][]byte
	if checks == nil || of == nil || req.PlannedState == nil || len(req.PlannedPrivate) == 0 {
		return nil
	}
	if destroys, err := req.PlannedState.IsNull(); err != nil || !destroys || json.Unmarshal(req.PlannedPrivate, &private) != nil {
		return nil
	}
	planned := private[plancheck.ConditionsKey]
	refused := checks.Unmet(ctx, of, planned)
	if refused == nil && len(of.Type.Distinctive()) > 0 && plancheck.IsOld(planned) {
		refused = c.anotherObject(ctx, checks, of, req)
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

// anotherObject returns an error if the planned object was deleted, and another writer has created
// one with its external ID. An object that cannot be read is left to the delete.
func (c calls) anotherObject(ctx context.Context, checks *plancheck.Run, of *plancheck.Subject,
	req *tfprotov6.ApplyResourceChangeRequest) diag.Diagnostic {
	found, err := c.protocol.ReadResource(listcache.Unlisted(ctx), &tfprotov6.ReadResourceRequest{
		TypeName: req.TypeName, CurrentState: req.PriorState, CurrentIdentity: req.PlannedIdentity, Private: req.PlannedPrivate,
	})
	if err != nil {
		return nil
	}
	var shown resource.SchemaResponse
	c.provider.resources[req.TypeName]().Schema(ctx, resource.SchemaRequest{}, &shown)
	before, now := tfsdk.State{Schema: shown.Schema}, tfsdk.State{Schema: shown.Schema}
	for state, value := range map[*tfsdk.State]*tfprotov6.DynamicValue{&before: req.PriorState, &now: found.NewState} {
		if state.Raw, err = value.Unmarshal(shown.Schema.Type().TerraformType(ctx)); err != nil || state.Raw.IsNull() {
			return nil
		}
	}
	if checks.Wrote(of.Type, before.Raw) {
		return nil
	}
	return resourcebase.AnotherObject(ctx, of.Type, before, now)
}
