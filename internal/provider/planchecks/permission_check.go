package planchecks

import (
	"context"
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// lacks returns the permissions that the caller does not have.
func (r *Run) lacks(ctx context.Context, names []string) []string {
	has := r.logIn(ctx).granted
	if has == nil || slices.Contains(has, "*") {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(objecttype.Alternatives(name), func(one string) bool { return slices.Contains(has, one) })
	})
}

// checkPermissions compares the planned operations with the caller's permissions. It warns once for
// each permission and kind of resource: the caller that plans is often not the one that applies. The
// warnings of the create of a replacement are not shown, so the delete also checks the create.
func (p *Planned) checkPermissions() {
	if p.run.Mode == ModeOff {
		return
	}
	noun, planned := p.of.Type.Name, slices.Clone(p.operations)
	if p.replaced() {
		planned = append(planned, p.createOperation(), objecttype.Read)
	}
	if p.of.Operations != nil {
		planned = p.of.Operations(p.ctx, p.req, planned)
	}
	for _, operation := range planned {
		for _, name := range p.run.lacks(p.ctx, p.of.Type.Needs[operation]) {
			if p.run.first("permission " + noun + " " + name) {
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

// deletes reports whether the plan destroys the object, alone or as part of a replacement.
func (p *Planned) deletes() bool { return slices.Contains(p.operations, objecttype.Delete) }

func (p *Planned) determineOperations() []objecttype.Operation {
	if p.removed() {
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
		case p.replaces(name), p.regrants(name):
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

// regrants reports whether the plan replaces a grant because it removes a bound of its validity.
func (p *Planned) regrants(name string) bool {
	if p.of.Type.Class != objecttype.Grant || name != "validity" {
		return false
	}
	before, _ := p.before(name).(attrs.FixedMap)
	after, _ := p.after(name).(attrs.FixedMap)
	return before.LosesBound(after)
}

// replacesLater reports whether an attribute that is known only after the apply replaces the
// object, even if its value turns out to be the same.
func (p *Planned) replacesLater() bool {
	return slices.ContainsFunc(slices.Concat(p.of.Type.Key, p.of.Type.Fixed), func(name string) bool {
		return !rawValue(p.req.Config.Raw, name).IsKnown()
	})
}

func (p *Planned) plannedRoot() bool {
	parent := rawValue(p.req.Plan.Raw, p.of.Type.Parent)
	return parent.IsKnown() && parent.IsNull()
}

// replaces reports whether a change of an attribute replaces the object.
func (p *Planned) replaces(name string) bool {
	return slices.Contains(p.of.Type.Key, name) || slices.Contains(p.of.Type.Fixed, name)
}
