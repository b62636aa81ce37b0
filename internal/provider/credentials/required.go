package credentials

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// ModifyPlan also refuses to set a missing password, and compares a new one with its policy.
func (p *Password[M, P]) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	p.Refuse = p.refuseMissing
	p.Inspect = func(planned *planchecks.Planned) {
		p.inspect(planned)
		p.inspectPassword(planned)
	}
	p.Object.ModifyPlan(ctx, req, resp)
}

// refuseMissing refuses a create or a rotation without a password. An import and a generated
// password require none.
func (p *Password[M, P]) refuseMissing(planned *planchecks.Planned) {
	password := planned.Configured("password_wo")
	if password == nil || !password.IsNull() {
		return
	}
	var detail string
	switch {
	case !planned.Creates() && planned.Changes("password_wo_version"):
		detail = fmt.Sprintf("A change of password_wo_version sets a new password, and password_wo is missing. Set it, or keep the "+
			"current password_wo_version of the %s.", p.Type.Title)
	case !planned.Creates():
		return
	case !p.limits.Generates:
		detail = "The service would generate a password that the provider cannot return. Set password_wo, for example to an ephemeral " +
			"random_password."
	default:
		policy, known := p.plannedPolicy(planned)
		if !known || policy.ExtID == "" || generates(policy) {
			return
		}
		detail = fmt.Sprintf("The policy %q (%s) does not generate passwords, so the service requires one. Set password_wo, or "+
			"set policy_ext_id to a policy with resetCodeEnabled = \"true\".", policy.ExtID,
			strings.TrimSpace(policy.PolicyType+" "+policy.Name))
	}
	if planned.Creates() {
		detail += " If the " + p.Type.Title + " exists, import it: an import requires no password."
	}
	planned.Refuse(path.Root("password_wo"), "Missing password_wo", detail+"\n\nNothing was changed.")
}

// plannedPolicy returns the policy of a credential after the plan, and whether it is known.
func (p *Password[M, P]) plannedPolicy(planned *planchecks.Planned) (policy idm.Policy, known bool) {
	plan := P(new(M))
	named, isText := planned.Configured(policyPart).(types.String)
	if !isText || named.IsUnknown() || !planned.Decode(plan) || plan.Place().Client == "" {
		return idm.Policy{}, false
	}
	return planned.Catalog.Policy(planned.Context(), plan.Place().Client, p.Type.PolicyType, plan.Secret().PolicyExtID.ValueString())
}

// generates reports whether the service generates passwords under a policy.
func generates(policy idm.Policy) bool {
	return strings.EqualFold(policy.Parameters["resetCodeEnabled"], "true")
}
