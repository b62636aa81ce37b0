package credentials

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// ModifyPlan also refuses to set a password that the configuration leaves out.
func (p *Password[M, P]) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	p.Refuse = p.refuseMissing
	p.Resource.ModifyPlan(ctx, req, resp)
}

// refuseMissing refuses a create and a rotation without a password. An imported credential needs
// none, and neither does one whose password the service generates.
func (p *Password[M, P]) refuseMissing(planned *plancheck.Planned) {
	password := planned.Configured("password_wo")
	if password == nil || !password.IsNull() {
		return
	}
	var detail string
	switch {
	case !planned.Creates() && planned.Changes("password_wo_version"):
		detail = fmt.Sprintf("A change of password_wo_version sets a new password, and password_wo is missing. Set it, or keep the "+
			"password_wo_version that the %s has.", p.Type.Title)
	case !planned.Creates():
		return
	case !p.Generates:
		detail = "The service would generate a password that the provider cannot hand out. Set password_wo, for example to an ephemeral " +
			"random_password."
	default:
		policy := p.plannedPolicy(planned)
		if policy.ExtID == "" || generates(policy) {
			return
		}
		detail = fmt.Sprintf("The policy %q (%s) does not generate passwords, so the service requires one. Set password_wo, or "+
			"name a policy in policy_ext_id whose parameter resetCodeEnabled is \"true\".", policy.ExtID,
			strings.TrimSpace(policy.PolicyType+" "+policy.Name))
	}
	if planned.Creates() {
		detail += " If the " + p.Type.Title + " exists, import it: an import needs no password."
	}
	planned.Refuse(path.Root("password_wo"), "Missing password_wo", detail+"\n\nNothing was changed.")
}

// plannedPolicy is the policy of a new credential; the zero value when the plan does not know it,
// when it cannot be read, or when this run changes it first. Before the create it is known.
func (p *Password[M, P]) plannedPolicy(planned *plancheck.Planned) idm.Policy {
	plan := P(new(M))
	named, isText := planned.Configured("policy_ext_id").(types.String)
	if !isText || named.IsUnknown() || !planned.Decode(plan) || plan.Place().Client == "" {
		return idm.Policy{}
	}
	policy := p.policy(planned.Context(), plan)
	_, changed := planned.Catalog.Seen(references.NewTarget(objecttype.Policy, plan.Place().Client, policy.ExtID))
	if changed && !planned.Applies() {
		return idm.Policy{}
	}
	return policy
}

// generates reports whether a policy has the service generate passwords.
func generates(policy idm.Policy) bool {
	return strings.EqualFold(policy.Parameters["resetCodeEnabled"], "true")
}
