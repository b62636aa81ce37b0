package clientapplication

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type assignment struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &assignment{base()}
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: plancheck.Subject{Type: objecttype.ClientApplication}}
}

type model struct {
	ID               types.String `tfsdk:"id"`
	ClientExtID      types.String `tfsdk:"client_ext_id"`
	ApplicationExtID types.String `tfsdk:"application_ext_id"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ApplicationExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// client is the client that the application is assigned to.
func (m *model) client() write.LockKey {
	return write.LockKey{"client", m.ClientExtID.ValueString()}
}

func (r *assignment) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Assigns an application to a client, whose users can then be granted its " +
			"roles.\n\n`idm_client_applications` manages all applications of a client instead.",
		Attributes: map[string]schema.Attribute{
			"id":                 attrs.ID(r.Type.Key.Form()),
			"client_ext_id":      attrs.ClientExtID(),
			"application_ext_id": attrs.Reference("External ID of the application. Changing it replaces the assignment."),
		},
	}
}

func (r *assignment) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&plan), plan.client()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	if err := r.API.AssignApplication(ctx, plan.ClientExtID.ValueString(), plan.ApplicationExtID.ValueString()); err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, 0)...)
}

func (r *assignment) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	assigned, err := r.assigned(ctx, &state)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	if !assigned {
		r.Gone(ctx, &state, resp)
		return
	}
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

// assigned looks for the application in the list that all assignments of the client share, and when
// it is not there in one of its own, read to the end: the service cannot be asked for one
// assignment. A client that does not exist has none.
func (r *assignment) assigned(ctx context.Context, m *model) (bool, error) {
	client, extID := m.ClientExtID.ValueString(), m.ApplicationExtID.ValueString()
	if _, ok := listcache.Find(ctx, r.Lists, idm.ClientApplicationOps, idm.Place{Client: client}, extID); ok {
		return true, nil
	}
	begun := false
	for application, err := range r.API.ClientApplications(ctx, client) {
		if errors.Is(err, idm.ErrNoRecord) && !begun {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if application.ExtID == extID {
			return true, nil
		}
		begun = true
	}
	return false, nil
}

// Update changes nothing: every argument replaces the assignment.
func (r *assignment) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, 0)...)
}

func (r *assignment) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.client()).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(&state, &resp.Diagnostics) {
		return
	}
	err := r.API.UnassignApplication(ctx, state.ClientExtID.ValueString(), state.ApplicationExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
