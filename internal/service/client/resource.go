package client

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type clientResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &clientResource{base()}
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: plancheck.Subject{Type: objecttype.Client, Inspect: (*plancheck.Planned).InspectSiblings}}
}

func (r *clientResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A client: a tenant of the service. The service creates a default unit and a default profile policy in " +
			"it. Only services in multi-client mode create and delete clients.\n\nDestroying it requires `deletion_protection = " +
			"false`.",
		Attributes: map[string]schema.Attribute{
			"id":           attrs.ID(r.Type.Key.Form()),
			"ext_id":       attrs.ServiceExtID("client"),
			"name":         attrs.RequiredText("Name of the client, unique in the whole service."),
			"display_name": attrs.LocalizedText("Display name"),
			"remarks":      attrs.OptionalText("Remarks about the client."),
			"deletion_protection": attrs.DefaultedBool(true, "`true` refuses to destroy or replace the client, in the plan and in the apply. "+
				"To destroy it, set `false`, apply that, and destroy it then. Defaults to `true`. The service knows nothing of it; an imported "+
				"client is protected."),
		},
	}
}

// ModifyPlan refuses, beside what every plan checks, to destroy or replace a client that is
// protected: nothing else of the plan is carried out before.
func (r *clientResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.State.Raw.IsNull() {
		r.announce(ctx, req, resp)
		return
	}
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	extID := state.ExtID
	if !req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root("ext_id"), &extID)...)
	}
	if req.Plan.Raw.IsNull() || !extID.Equal(state.ExtID) {
		resp.Diagnostics.Append(refuse(&state)...)
	}
}

// announce tells the other resources of the plan which client will be there.
func (r *clientResource) announce(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var extID types.String
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root("ext_id"), &extID)...)
	if r.Provider != nil {
		r.Checks.RegisterPlannedClient(extID.ValueString())
	}
}

// refuse is the error of a destroy of a protected client, and nothing for one that is not.
func refuse(state *resourceModel) (diags diag.Diagnostics) {
	if state.DeletionProtection.ValueBool() {
		diags.AddAttributeError(path.Root("deletion_protection"), "The client is protected",
			fmt.Sprintf("Destroying the client %q deletes everything in it, and its deletion_protection is true. Nothing was deleted. "+
				"To destroy it all the same, set deletion_protection = false, apply that, and destroy it then. To keep the client and manage it no "+
				"longer, "+
				"take it out of the configuration with a `removed` block.", state.ExtID.ValueString()))
	}
	return diags
}

func (r *clientResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
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
	client, err := r.API.Client(ctx, extID)
	if err != nil {
		resp.Diagnostics.Append(r.WarnReadAfterCreate(&plan, err))
		return
	}
	plan.read(client)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, client.Version)...)
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

// holder finds the client that has the planned name, "" when there is none.
func (r *clientResource) holder(ctx context.Context, plan *resourceModel) string {
	return resourcebase.HolderOf(r.API.Clients(ctx, idm.ClientQuery{}), func(o idm.Client) (string, string) {
		return o.ExtID, o.Name
	}, plan.Name.ValueString())
}

// createOps is how the client is made, and found again when the answer is lost.
func (r *clientResource) createOps(ctx context.Context, plan *resourceModel) write.CreateOps {
	return write.CreateOps{
		Post: func() (string, error) {
			extID, _, err := r.API.CreateClient(ctx, plan.create())
			return extID, err
		},
		Get: func(extID string) (any, error) {
			made := *plan
			client, err := r.API.Client(ctx, extID)
			made.read(client)
			return &made, err
		},
		Holder: func() string { return r.holder(ctx, plan) },
		Delete: func(extID string) error { return r.API.DeleteClient(ctx, extID) },
	}
}

func (r *clientResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, err := r.API.Client(ctx, state.ExtID.ValueString())
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(client)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, client.Version)...)
}

func (r *clientResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	patch, version := plan.patch(&state), update.Version()
	state.DeletionProtection = plan.DeletionProtection
	if resourcebase.Changes(patch) {
		client, err := r.patch(ctx, update, &state, patch)
		if err != nil {
			resp.Diagnostics.Append(r.NotUpdated("update", &state, err, func() string { return r.holder(ctx, &plan) }))
			return
		}
		state.read(client)
		version = client.Version
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, version)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// patch sends what an update changes. The operation takes no version, so the client is read and
// compared before.
func (r *clientResource) patch(ctx context.Context, update write.Update, state *resourceModel, patch idm.ClientPatch) (client idm.Client,
	err error) {
	extID := state.ExtID.ValueString()
	err = update.Unversioned().PatchWithConflictCheck(ctx, func(int64) (err error) {
		client, err = r.API.UpdateClient(ctx, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		client, err = r.API.Client(ctx, extID)
		remote := *state
		if err == nil {
			remote.read(client)
		}
		return &remote, client.Version, err
	})
	return client, err
}

func (r *clientResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(refuse(&state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state)).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(&state, &resp.Diagnostics) {
		return
	}
	err := r.API.DeleteClient(ctx, state.ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
