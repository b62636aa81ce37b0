package devicepassword

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type devicePasswordResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &devicePasswordResource{base()}
}

var release = remedy.Release{
	Since: "8.2511.0",
	Instead: "Until then, make device passwords where they are made today, and name them by their external id in the technical_user of a " +
		"provider.",
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Noun: "device_password", Key: resourcebase.Key{"client_ext_id", "user_ext_id", "ext_id"}, Release: release}
}

func (r *devicePasswordResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A device password of a user. A technical user logs in with it: the token is Base64 of " +
			"`userExtId:credentialExtId:secret`, or the provider's argument `technical_user`.\n\n" +
			"The password is in no plan, state or log. A change of `password_wo_version` sets it with the service's change operation; the " +
			"credential keeps its external id. " +
			"Later releases of the service have it, from 8.2511.0 on.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"user_ext_id":   attrs.OfUser(),
			"ext_id":        attrs.ExtID("device password"),
			"password_wo": attrs.WriteOnlyPassword("The password: 32 to 100 characters, unless the policy says otherwise; best a random text " +
				"of 64."),
			"password_wo_version": attrs.PasswordVersion("sets the password in place. It is set before a new `state_name`, so that one that is " +
				"enabled again is never " +
				"enabled with its old password."),
			"state_name":    attrs.CredentialState(),
			"policy_ext_id": attrs.CredentialPolicy(policyType),
		},
	}
}

func (r *devicePasswordResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	password := resourcebase.ConfiguredPassword(ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	existed := !plan.ExtID.IsUnknown() && r.exists(ctx, &plan)
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	extID, err := r.CreateIdempotent(ctx, req.Plan, &plan, r.createOps(ctx, &plan, password, existed))
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
	credential, err := r.API.DevicePassword(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.WarnReadAfterCreate(&plan, err))
		return
	}
	plan.read(credential)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, credential.Version)...)
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *devicePasswordResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	credential, err := r.API.DevicePassword(ctx, state.ClientExtID.ValueString(), state.UserExtID.ValueString(), state.ExtID.ValueString())
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

func (r *devicePasswordResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	password := resourcebase.ConfiguredPassword(ctx, req.Config, &resp.Diagnostics)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	to, patch, rotates := resourcebase.UpdateState(resp), plan.patch(&state), plan.rotates(&state)
	if rotates {
		credential, err := r.rotate(ctx, &state, password)
		state.PasswordVersion = plan.PasswordVersion
		resp.Diagnostics.Append(r.saveStep(ctx, to, &state, "change", credential, err)...)
		// The password has no version, and its change advances that of the credential.
		update = update.Unversioned()
	}
	state.PasswordVersion = plan.PasswordVersion
	if resourcebase.Changes(patch) && !resp.Diagnostics.HasError() {
		credential, err := r.patch(ctx, update, &state, patch)
		resp.Diagnostics.Append(r.saveStep(ctx, to, &state, "update", credential, err)...)
	} else if !rotates {
		resp.Diagnostics.Append(r.Save(ctx, to, &state, update.Version())...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
	}
}

// saveStep records what a step of an update led to, or says why it failed.
func (r *devicePasswordResource) saveStep(
	ctx context.Context, to resourcebase.ResponseState, state *model, verb string, credential idm.Credential, err error,
) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{r.Failed(verb, state, err)}
	}
	state.read(credential)
	return r.Save(ctx, to, state, credential.Version)
}

func (r *devicePasswordResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state)).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.API.DeleteDevicePassword(ctx, state.ClientExtID.ValueString(), state.UserExtID.ValueString(), state.ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
