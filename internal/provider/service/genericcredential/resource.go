package genericcredential

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// scope is the scope of property definitions for generic credentials.
const scope = "onCredentialGenericGlobal"

// genericResource inherits its operations from credentials.Resource, except for the properties.
type genericResource struct {
	credentials.Resource[model, *model]
}

func newResource() *genericResource {
	r := &genericResource{}
	r.Resource = *credentials.New[model](objecttype.GenericCredential, credentials.Calls[*model]{
		Description: "A credential that another system checks, such as a badge. A user can have several.\n\nIts properties " +
			"require definitions with the scope `onCredentialGenericGlobal`, and are set before a new `state_name`. After an import, the " +
			"plan removes undeclared properties.",
		Attributes: attributes,
		Name:       func(c idm.Credential) string { return c.Identification },
		Ops:        idm.GenericCredentialWithPropertiesOps, List: idm.GenericCredentialOps.List,
	})
	r.Collection = planchecks.CollectionOf(idm.GenericCredentialOps)
	r.PropertyScopes, r.Operations, r.Calls.Refresh = []string{scope}, operations, r.refresh
	return r
}

// refresh adds all properties of an imported credential to the state, and hides new secrets.
func (r *genericResource) refresh(ctx context.Context, before, state *model, remote idm.Credential, imported bool) error {
	client := state.ClientExtID.ValueString()
	switch {
	case !imported:
		return r.Checks.HideSecrets(ctx, client, r.PropertyScopes, before.OwnedProperties, &state.OwnedProperties)
	case len(remote.Properties) == 0:
		return nil
	}
	return r.Checks.OwnProperties(ctx, client, r.PropertyScopes, &state.OwnedProperties, remote.Properties)
}

func attributes() map[string]schema.Attribute {
	return attrs.WithOwnedProperties("generic credential", true, map[string]schema.Attribute{
		"identification": attrs.FixedText("Name of the user in the other system, such as the number of a badge. " +
			"Changing it replaces the credential."),
		"validity": attrs.FixedValidity("credential"),
	})
}

// Update changes the properties before the state, so that a credential is never enabled again with
// its old properties.
func (r *genericResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	before, patch, diags := r.propertiesPatch(ctx, &plan, &state)
	resp.Diagnostics.Append(diags...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	to := resourcebase.UpdateState(resp)
	if len(patch) > 0 {
		// The properties have no version, and changing them may advance the version of the credential.
		update = update.Unversioned()
		if err := r.sendPropertyPatch(ctx, update, &plan, before, patch); err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
	}
	state.OwnedProperties = plan.OwnedProperties
	resp.Diagnostics.Append(r.Save(ctx, to, &state, update.Version())...)
	resp.Diagnostics.Append(r.UpdateTo(ctx, to, update, &plan, &state)...)
}

// propertiesPatch returns the changes of the properties, and the values before them for the
// comparison.
func (r *genericResource) propertiesPatch(
	ctx context.Context, plan, state *model,
) (before attrs.OwnedProperties, patch map[string]string, diags diag.Diagnostics) {
	before, diags = state.Release(plan.OwnedProperties, func() map[string]bool {
		return r.Checks.ReadOnly(ctx, state.ClientExtID.ValueString(), scope)
	})
	patch, refused := plan.OwnedProperties.PatchFrom(before)
	diags.Append(refused...)
	return before, patch, diags
}

// sendPropertyPatch changes the properties, and updates the plan from the response.
func (r *genericResource) sendPropertyPatch(
	ctx context.Context, update write.Update, plan *model, before attrs.OwnedProperties, patch map[string]string,
) error {
	var properties idm.Properties
	err := update.PatchWithConflictCheck(ctx, func(int64) (err error) {
		properties, err = idm.GenericCredentialOps.UpdateProperties(ctx, r.API, plan.Place(), plan.ExtID.ValueString(), patch)
		return err
	}, func() (_ any, version int64, err error) {
		found := *plan
		properties, err = idm.GenericCredentialOps.Properties(ctx, r.API, plan.Place(), plan.ExtID.ValueString())
		found.ReadOwned(properties.Values, before)
		return &found, 0, err
	})
	if err == nil {
		plan.OwnedProperties.Read(properties.Values, before)
	}
	return err
}

// operations distinguishes updates that change properties from others.
func operations(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) []objecttype.Operation {
	if !slices.Contains(planned, objecttype.Update) {
		return planned
	}
	for _, name := range []string{"properties", "sensitive_properties"} {
		var before, after attr.Value
		diags := req.State.GetAttribute(ctx, path.Root(name), &before)
		diags.Append(req.Plan.GetAttribute(ctx, path.Root(name), &after)...)
		if !diags.HasError() && !after.Equal(before) {
			return append(planned, objecttype.ChangeProperties)
		}
	}
	return planned
}
