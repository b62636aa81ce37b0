package profileauthorizations

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

type grants struct{ framework.Resource }

func newResource() resource.Resource {
	return &grants{framework.Resource{Noun: "profile_authorizations", Key: framework.Key{"client_ext_id", "profile_ext_id"}}}
}

func (r *grants) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "All authorizations of a profile: the configuration is the whole truth. An authorization that it does not name, such as one granted by hand, " +
			"shows in the plan as its removal. The roles that the profile has through enterprise roles are not touched.\n\n" +
			"Creating it never takes anything away: when the profile has authorizations that the configuration does not name, or has them otherwise, the create stops and lists them. " +
			"Import the profile then, and the plan shows what goes. Authorizations that are there just as configured are taken over. Destroying it removes all the authorizations that it holds.\n\n" +
			"Do not use it beside `idm_authorization` on the same profile: each would undo the work of the other.",
		Attributes: map[string]schema.Attribute{
			"id":             attrs.ID(r.Key.Form()),
			"client_ext_id":  attrs.ClientExtID(),
			"profile_ext_id": attrs.Reference("External id of the profile that has the roles. Another profile replaces the resource: the old one loses them all."),
			"authorizations": attrs.Grants("The authorizations by the external id of their role; `{}` for none at all, and `role = {}` for a grant without a global data room. "+
				"When the service holds a second authorization of the same role, that one is shown under `role_ext_id/ext_id`.",
				map[string]schema.Attribute{
					"client_global":          attrs.DataRoom("clients"),
					"unit_global":            attrs.DataRoom("units"),
					"app_global":             attrs.DataRoom("applications"),
					"enterprise_role_global": attrs.DataRoom("enterprise roles"),
					"validity":               attrs.Validity("authorization"),
				}),
		},
	}
}

func at(role string) path.Path { return path.Root("authorizations").AtMapKey(role) }

// ModifyPlan warns, beyond what every resource does, when single authorizations of the profile are managed too.
func (r *grants) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	r.WarnShared(ctx, resp, framework.SharedAuthorizations)
}

// granted reads all authorizations of the profile, keyed as the state shows them.
func (r *grants) granted(ctx context.Context, m *model, records framework.GrantRecords) (map[string]idm.Authorization, error) {
	list := r.API.Authorizations(ctx, m.ClientExtID.ValueString(), m.ProfileExtID.ValueString())
	return framework.ByRole(list, func(a idm.Authorization) framework.Grant {
		return framework.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID}
	}, records)
}

func (r *grants) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.Alone(ctx, &resp.Diagnostics, plan.holder()).End()
	if resp.Diagnostics.HasError() {
		return
	}
	there, err := r.granted(ctx, &plan, nil)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	resp.Diagnostics.Append(r.InTheWay(&plan, path.Root("authorizations"), inTheWay(plan.Authorizations, there))...)
	if resp.Diagnostics.HasError() {
		return
	}
	state := plan
	records := state.read(there)
	resp.Diagnostics.Append(r.settle(ctx, framework.Change{}, &plan, &state, records)...)
	if resp.Diagnostics.HasError() {
		// A state that is saved with an error is tainted: the next plan would take all away and grant it anew. Without a state it takes over what is there.
		resp.Diagnostics.Append(r.PartlyCreated(&plan, framework.Without(state.Authorizations, there))...)
		return
	}
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, 0)...)
	resp.Diagnostics.Append(records.Save(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.Created(ctx, req.Plan, &resp.State)...)
}

// inTheWay says of each authorization that is there, and not just as planned, what it is.
func inTheWay(plan map[string]grant, there map[string]idm.Authorization) []string {
	var reasons []string
	for _, role := range framework.Without(there, plan) {
		reasons = append(reasons, fmt.Sprintf("%s: not in the configuration (authorization %s)", role, there[role].ExtID))
	}
	for _, role := range framework.Shared(there, plan) {
		if framework.Changes(plan[role].patch(shown(there[role]))) {
			reasons = append(reasons, fmt.Sprintf("%s: differs from the configuration (authorization %s)", role, there[role].ExtID))
		}
	}
	return reasons
}

func (r *grants) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	records := framework.RecordedGrants(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	granted, err := r.granted(ctx, &state, records)
	if errors.Is(err, rest.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	records = state.read(granted)
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, 0)...)
	resp.Diagnostics.Append(records.Save(ctx, resp.Private)...)
}

func (r *grants) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	records := framework.RecordedGrants(ctx, req.Private, &resp.Diagnostics)
	turn := r.Alone(ctx, &resp.Diagnostics, state.holder())
	defer turn.End()
	change := framework.NewChange(ctx, req, turn, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(r.settle(ctx, change, &plan, &state, records)...)
	failed := resp.Diagnostics.HasError()
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, 0)...)
	resp.Diagnostics.Append(records.Save(ctx, resp.Private)...)
	if !failed {
		resp.Diagnostics.Append(change.Updated(ctx, answer)...)
	}
}

func (r *grants) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.Alone(ctx, &resp.Diagnostics, state.holder()).End()
	records := framework.RecordedGrants(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	nothing := state
	nothing.Authorizations = map[string]grant{}
	failed := r.settle(ctx, framework.Change{}, &nothing, &state, records)
	resp.Diagnostics.Append(failed...)
	if failed.HasError() {
		answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
		resp.Diagnostics.Append(r.Save(ctx, answer, &state, 0)...)
		resp.Diagnostics.Append(records.Save(ctx, resp.Private)...)
	}
}
