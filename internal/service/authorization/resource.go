package authorization

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

type authorizationResource struct{ framework.Resource }

func newResource() resource.Resource {
	return &authorizationResource{base()}
}

func base() framework.Resource {
	return framework.Resource{Noun: "authorization", Key: framework.Key{"client_ext_id", "profile_ext_id", "ext_id"}}
}

func (r *authorizationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An authorization grants a role to a profile, which can have each role once.\n\n" +
			"Where the rights of the role count is a matter of four data rooms: clients, units, applications and enterprise roles. " +
			"Each is either global or a list of single elements; the service offers no operation for the elements, so only the four booleans are managed here. " +
			"Each is `false` unless the configuration says otherwise, so that access opened by hand shows in the plan and is closed again.\n\n" +
			"To manage all authorizations of a profile at once, and see those that nobody declared, use `idm_profile_authorizations` instead; not both on the same profile.",
		Attributes: map[string]schema.Attribute{
			"id":                     attrs.ID(r.Key.Form()),
			"client_ext_id":          attrs.ClientExtID(),
			"profile_ext_id":         attrs.Reference("External id of the profile that gets the role. Another profile replaces the authorization."),
			"ext_id":                 extIDAttribute(),
			"role_ext_id":            attrs.Reference("External id of the role that is granted. Another role replaces the authorization."),
			"client_global":          attrs.DataRoom("clients"),
			"unit_global":            attrs.DataRoom("units"),
			"app_global":             attrs.DataRoom("applications"),
			"enterprise_role_global": attrs.DataRoom("enterprise roles"),
			"validity":               attrs.Validity("authorization"),
		},
	}
}

func extIDAttribute() schema.StringAttribute {
	a := attrs.ExtID("authorization")
	a.MarkdownDescription += " Some releases of the service do not take it: left out, the authorization then gets the id that the service chooses; set, it is an error."
	return a
}

// ModifyPlan warns, beyond what every resource does, when all authorizations of the profile are managed as a whole too.
func (r *authorizationResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	r.WarnShared(ctx, resp, framework.SharedAuthorizations)
}

func (r *authorizationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.Beside(ctx, &resp.Diagnostics, plan.holder()).End()
	if resp.Diagnostics.HasError() {
		return
	}
	chosen := !plan.ExtID.IsUnknown()
	plan.ExtID = framework.NewExtID(plan.ExtID)
	extID, err := r.Make(ctx, req.Plan, &plan, r.creation(ctx, &plan, chosen))
	if err != nil {
		resp.Diagnostics.Append(r.notGranted(ctx, &plan, chosen, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.SaveKey(ctx, answer, &plan)...)
	resp.Diagnostics.Append(r.Assigned(ctx, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	authorization, err := r.API.Authorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Unread(&plan, err))
		return
	}
	plan.read(authorization)
	resp.Diagnostics.Append(r.Save(ctx, answer, &plan, authorization.Version)...)
	resp.Diagnostics.Append(framework.Created(ctx, req.Plan, &resp.State)...)
}

func (r *authorizationResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	authorization, err := r.find(ctx, &state)
	if errors.Is(err, rest.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(authorization)
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, authorization.Version)...)
}

// find reads the authorization from the list that all authorizations of the profile share, or by itself when it is not there.
func (r *authorizationResource) find(ctx context.Context, state *model) (idm.Authorization, error) {
	client, profile, extID := state.ClientExtID.ValueString(), state.ProfileExtID.ValueString(), state.ExtID.ValueString()
	if authorization, ok := r.Lists.Authorizations.Find(ctx, extID, client, profile); ok {
		return authorization, nil
	}
	return r.API.Authorization(ctx, client, profile, extID)
}

func (r *authorizationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	turn := r.Alone(ctx, &resp.Diagnostics, r.Object(&state), state.holder())
	defer turn.End()
	change := framework.NewChange(ctx, req, turn, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	patch, version := plan.patch(&state), change.Version
	if framework.Changes(patch) {
		authorization, err := framework.Send(ctx, change, version, func(version int64) (idm.Authorization, error) {
			patch.Version = version
			return r.API.UpdateAuthorization(ctx, state.ClientExtID.ValueString(), state.ProfileExtID.ValueString(), state.ExtID.ValueString(), patch)
		}, r.current(ctx, &state))
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
		state.read(authorization)
		version = authorization.Version
	}
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, version)...)
	resp.Diagnostics.Append(change.Updated(ctx, answer)...)
}

// current reads the authorization of a model as it is now, with its version.
func (r *authorizationResource) current(ctx context.Context, m *model) func() (framework.Found[idm.Authorization], error) {
	return func() (framework.Found[idm.Authorization], error) {
		found := *m
		authorization, err := r.API.Authorization(ctx, m.ClientExtID.ValueString(), m.ProfileExtID.ValueString(), m.ExtID.ValueString())
		if err == nil {
			found.read(authorization)
		}
		return framework.Found[idm.Authorization]{Object: authorization, Model: &found, Version: authorization.Version}, err
	}
}

func (r *authorizationResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.Alone(ctx, &resp.Diagnostics, r.Object(&state), state.holder()).End()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.API.DeleteAuthorization(ctx, state.ClientExtID.ValueString(), state.ProfileExtID.ValueString(), state.ExtID.ValueString())
	if err != nil && !errors.Is(err, rest.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
