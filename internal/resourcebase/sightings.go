package resourcebase

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// sighting is what a run has seen of an object while it plans. A CLI never says which address a
// call is for, but it makes each call once for each of them.
type sighting struct {
	// read is a refresh of the state; kept a plan for what the state holds, made a plan for what it
	// does not, and removed a plan of its removal.
	read, kept, made, removed bool
}

// sightings are those of all objects of a run, by type and id.
type sightings struct {
	mu sync.Mutex
	by map[string]sighting
}

// add adds what was seen of an object, and returns what was seen before.
func (s *sightings) add(of string, now sighting) (before sighting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = map[string]sighting{}
	}
	before = s.by[of]
	s.by[of] = sighting{
		read: before.read || now.read, kept: before.kept || now.kept,
		made: before.made || now.made, removed: before.removed || now.removed,
	}
	return before
}

// sightRead notes an object that the state holds.
func (r *Resource) sightRead(id string) {
	if r.Provider != nil && r.API.Changes() == 0 {
		r.sightings.add(r.Noun+" "+id, sighting{read: true})
	}
}

// sight notes the object of a plan, warns when two addresses manage it or when it takes along what
// the plan does not show, and reports whether this run has seen it before. Once the run has begun
// to write there is nothing to warn of any more.
func (r *Resource) sight(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (known bool) {
	now := sighting{made: req.State.Raw.IsNull(), removed: req.Plan.Raw.IsNull()}
	now.kept = !now.made && !now.removed
	id := rawID(resp.Plan.Raw)
	if !now.made {
		id = rawID(req.State.Raw)
	}
	if id == "" || r.API.Changes() > 0 {
		return false
	}
	before := r.sightings.add(r.Noun+" "+id, now)
	switch {
	case now.made && before.made || now.kept && before.kept:
		r.warnTwice(resp, id)
	case now.made && before.removed || now.removed && before.made:
		r.warnReaddressed(resp, id)
	case r.Contains != "" && (now.made && before.read && !before.kept || now.kept && r.remakes(ctx, req)):
		r.warnRemade(resp, id)
	}
	return before != sighting{}
}

// remakes reports whether a plan replaces an object by one with the same external id: the
// configuration names it. CLIs show the warnings of this call, and drop those of the one that plans
// the new object.
func (r *Resource) remakes(ctx context.Context, req resource.ModifyPlanRequest) bool {
	var extID types.String
	diags := req.Config.GetAttribute(ctx, path.Root("ext_id"), &extID)
	return !diags.HasError() && extID.ValueString() != "" && slices.Contains(r.operations(ctx, req), objecttype.Delete) &&
		extID.Equal(attributeOf(ctx, req.State.GetAttribute, "ext_id"))
}

// rawID is the id of an object, "" when it is not known.
func rawID(object tftypes.Value) string {
	var values map[string]tftypes.Value
	if object.IsNull() || object.As(&values) != nil {
		return ""
	}
	return rawText(values["id"])
}

func (r *Resource) warnTwice(resp *resource.ModifyPlanResponse, id string) {
	resp.Diagnostics.AddAttributeWarning(path.Root("id"), "Declared twice",
		fmt.Sprintf("Two resources of this configuration are the %s %q. Each sets it back to what it says itself, and when one of the two is "+
			"destroyed it takes the object away from the other. Keep one. Take the other out with a `removed` block that has destroy = false, so "+
			"that the object stays.", r.title(), id))
}

func (r *Resource) warnReaddressed(resp *resource.ModifyPlanResponse, id string) {
	resp.Diagnostics.AddWarning("Destroyed at one address and created at another",
		fmt.Sprintf("This plan destroys the %s %q, and creates it again at another address, as a new key of for_each does. Nothing says which "+
			"comes first: the create meets what is still there, or the destroy takes away what was just created. When only the address has "+
			"changed, say so with a `moved` block, and the plan changes nothing.", r.title(), id))
}

func (r *Resource) warnRemade(resp *resource.ModifyPlanResponse, id string) {
	resp.Diagnostics.AddWarning("More is deleted than the plan shows",
		fmt.Sprintf("The %s %q is destroyed and created again under the same id. The service deletes %s along with it, whoever manages them, "+
			"and "+
			"this plan shows nothing of that, because what they refer to keeps its id. What the configuration declares of it comes back with the "+
			"next plan: apply, and plan again. To have it in one plan, write the replaced resource into replace_triggered_by in the lifecycle "+
			"of what refers to it.", r.title(), id, r.Contains))
}

// Remakes reports whether the state holds an object with the key of this one but for its external
// id, for which this run plans nothing so far, as for a tainted one that is made anew.
func (p Planned) Remakes(extID string) bool {
	was := p.sightings.add(p.Noun+" "+ID(p.keyWith(extID)...), sighting{})
	return was.read && !was.kept
}
