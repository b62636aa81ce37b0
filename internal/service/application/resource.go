package application

import (
	"context"
	"errors"
	"fmt"
	"iter"

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

type applicationResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &applicationResource{base()}
}

var release = resourcebase.Release{
	Since: "2.74.0", Instead: "Until then, make applications where they are made today, and refer to them by their external id.",
}

var collection = plancheck.Collection{
	List: func(ctx context.Context, api *idm.API, _, _ string) error {
		return plancheck.ListError(api.Applications(ctx))
	},
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Noun: "application", Key: resourcebase.Key{"ext_id"}, Release: release, Collection: collection,
		CascadeDeletes: "its roles with every grant of them, and its assignment to every client",
		Inspect: func(p *plancheck.Planned) {
			p.InspectSiblings(plancheck.Siblings{Unique: "name", Title: "name", Where: "in the service"})
		}}
}

func (r *applicationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An application: a system whose roles (`idm_role`) give access to it. It belongs to no client; " +
			"`idm_client_application` assigns it to one.\n\n" +
			"**Destroying it deletes its roles, takes them from everybody who has them, and takes the application from every client**, " +
			"also what this configuration does not manage. Later releases of the service have it, from 2.74.0 on.",
		Attributes: map[string]schema.Attribute{
			"id":           attrs.ID(r.Key.Form()),
			"ext_id":       attrs.ServiceExtID("application"),
			"name":         attrs.RequiredText("Name of the application, unique in the whole service."),
			"description":  attrs.OptionalText("What the application is for."),
			"url":          attrs.OptionalText("Address of the application."),
			"displayed":    attrs.RequiredBool("`true` when the portal shows the application."),
			"display_name": attrs.LocalizedText("Name shown to people."),
		},
	}
}

func (r *applicationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
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
	application, err := r.API.Application(ctx, extID)
	if err != nil {
		resp.Diagnostics.Append(r.WarnReadAfterCreate(&plan, err))
		return
	}
	plan.read(application)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, application.Version)...)
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

// dependents are the roles of an application, for people, for a service that does not delete them
// along with it.
func (r *applicationResource) dependents(ctx context.Context, state *model) iter.Seq[string] {
	return resourcebase.Dependents(r.API.ApplicationRoles(ctx, state.ExtID.ValueString()), func(o idm.Role) string {
		return fmt.Sprintf("role %s (%q)", objecttype.ImportID(o.ExtID), o.Name)
	})
}

// holder finds the application that has the planned name, "" when there is none.
func (r *applicationResource) holder(ctx context.Context, plan *model) string {
	return resourcebase.HolderOf(r.API.Applications(ctx), func(o idm.Application) (string, string) {
		return o.ExtID, o.Name
	}, plan.Name.ValueString())
}

// createOps is how the application is made, and found again when the answer is lost.
func (r *applicationResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	return write.CreateOps{
		Post: func() (string, error) { return r.API.CreateApplication(ctx, plan.create()) },
		Get: func(extID string) (any, error) {
			made := *plan
			application, err := r.API.Application(ctx, extID)
			made.read(application)
			return &made, err
		},
		Holder: func() string { return r.holder(ctx, plan) },
		Delete: func(extID string) error { return r.API.DeleteApplication(ctx, extID) },
	}
}

func (r *applicationResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	application, err := r.find(ctx, state.ExtID.ValueString())
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(application)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, application.Version)...)
}

// find reads the application from the list of all that the service has, or by itself when it is not
// there.
func (r *applicationResource) find(ctx context.Context, extID string) (idm.Application, error) {
	return listcache.Read(ctx, r.Lists, r.API, idm.ApplicationOps, idm.Place{}, extID)
}

func (r *applicationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
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
		application, err := r.patch(ctx, update, &state, patch)
		if err != nil {
			resp.Diagnostics.Append(r.NotUpdated("update", &state, err, func() string { return r.holder(ctx, &plan) }))
			return
		}
		state.read(application)
		version = application.Version
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, version)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// patch sends what an update changes.
func (r *applicationResource) patch(
	ctx context.Context, update write.Update, state *model, patch idm.ApplicationPatch,
) (application idm.Application, err error) {
	extID := state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		application, err = r.API.UpdateApplication(ctx, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		application, err = r.API.Application(ctx, extID)
		remote := *state
		if err == nil {
			remote.read(application)
		}
		return &remote, application.Version, err
	})
	return application, err
}

func (r *applicationResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state)).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(&state, &resp.Diagnostics) {
		return
	}
	err := r.API.DeleteApplication(ctx, state.ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.NotDeleted(&state, err, r.dependents(ctx, &state)))
	}
}
