package propertydefinition

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type definitionResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	r := &definitionResource{base()}
	r.Inspect = r.inspect
	return r
}

func collection(ctx context.Context, api *idm.API, client, _ string) error {
	for _, err := range idm.Readable(api.SearchPropertyDefinitions(ctx, idm.PropertyDefinitionQuery{ClientExtID: client})) {
		return err
	}
	return nil
}

func base() resourcebase.Resource {
	return resourcebase.Resource{
		Description: "Defines a property, a value that your organization adds to units, users, profiles and other objects, and " +
			"its allowed values.\n\nRemoving a value from `allowed_values` deletes it from the objects that have it.",
		Attributes: attributes,
		Subject:    planchecks.Subject{Type: objecttype.PropertyDefinition, Collection: collection},
	}
}

func (r *definitionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.create(ctx, req.Plan, &plan)
	r.Checks.ForgetDefinitions()
	if err != nil {
		resp.Diagnostics.Append(r.notCreated(&plan, err))
		return
	}
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	definition, err := r.search(ctx, &plan)
	if err != nil {
		resp.Diagnostics.Append(r.Failure("read", &plan, err).WarnReadAfterCreate())
		return
	}
	plan.read(definition)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, 0)...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *definitionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	definition, err := r.find(ctx, &state)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.NotRead(ctx, &state, err))
		return
	}
	state.read(definition)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

// find reads the definition from the list of its client or of all clients: by its number, or by its
// key if the number is not known yet, as after an import.
func (r *definitionResource) find(ctx context.Context, m *model) (idm.PropertyDefinition, error) {
	if m.PropertyID.IsNull() || m.PropertyID.IsUnknown() {
		return r.search(ctx, m)
	}
	number := m.PropertyID.ValueInt64()
	in := idm.Place{Client: m.ClientExtID.ValueString()}
	if found, ok := listcache.Find(ctx, r.Lists, idm.PropertyDefinitionOps, in, strconv.FormatInt(number, 10)); ok {
		return found, nil
	}
	return r.API.PropertyDefinition(ctx, number)
}

// search finds the definition by its key.
func (r *definitionResource) search(ctx context.Context, m *model) (idm.PropertyDefinition, error) {
	query := idm.PropertyDefinitionQuery{
		Scope: m.Scope.ValueString(), Name: m.Name.ValueString(), ClientExtID: m.ClientExtID.ValueString(),
		ApplicationExtID: m.ApplicationExtID.ValueString(),
	}
	for definition, err := range idm.ErrorsLast(r.API.SearchPropertyDefinitions(ctx, query)) {
		if err != nil {
			return idm.PropertyDefinition{}, err
		}
		if m.is(definition) {
			return definition, nil
		}
	}
	return idm.PropertyDefinition{}, errNotFound
}

// errNotFound reports that no definition has the key.
var errNotFound = fmt.Errorf("no definition has this key: %w", idm.ErrNoRecord)

func (r *definitionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	if resourcebase.Changes(plan.patchFrom(&state, nil)) {
		definition, err := r.sendPatch(ctx, update, &plan, &state)
		r.Checks.ForgetDefinitions()
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
		state.read(definition)
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// sendPatch sends the changes of an update. The operation has no version, so sendPatch first reads
// and compares the definition, which also provides the numbers of its allowed values.
func (r *definitionResource) sendPatch(ctx context.Context, update write.Update, plan, state *model,
) (definition idm.PropertyDefinition, err error) {
	number := state.PropertyID.ValueInt64()
	var now []idm.AllowedValue
	err = update.Unversioned().PatchWithConflictCheck(ctx, func(int64) (err error) {
		definition, err = r.API.UpdatePropertyDefinition(ctx, number, plan.patchFrom(state, now))
		return err
	}, func() (_ any, version int64, err error) {
		definition, err = r.API.PropertyDefinition(ctx, number)
		remote := *state
		if err == nil && !state.is(definition) {
			err = misrecorded(number, definition)
		}
		if err == nil {
			remote.read(definition)
			now = definition.AllowedValues
		}
		return &remote, 0, err
	})
	return definition, err
}

func (r *definitionResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	// A create with a failed read recorded only the key.
	if state.PropertyID.IsNull() {
		found, err := r.search(ctx, &state)
		if err != nil && !errors.Is(err, idm.ErrNoRecord) {
			resp.Diagnostics.Append(r.Failed("delete", &state, err))
			return
		}
		state.PropertyID = types.Int64Value(found.PropertyID)
	}
	err := r.DeleteUnlessDeclared(ctx, lock, &state, &resp.Diagnostics, func() error { return r.remove(ctx, &state) })
	r.Checks.ForgetDefinitions()
	if err != nil {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}

// remove deletes the definition, unless the service has another one under its number.
func (r *definitionResource) remove(ctx context.Context, state *model) error {
	number := state.PropertyID.ValueInt64()
	definition, err := r.API.PropertyDefinition(ctx, number)
	if err == nil && !state.is(definition) {
		err = misrecorded(number, definition)
	}
	if err != nil {
		return err
	}
	return r.API.DeletePropertyDefinition(ctx, number)
}

// misrecorded refuses a number in the state that belongs to another definition: a plan shows scope
// and name.
func misrecorded(number int64, definition idm.PropertyDefinition) error {
	return fmt.Errorf("the state records the number %d, which in the service belongs to %q in the scope %s. Nothing was sent. Plan "+
		"again with a refresh to correct the state", number, definition.Name, definition.Scope)
}
