package password

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type passwordResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &passwordResource{base()}
}

var release = remedy.Release{
	Since: "2.71.0", Instead: "Until then, set passwords where they are set today.",
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Noun: "password", Key: resourcebase.Key{"client_ext_id", "user_ext_id"}, Release: release}
}

func (r *passwordResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "The password of a user, of which it has one at most.\n\n" +
			"The password is in no plan, state or log. The service has no operation that changes it, so a change of `password_wo_version` " +
			"replaces it: it is deleted and made anew. " +
			"**When the service refuses the new one, the user has none until the next apply.** A policy with `resetCodeEnabled` generates " +
			"passwords itself, so none can be " +
			"declared under it. Later releases of the service have it, from 2.71.0 on.",
		Attributes: map[string]schema.Attribute{
			"id":                  attrs.ID(r.Key.Form()),
			"client_ext_id":       attrs.ClientExtID(),
			"user_ext_id":         attrs.OfUser(),
			"ext_id":              attrs.ExtID("password"),
			"password_wo":         attrs.WriteOnlyPassword("The password, as the policy demands it."),
			"password_wo_version": attrs.ReplacedPasswordVersion(),
			"state_name":          attrs.CredentialState(),
			"policy_ext_id":       attrs.CredentialPolicy(policyType),
		},
	}
}

func (r *passwordResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	password := resourcebase.ConfiguredPassword(ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	existed := r.exists(ctx, &plan)
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	if err := r.create(ctx, &plan, password, existed); err != nil {
		resp.Diagnostics.Append(r.NotCreated(&plan, err))
		return
	}
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	credential, err := r.API.Password(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(r.WarnReadAfterCreate(&plan, err))
		return
	}
	plan.read(credential)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, credential.Version)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, req.Plan, credential.ExtID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *passwordResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	credential, err := r.API.Password(ctx, state.ClientExtID.ValueString(), state.UserExtID.ValueString())
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(credential)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, credential.Version)...)
}

func (r *passwordResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	patch, version := plan.patch(&state), update.Version()
	if resourcebase.Changes(patch) {
		credential, err := r.patch(ctx, update, &state, patch)
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
		state.read(credential)
		version = credential.Version
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, version)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

func (r *passwordResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state)).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.API.DeletePassword(ctx, state.ClientExtID.ValueString(), state.UserExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
