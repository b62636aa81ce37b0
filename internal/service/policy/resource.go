package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type policyResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &policyResource{base()}
}

var release = remedy.Release{
	Since: "2.79.0", Instead: "Until then, make policies where they are made today, and refer to them by their external id.",
}

var collection = plancheck.Collection{
	List: func(ctx context.Context, api *idm.API, client, _ string) error {
		return plancheck.ListError(api.Policies(ctx, client))
	},
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Noun: "policy", Key: resourcebase.Key{"client_ext_id", "ext_id"}, Release: release, Collection: collection,
		Inspect: func(p *plancheck.Planned) { p.InspectSiblings(plancheck.Siblings{}) }}
}

func (r *policyResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A policy of a client: rules, for example for its passwords, certificates or names. Credentials name the policy " +
			"that they " +
			"follow, or follow the default one of its type.\n\n" +
			"The service refuses to delete the default policy of a type, and one that credentials follow; the plan of a destroy warns of the " +
			"former. Later releases of the service have policies, from 2.79.0 on.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"ext_id":        attrs.ExtID("policy"),
			"policy_type": attrs.Reference("What the policy is about, such as `ClientPolicy` (of which a client has one), `PwdPolicy`, " +
				"`DevicePasswordPolicy` or " +
				"`CertificatePolicy`. Changing it replaces the policy."),
			"name":        attrs.OptionalText("Name of the policy."),
			"description": attrs.OptionalText("What the policy is for."),
			"default_policy": attrs.DefaultedBool(false,
				"`true` when objects follow it that name no policy of its type. A client has one default policy of a type: "+
					"the earlier one loses the flag, so declare it in one place only. Defaults to `false`."),
			"parameters": attrs.OptionalTexts("The rules by name, as text: such as `minLength = \"12\"` of a `PwdPolicy`. They are replaced as a " +
				"whole: the plan removes one that was added elsewhere."),
		},
	}
}

// ModifyPlan warns, beside what every plan checks, of a destroy that the service will refuse.
func (r *policyResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	if !req.Plan.Raw.IsNull() || resp.Diagnostics.HasError() {
		return
	}
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if state.DefaultPolicy.ValueBool() {
		resp.Diagnostics.AddAttributeWarning(path.Root("default_policy"), "Default policy",
			fmt.Sprintf("%q is the default %s of its client, and the service deletes no default policy. Make another policy the default first, "+
				"or take this one out of the configuration with a `removed` block to leave it in place.", state.ExtID.ValueString(),
				state.PolicyType.ValueString()))
	}
}

func (r *policyResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	extID, err := r.CreateIdempotent(ctx, req.Plan, &plan, r.createOps(ctx, &plan))
	if err != nil {
		resp.Diagnostics.Append(r.NotCreated(&plan, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	policy, err := r.API.Policy(ctx, plan.ClientExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.WarnReadAfterCreate(&plan, err))
		return
	}
	plan.read(policy)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, policy.Version)...)
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

// createOps is how the policy is made, and found again when the answer is lost.
func (r *policyResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client := plan.ClientExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) { return r.API.CreatePolicy(ctx, client, plan.create()) },
		Get: func(extID string) (any, error) {
			made := *plan
			policy, err := r.API.Policy(ctx, client, extID)
			made.read(policy)
			return &made, err
		},
		Delete: func(extID string) error { return r.API.DeletePolicy(ctx, client, extID) },
	}
}

func (r *policyResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	policy, err := r.find(ctx, &state)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(policy)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, policy.Version)...)
}

// find reads the policy from the list of its client, or by itself when it is not there.
func (r *policyResource) find(ctx context.Context, state *model) (idm.Policy, error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	return listcache.Read(ctx, r.Lists, r.API, idm.PolicyOps, idm.Place{Client: client}, extID)
}

func (r *policyResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	version := update.Version()
	if resourcebase.Changes(plan.patch(&state, state.Parameters)) {
		policy, err := r.patch(ctx, update, &plan, &state)
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
		state.read(policy)
		version = policy.Version
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, version)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// patch sends what an update changes, to the parameters as they are now.
func (r *policyResource) patch(ctx context.Context, update write.Update, plan, state *model) (policy idm.Policy, err error) {
	client, extID, now := state.ClientExtID.ValueString(), state.ExtID.ValueString(), state.Parameters
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch := plan.patch(state, now)
		patch.Version = version
		policy, err = r.API.UpdatePolicy(ctx, client, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		policy, err = r.API.Policy(ctx, client, extID)
		remote := *state
		if err == nil {
			remote.read(policy)
			now = remote.Parameters
		}
		return &remote, policy.Version, err
	})
	return policy, err
}

func (r *policyResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state)).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(&state, &resp.Diagnostics) {
		return
	}
	err := r.API.DeletePolicy(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
