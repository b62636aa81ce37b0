package credentials

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// ModifyPlan also looks, for the create of a replacement, for a credential that makes the service
// refuse it.
func (r *Resource[M, P]) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Inspect = r.inspect
	r.Object.ModifyPlan(ctx, req, resp)
}

func (r *Resource[M, P]) inspect(p *plancheck.Planned) {
	plan := P(new(M))
	if !p.Succeeds() || !p.Decode(plan) || plan.Place().Owner == "" {
		return
	}
	at := plan.Place()
	for credential, err := range idm.Readable(r.list(r.API, p.Context(), at.Client, at.Owner)) {
		if err != nil {
			return
		}
		if r.inTheWay(p, plan, credential) {
			*plan.OwnExtID() = types.StringValue(credential.ExtID)
			p.WarnTaken(path.Root(userPart), "The user already has this "+r.Type.Title,
				fmt.Sprintf("The user %q already has the %s %q, and the service refuses a second one.", at.Owner, r.Type.Title,
					credential.ExtID),
				plan.KeyValues()...)
			return
		}
	}
}

// inTheWay reports whether a credential of the user makes the service refuse the planned one. One
// that this run changes may be gone by then.
func (r *Resource[M, P]) inTheWay(p *plancheck.Planned, plan P, remote idm.Credential) bool {
	if remote.ExtID == plan.OwnExtID().ValueString() || !slices.Contains(r.Type.Key, "ext_id") {
		return p.Adopts()
	}
	_, changed := p.Catalog.Seen(references.NewTarget(r.Type, plan.Place().Client, remote.ExtID))
	return !changed && r.same != nil && r.same(plan, remote) && !p.Remakes(remote.ExtID)
}
