package properties

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type propertiesResource struct {
	resourcebase.Resource
	of owner
}

func newResource(o owner) resource.Resource {
	r := &propertiesResource{resourcebase.Resource{
		Description: "Properties of one " + o.title() + ": customer-specific attributes" + o.about +
			" with a name and a value.\n\n" +
			"It manages only the declared names. After an import, it manages all, and the plan removes those that you do not declare.",
		Attributes: o.attributes,
		Subject:    planchecks.Subject{Type: o.of, Collection: o.collection(), PropertyScopes: o.scopes},
	}, o}
	r.Inspect = r.inspect
	return r
}

// inspect looks up the owner when the properties replace those of another owner, unless the check
// of references covers it.
func (r *propertiesResource) inspect(p *planchecks.Planned) {
	names := r.Type.Key
	last := names[len(names)-1]
	key := make([]string, len(names))
	for i, part := range names {
		key[i] = p.Text(part)
	}
	if !p.Succeeds() || len(key) < 3 || slices.Contains(key, "") || p.MakesOne(objecttype.ByName(r.Type.Owner), key...) {
		return
	}
	if _, err := r.of.read(p.Context(), r.API, key); errors.Is(err, idm.ErrNoRecord) {
		p.Warn(path.Root(last), "No such "+r.of.title(), fmt.Sprintf("The profile %q has no %s %q.", key[1], r.of.title(), key[2]))
	}
}

func (r *propertiesResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := decode(ctx, r.Type, req.Plan.GetAttribute, &resp.Diagnostics)
	patch, diags := plan.PatchFrom(attrs.OwnedProperties{})
	resp.Diagnostics.Append(diags...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(plan), r.of.locks(plan.KeyValues())...)
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	properties, err := r.sendPatch(ctx, lock.Upsert(ctx, req.Plan), plan, attrs.OwnedProperties{}, patch)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", plan, err))
		return
	}
	plan.Read(properties.Values, attrs.OwnedProperties{})
	r.declare(plan)
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, plan, 0)...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *propertiesResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := decode(ctx, r.Type, req.State.GetAttribute, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	key := state.KeyValues()
	properties, err := r.of.read(ctx, r.API, key)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.NotRead(ctx, state, err))
		return
	}
	if err := r.Checks.ReadProperties(ctx, key[0], r.of.scopes, &state.OwnedProperties, properties.Values); err != nil {
		resp.Diagnostics.Append(r.NotRead(ctx, state, err))
		return
	}
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, state, 0)...)
}

func (r *propertiesResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := decode(ctx, r.Type, req.Plan.GetAttribute, &resp.Diagnostics)
	state := decode(ctx, r.Type, req.State.GetAttribute, &resp.Diagnostics)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(state), r.of.locks(plan.KeyValues())...)
	defer lock.Unlock()
	before := r.release(ctx, state, plan.OwnedProperties, &resp.Diagnostics)
	patch, diags := plan.PatchFrom(before)
	resp.Diagnostics.Append(diags...)
	update := resourcebase.NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	// A property that only moved from one map to the other needs no call.
	if len(patch) > 0 {
		properties, err := r.sendPatch(ctx, update.Unversioned(), plan, before, patch)
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", plan, err))
			return
		}
		plan.Read(properties.Values, before)
	}
	r.declare(plan)
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, plan, 0)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// sendPatch sets properties, which have no version.
func (r *propertiesResource) sendPatch(ctx context.Context, update write.Update, plan *model, before attrs.OwnedProperties,
	patch map[string]string) (properties idm.Properties, err error) {
	key := plan.KeyValues()
	err = update.PatchWithConflictCheck(ctx, func(int64) (err error) {
		properties, err = r.patchRemaining(ctx, key, patch)
		return err
	}, func() (_ any, version int64, err error) {
		found := *plan
		properties, err = r.of.read(ctx, r.API, key)
		found.ReadOwned(properties.Values, before)
		return &found, 0, err
	})
	return properties, err
}

// patchRemaining sends a patch. A property that it removes may have been deleted with its
// definition: the service then refuses its name, and the removal is complete.
func (r *propertiesResource) patchRemaining(ctx context.Context, key []string, patch map[string]string) (idm.Properties, error) {
	properties, err := r.of.update(ctx, r.API, key, patch)
	if !errors.Is(err, idm.ErrInvalid) {
		return properties, err
	}
	remote, failed := r.of.read(ctx, r.API, key)
	if failed != nil {
		return properties, err
	}
	remaining := maps.Clone(patch)
	maps.DeleteFunc(remaining, func(name, value string) bool { _, has := remote.Values[name]; return value == "" && !has })
	switch len(remaining) {
	case len(patch):
		return properties, err
	case 0:
		return remote, nil
	}
	return r.of.update(ctx, r.API, key, remaining)
}

func (r *propertiesResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := decode(ctx, r.Type, req.State.GetAttribute, &resp.Diagnostics)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(state), r.of.locks(state.KeyValues())...).Unlock()
	owned := r.release(ctx, state, attrs.OwnedProperties{}, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || len(owned.Values()) == 0 {
		return
	}
	remaining, err := r.clear(ctx, state, owned, &resp.Diagnostics)
	switch {
	case errors.Is(err, idm.ErrNoRecord):
	case err != nil:
		resp.Diagnostics.Append(r.Failed("delete", state, err))
	default:
		resp.Diagnostics.Append(remaining...)
	}
}

// maxClears limits how often a clear with a lost response is sent.
const maxClears = 3

// clear removes the owned values that have not changed since the plan, and returns errors about
// those that the service keeps. After a lost response it reads the values again.
func (r *propertiesResource) clear(ctx context.Context, state *model, owned attrs.OwnedProperties,
	diags *diag.Diagnostics) (remaining diag.Diagnostics, err error) {
	for n := 1; ; n++ {
		properties, failed := r.of.read(ctx, r.API, state.KeyValues())
		switch {
		case failed == nil && n > 1 && len(owned.Remaining(properties.Values)) == 0:
			return nil, nil
		case errors.Is(failed, idm.ErrNoRecord):
			return nil, failed
		case failed != nil:
			return nil, cmp.Or(err, failed)
		}
		left, kept := owned.KeepChanged(properties.Values)
		if owned = left; n == 1 {
			diags.Append(kept...)
		}
		if len(owned.Values()) == 0 {
			return nil, nil
		}
		if properties, err = r.patchRemaining(ctx, state.KeyValues(), owned.Clear()); err == nil {
			return owned.Remaining(properties.Values), nil
		}
		if n == maxClears || r.Writes.Outcome(err) != write.Lost {
			return nil, err
		}
	}
}

// declare records the properties of a model, so that no other resource of the run removes them.
func (r *propertiesResource) declare(m *model) {
	r.Writes.DeclareElements(r.LockKey(m), maps.Keys(m.Values()))
}

// release returns the owned properties of the state without those that the plan drops and the
// service keeps: read-only ones, and those that another resource of this run has just declared.
func (r *propertiesResource) release(ctx context.Context, state *model, plan attrs.OwnedProperties,
	diags *diag.Diagnostics) attrs.OwnedProperties {
	want := plan.Values()
	kept := state.Without(func(name string) bool {
		_, wanted := want[name]
		return !wanted && r.KeepsDeclared(append(r.LockKey(state), name), diags)
	})
	owned, released := kept.Release(plan, func() map[string]bool { return r.Checks.ReadOnly(ctx, state.KeyValues()[0], r.of.scopes...) })
	diags.Append(released...)
	return owned
}
