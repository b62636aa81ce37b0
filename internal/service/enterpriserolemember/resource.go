package enterpriserolemember

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

type memberResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &memberResource{base()}
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: plancheck.Subject{Type: objecttype.EnterpriseRoleMember, Collection: plancheck.CollectionOf(idm.EnterpriseRoleMemberOps)}}
}

type model struct {
	ID                  types.String `tfsdk:"id"`
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	EnterpriseRoleExtID types.String `tfsdk:"enterprise_role_ext_id"`
	RoleExtID           types.String `tfsdk:"role_ext_id"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString(), m.RoleExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// enterpriseRoleLock is the lock of the enterprise role, whose version a change of its roles may
// advance.
func (m *model) enterpriseRoleLock() write.LockKey {
	return write.LockKey{"enterprise_role", m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString()}
}

func (r *memberResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "One role of an enterprise role.\n\nCreating it gives the role to all holders of the enterprise role, " +
			"and **destroying it revokes the role from all of them**. The service refuses its own internal " +
			"roles.\n\n`idm_enterprise_role_members` manages all roles of an enterprise role instead.",
		Attributes: map[string]schema.Attribute{
			"id":                     attrs.ID(r.Type.Key.Form()),
			"client_ext_id":          attrs.ClientExtID(),
			"enterprise_role_ext_id": attrs.Reference("External ID of the enterprise role. Changing it replaces the member."),
			"role_ext_id":            attrs.Reference("External ID of the role. Changing it replaces the member."),
		},
	}
}

func (r *memberResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&plan), plan.enterpriseRoleLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.API.AddEnterpriseRoleMember(ctx, plan.ClientExtID.ValueString(), plan.EnterpriseRoleExtID.ValueString(),
		plan.RoleExtID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, 0)...)
}

func (r *memberResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	member, err := r.isMember(ctx, &state)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	if !member {
		r.Gone(ctx, &state, resp)
		return
	}
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

// isMember looks for the role in the list that all members of the enterprise role share, and when
// it is not there in one of its own, read to the end: the service cannot be asked for one member.
// An enterprise role that does not exist has none.
func (r *memberResource) isMember(ctx context.Context, m *model) (bool, error) {
	client, enterpriseRole, extID := m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString(), m.RoleExtID.ValueString()
	if _, ok := listcache.Find(
		ctx, r.Lists, idm.EnterpriseRoleMemberOps, idm.Place{Client: client, Owner: enterpriseRole}, extID,
	); ok {
		return true, nil
	}
	begun := false
	for role, err := range r.API.EnterpriseRoleMembers(ctx, client, enterpriseRole) {
		if errors.Is(err, idm.ErrNoRecord) && !begun {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if role.ExtID == extID {
			return true, nil
		}
		begun = true
	}
	return false, nil
}

// Update changes nothing: every argument replaces the member.
func (r *memberResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, 0)...)
}

func (r *memberResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.enterpriseRoleLock()).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(&state, &resp.Diagnostics) {
		return
	}
	err := r.API.RemoveEnterpriseRoleMember(ctx, state.ClientExtID.ValueString(), state.EnterpriseRoleExtID.ValueString(),
		state.RoleExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
