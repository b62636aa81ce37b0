package credentials

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// ModifyPlan also looks for a credential that would make the service refuse the create of a
// replacement.
func (r *Resource[M, P]) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Inspect = r.inspect
	r.Object.ModifyPlan(ctx, req, resp)
}

func (r *Resource[M, P]) inspect(p *planchecks.Planned) {
	plan := P(new(M))
	if !p.Succeeds() || !p.Decode(plan) || plan.Place().Owner == "" {
		return
	}
	at, own, free := plan.Place(), plan.OwnExtID().ValueString(), true
	for credential, err := range idm.Readable(r.kind.List(p.Context(), r.API, at)) {
		if free = free && err == nil && credential.ExtID != own; err != nil {
			break
		}
		if r.conflicts(p, plan, credential) {
			*plan.OwnExtID() = types.StringValue(credential.ExtID)
			p.WarnTaken(path.Root(userPart),
				"The user already has this "+r.Type.Title,
				fmt.Sprintf("The user %q already has the %s %q, and the service refuses a second one.", at.Owner, r.Type.Title,
					credential.ExtID),
				plan.KeyValues()...)
			return
		}
	}
	if own != "" && free && !r.single() {
		p.RequiresFree(own, at.Owner)
	}
	r.inspectOthers(p, plan)
}

// conflicts reports whether a credential of the user makes the service refuse the planned one.
func (r *Resource[M, P]) conflicts(p *planchecks.Planned, plan P, remote idm.Credential) bool {
	if remote.ExtID == plan.OwnExtID().ValueString() || r.single() {
		return p.Adopts()
	}
	return r.kind.Same != nil && r.kind.Same(plan, remote) && !p.Remakes(remote.ExtID)
}

// single reports whether a user has at most one credential of the kind, which a new version of a
// password replaces.
func (r *Resource[M, P]) single() bool { return !slices.Contains(r.Type.Key, "ext_id") }

// inspectOthers looks for a credential of any kind and user that has the planned external ID, or
// the planned value that is unique in the client.
func (r *Resource[M, P]) inspectOthers(p *planchecks.Planned, plan P) {
	at, own, before := plan.Place(), plan.OwnExtID().ValueString(), p.Predecessor()
	users := []string{at.Owner}
	if before != nil {
		users = append(users, before[1])
	}
	refuse := func(attribute, has string, by func(idm.Credential) bool) {
		found, ok := p.Catalog.Credential(p.Context(), at.Client, users, by)
		if ok && !r.replaced(p, at.Client, found) {
			p.Warn(path.Root(attribute), "Another credential "+has, fmt.Sprintf("The credential %q (%s) of the user %q %s, "+
				"which is unique in the client. Choose another value, or delete that credential first.",
				found.ExtID, found.Type, found.UserExtID, has))
		}
	}
	if own != "" && (before == nil || r.single() || own != before[len(before)-1]) {
		refuse("ext_id", "has this external ID", func(c idm.Credential) bool { return c.ExtID == own })
	}
	if attribute := r.Type.Unique.Attr; r.kind.ClientWide && p.FullyKnown(attribute) {
		refuse(attribute, "has this "+attribute, func(c idm.Credential) bool { return r.kind.Same(plan, c) })
	}
}

// replaced reports whether the planned credential replaces an existing one.
func (r *Resource[M, P]) replaced(p *planchecks.Planned, client string, remote idm.Credential) bool {
	m := P(new(M))
	m.SetPlace(idm.Under(client, remote.UserExtID))
	*m.OwnExtID() = types.StringValue(remote.ExtID)
	return p.RemakesKey(m.KeyValues()) && (!r.single() || r.has(p, client, remote))
}

// has reports whether a credential is of this kind.
func (r *Resource[M, P]) has(p *planchecks.Planned, client string, remote idm.Credential) bool {
	for credential, err := range r.kind.List(p.Context(), r.API, idm.Under(client, remote.UserExtID)) {
		if err != nil || credential.ExtID == remote.ExtID {
			return err == nil
		}
	}
	return false
}
