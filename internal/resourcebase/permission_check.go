package resourcebase

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// PermissionCheck is what a plan does about a permission that the caller lacks. The zero value is
// PermissionOff.
type PermissionCheck string

// The ways to check permissions.
const (
	PermissionOff   PermissionCheck = "off"
	PermissionWarn  PermissionCheck = "warn"
	PermissionError PermissionCheck = "error"
)

// caller is what a run has said about the permissions of its caller.
type caller struct {
	mu sync.Mutex
	// said are the resources and permissions that a warning has named.
	said map[string]bool
}

// lacks returns which of the permissions the caller does not have.
func (p *Provider) lacks(ctx context.Context, names []string) []string {
	has := p.granted(ctx)
	if has == nil || has["*"] {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(objecttype.Alternatives(name), func(one string) bool { return has[one] })
	})
}

// first reports whether a permission is named for a kind of resource for the first time.
func (p *Provider) first(noun, name string) bool {
	p.caller.mu.Lock()
	defer p.caller.mu.Unlock()
	key := noun + " " + name
	known := p.caller.said[key]
	if p.caller.said == nil {
		p.caller.said = map[string]bool{}
	}
	p.caller.said[key] = true
	return !known
}

// needs are the permissions that the operations of the resource need.
func (r *Resource) needs() objecttype.Needs {
	if of := objecttype.ByName(r.Noun); of != nil {
		return of.Needs
	}
	return nil
}

// checkPermissions compares what a plan does with the permissions of the caller: it warns once for
// each permission and kind of resource, or stops the plan of every resource that would fail.
func (r *Resource) checkPermissions(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.PermissionCheck != PermissionWarn && r.PermissionCheck != PermissionError {
		return
	}
	var missing []string
	planned := r.operations(ctx, req)
	if r.Operations != nil {
		planned = r.Operations(ctx, req, planned)
	}
	for _, operation := range planned {
		for _, name := range r.lacks(ctx, r.needs()[operation]) {
			line := fmt.Sprintf("%s, which the operation %q of idm_%s needs", objecttype.Permission(name), operation, r.Noun)
			if r.PermissionCheck == PermissionError {
				missing = append(missing, line)
			} else if r.first(r.Noun, name) {
				resp.Diagnostics.AddWarning("Missing permission "+objecttype.Permission(name),
					"The caller lacks "+line+": the apply is going to fail there."+permissionsWayOut)
			}
		}
	}
	if len(missing) > 0 {
		resp.Diagnostics.AddError("Missing permissions",
			"The apply would fail. The caller lacks:\n\n- "+strings.Join(missing, "\n- ")+"\n"+permissionsWayOut)
	}
}

const permissionsWayOut = "\n\n" +
	"Ask the administrator of the service for it. Data rooms are not covered: also a permission that the caller has counts only for the " +
	"objects in its data rooms. " +
	"The provider's argument permission_check chooses between a warning, an error and no check."

// operations are what a plan does to an object. Of a replacement this is only the deletion:
// Terraform plans its creation by itself.
func (r *Resource) operations(ctx context.Context, req resource.ModifyPlanRequest) []objecttype.Operation {
	needs := r.needs()
	if req.Plan.Raw.IsNull() {
		return []objecttype.Operation{objecttype.Delete}
	}
	if req.State.Raw.IsNull() {
		if _, ok := needs[objecttype.CreateRoot]; ok && r.plannedRoot(ctx, req) {
			return []objecttype.Operation{objecttype.CreateRoot, objecttype.Read}
		}
		return []objecttype.Operation{objecttype.Create, objecttype.Read}
	}
	// Almost every object of a large plan stays as it is, and to take it apart costs more than all
	// else here.
	if req.Plan.Raw.Equal(req.State.Raw) {
		return nil
	}
	changes := map[objecttype.Operation]bool{}
	for _, name := range r.writes.PlannedChanges(ctx, req.State, req.Plan) {
		switch {
		case name == r.Parent && r.plannedRoot(ctx, req):
			changes[objecttype.MoveToRoot] = true
		case name == r.Parent:
			changes[objecttype.Move] = true
		case replaces(ctx, req.Plan.Schema.GetAttributes()[name]):
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

func (r *Resource) plannedRoot(ctx context.Context, req resource.ModifyPlanRequest) bool {
	var parent attr.Value
	return !req.Plan.GetAttribute(ctx, path.Root(r.Parent), &parent).HasError() && parent.IsNull()
}

// replaces reports whether another value of an attribute replaces the object. The plugin framework
// shows that only in the description of the attribute's plan modifiers.
func replaces(ctx context.Context, attribute any) bool {
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
