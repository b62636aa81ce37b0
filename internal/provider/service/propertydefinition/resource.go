package propertydefinition

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// definitionResource inherits Read from resourcebase.Object.
type definitionResource struct {
	resourcebase.Object[model, idm.PropertyDefinition, idm.PropertyDefinitionInput, *model]
}

func newResource() resource.Resource {
	r := &definitionResource{}
	r.Resource = resourcebase.Resource{
		Description: "Defines a property, a value that your organization adds to units, users, profiles and other objects, and " +
			"its allowed values.\n\nRemoving a value from `allowed_values` deletes it from the objects that have it.",
		Attributes: attributes,
		Subject: planchecks.Subject{Type: objecttype.PropertyDefinition,
			Collection: planchecks.CollectionOf(idm.PropertyDefinitionOps)},
	}
	r.Calls = resourcebase.ObjectCalls[idm.PropertyDefinition, idm.PropertyDefinitionInput, *model]{
		Writes: idm.PropertyDefinitionWrites, Unversioned: true, NotCreated: r.notCreated,
	}
	r.Inspect = r.inspect
	return r
}

// Create creates the definition, which is unique for its key. After a lost response it searches by
// the key.
func (r *definitionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	defer r.Checks.ForgetDefinitions()
	r.CreateBy(ctx, req, resp, func(plan *model, _ *write.Lock) (string, error) {
		key, id := plan.KeyValues(), plan.OwnExtID().ValueString()
		ops := r.CreateOps(ctx, plan)
		get := ops.Get
		// The service assigns the number of a definition, and any caller can create one with this key.
		ops.Unique, ops.Unprovable = true, true
		ops.Post = func() (string, error) {
			return key[len(key)-1], r.API.CreatePropertyDefinition(ctx, plan.PatchFrom(&model{}, &model{}))
		}
		ops.Get = func(string) (any, error) { return get(id) }
		_, err := r.Writes.CreateIdempotent(ctx, r.LockKey(plan), req.Plan, ops)
		return id, err
	})
}

// notCreated explains why a definition was not created. It offers to import an existing one.
func (r *definitionResource) notCreated(_ context.Context, m *model, err error) diag.Diagnostic {
	if !errors.Is(err, idm.ErrDuplicate) {
		return r.Failure("create", m, err).NotCreated()
	}
	return r.Failure("create", m, err).Adopting(fmt.Sprintf("The property %q is already defined in this scope. "+diagnostics.Twice+
		" If the definition is not yours, choose another name. If it is, import it; the next plan shows the differences:",
		m.Name.ValueString()), m.KeyValues())
}

// Update drops the definitions that the run has read.
func (r *definitionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	defer r.Checks.ForgetDefinitions()
	r.Object.Update(ctx, req, resp)
}

// Delete drops the definitions that the run has read.
func (r *definitionResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	defer r.Checks.ForgetDefinitions()
	r.Object.Delete(ctx, req, resp)
}
