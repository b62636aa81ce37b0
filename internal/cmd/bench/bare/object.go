package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type object struct{ service *service }

type model struct {
	ID        types.String `tfsdk:"id"`
	ExtID     types.String `tfsdk:"ext_id"`
	Name      types.String `tfsdk:"name"`
	BelongsTo types.String `tfsdk:"belongs_to"`
}

func (o *object) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bare_object"
}

func (o *object) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":         schema.StringAttribute{Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
		"ext_id":     schema.StringAttribute{Required: true, PlanModifiers: replace},
		"name":       schema.StringAttribute{Required: true, PlanModifiers: replace},
		"belongs_to": schema.StringAttribute{Optional: true, PlanModifiers: replace},
	}}
}

func (o *object) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return
	}
	configured, ok := req.ProviderData.(*service)
	if !ok {
		resp.Diagnostics.AddError("Not configured", "The provider handed over something else than its service.")
	}
	o.service = configured
}

func (o *object) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	u := unit{ExtID: plan.ExtID.ValueString(), Name: plan.Name.ValueString(), Location: plan.BelongsTo.ValueString()}
	if err := o.service.create(ctx, u); err != nil {
		resp.Diagnostics.AddError("Could not create", err.Error())
		return
	}
	plan.ID = plan.ExtID
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (o *object) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var extID string
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("ext_id"), &extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	u, err := o.service.read(ctx, extID)
	if err != nil {
		resp.Diagnostics.AddError("Could not read", err.Error())
		return
	}
	state := model{ID: types.StringValue(u.ExtID), ExtID: types.StringValue(u.ExtID), Name: types.StringValue(u.Name)}
	if u.Location != "" {
		state.BelongsTo = types.StringValue(u.Location)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

// Update is never called: every change replaces the object.
func (o *object) Update(_ context.Context, _ resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.Diagnostics.AddError("Could not update", "A bare object cannot change.")
}

func (o *object) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var extID string
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("ext_id"), &extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := o.service.delete(ctx, extID); err != nil {
		resp.Diagnostics.AddError("Could not delete", err.Error())
	}
}
