package planchecks

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// caller remembers which missing permissions a run has reported.
type caller struct {
	mu sync.Mutex
	// reported holds the pairs of resource and permission in earlier warnings.
	reported map[string]bool
}

// lacks returns the permissions that the caller does not have.
func (r *Run) lacks(ctx context.Context, names []string) []string {
	has := r.logIn(ctx).granted
	if has == nil || has["*"] {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(objecttype.Alternatives(name), func(one string) bool { return has[one] })
	})
}

// first reports whether a permission has not been reported for a kind of resource yet.
func (c *caller) first(noun, name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := noun + " " + name
	known := c.reported[key]
	if c.reported == nil {
		c.reported = map[string]bool{}
	}
	c.reported[key] = true
	return !known
}

// checkPermissions compares the planned operations with the caller's permissions. It warns once for
// each permission and kind of resource: the caller that plans is often not the one that applies. The
// warnings of the create of a replacement are not shown, so the delete also checks the create.
func (p *Planned) checkPermissions() {
	if p.run.Mode == ModeOff {
		return
	}
	noun, planned := p.of.Type.Name, p.operations()
	if !p.Creates() && !p.req.Plan.Raw.IsNull() && p.deletes() {
		planned = append(planned, p.createOperation(), objecttype.Read)
	}
	if p.of.Operations != nil {
		planned = p.of.Operations(p.ctx, p.req, planned)
	}
	for _, operation := range planned {
		for _, name := range p.run.lacks(p.ctx, p.of.Type.Needs[operation]) {
			if p.run.caller.first(noun, name) {
				p.resp.Diagnostics.AddWarning("Missing permission "+objecttype.Permission(name),
					fmt.Sprintf("The caller lacks %s, which the operation %q of idm_%s needs: the apply will fail there, unless "+
						"another caller applies the plan.\n\nAsk the administrator of the service for it. Data rooms are not checked: a "+
						"permission only applies to objects in the caller's data rooms.",
						objecttype.Permission(name), operation, noun)+checksRemedy)
			}
		}
	}
}

// createOperation returns the operation that creates the planned object.
func (p *Planned) createOperation() objecttype.Operation {
	if _, ok := p.of.Type.Needs[objecttype.CreateRoot]; ok && p.plannedRoot() {
		return objecttype.CreateRoot
	}
	return objecttype.Create
}

// operations returns what a plan does to an object. For a replacement this is only the delete:
// Terraform plans the create in another call.
func (p *Planned) operations() []objecttype.Operation {
	if !p.determined {
		p.planned, p.determined = p.determineOperations(), true
	}
	return slices.Clone(p.planned)
}

// deletes reports whether the plan destroys the object, alone or as part of a replacement.
func (p *Planned) deletes() bool { return slices.Contains(p.operations(), objecttype.Delete) }

func (p *Planned) determineOperations() []objecttype.Operation {
	if p.req.Plan.Raw.IsNull() {
		return []objecttype.Operation{objecttype.Delete}
	}
	if p.req.State.Raw.IsNull() {
		return []objecttype.Operation{p.createOperation(), objecttype.Read}
	}
	// Almost every object in a large plan is unchanged, and decoding it would be the most expensive
	// step here.
	if p.unchanged {
		return nil
	}
	if p.replacesLater() {
		return []objecttype.Operation{objecttype.Delete}
	}
	changes := map[objecttype.Operation]bool{}
	for _, name := range attrs.ChangedNames(p.ctx, p.req.State, p.req.Plan) {
		switch {
		case name == p.of.Type.Parent && p.plannedRoot():
			changes[objecttype.MoveToRoot] = true
		case name == p.of.Type.Parent:
			changes[objecttype.Move] = true
		case Replaces(p.ctx, p.req.Plan.Schema.GetAttributes()[name]):
			return []objecttype.Operation{objecttype.Delete}
		default:
			changes[objecttype.Update] = true
		}
	}
	if len(changes) == 0 {
		return nil
	}
	changes[objecttype.Read] = true
	return slices.DeleteFunc(slices.Clone(objecttype.Operations), func(operation objecttype.Operation) bool { return !changes[operation] })
}

// replacesLater reports whether an attribute that is known only after the apply replaces the
// object, even if its value turns out to be the same.
func (p *Planned) replacesLater() bool {
	return slices.ContainsFunc(slices.Concat(p.of.Type.Key, p.of.Type.Fixed), func(name string) bool {
		var given attr.Value
		diags := p.req.Config.GetAttribute(p.ctx, path.Root(name), &given)
		return !diags.HasError() && given != nil && given.IsUnknown() && Replaces(p.ctx, p.req.Plan.Schema.GetAttributes()[name])
	})
}

func (p *Planned) plannedRoot() bool {
	var parent attr.Value
	return !p.req.Plan.GetAttribute(p.ctx, path.Root(p.of.Type.Parent), &parent).HasError() && parent.IsNull()
}

// Replaces reports whether a change of a schema's attribute replaces the object. The plugin
// framework shows that only in the descriptions of the attribute's plan modifiers.
func Replaces(ctx context.Context, attribute any) bool {
	var descriptions []string
	switch a := attribute.(type) {
	case interface{ StringPlanModifiers() []planmodifier.String }:
		descriptions = describe(ctx, a.StringPlanModifiers())
	case interface{ MapPlanModifiers() []planmodifier.Map }:
		descriptions = describe(ctx, a.MapPlanModifiers())
	case interface{ BoolPlanModifiers() []planmodifier.Bool }:
		descriptions = describe(ctx, a.BoolPlanModifiers())
	case interface{ Int64PlanModifiers() []planmodifier.Int64 }:
		descriptions = describe(ctx, a.Int64PlanModifiers())
	}
	return slices.Contains(descriptions, stringplanmodifier.RequiresReplace().Description(ctx)) ||
		slices.Contains(descriptions, stringplanmodifier.RequiresReplaceIfConfigured().Description(ctx))
}

func describe[M planmodifier.Describer](ctx context.Context, modifiers []M) []string {
	descriptions := make([]string, len(modifiers))
	for i, modifier := range modifiers {
		descriptions[i] = modifier.Description(ctx)
	}
	return descriptions
}
