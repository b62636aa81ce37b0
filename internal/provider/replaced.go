package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
)

// refuseDestroy checks the conditions of a replacement again before its destroy. It returns the
// response with an error if one no longer holds, or nil. A CLI passes the private state of the
// replacement's plan with the destroy.
func (p *idmProvider) refuseDestroy(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) *tfprotov6.ApplyResourceChangeResponse {
	checks, of := p.checks.Load(), p.subjects[req.TypeName]
	var private map[string][]byte
	if checks == nil || of == nil || req.PlannedState == nil || len(req.PlannedPrivate) == 0 {
		return nil
	}
	if destroys, err := req.PlannedState.IsNull(); err != nil || !destroys || json.Unmarshal(req.PlannedPrivate, &private) != nil ||
		private[plancheck.ConditionsKey] == nil {
		return nil
	}
	unmet := checks.Unmet(ctx, of, private[plancheck.ConditionsKey])
	if unmet == nil {
		return nil
	}
	return &tfprotov6.ApplyResourceChangeResponse{
		NewState: req.PriorState, NewIdentity: req.PlannedIdentity, Private: req.PlannedPrivate,
		Diagnostics: []*tfprotov6.Diagnostic{{
			Severity: tfprotov6.DiagnosticSeverityError, Summary: unmet.Summary(), Detail: unmet.Detail(),
		}},
	}
}
