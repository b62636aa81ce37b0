package resourcebase

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Refuse says that the service is certain to refuse what is planned, or that it would show a
// secret. It is an error whatever reference_check is, and a warning in a plan that nobody applies.
func (p Planned) Refuse(at path.Path, summary, detail string) {
	if p.PlanOnly {
		p.diags.AddAttributeWarning(at, summary, detail)
		return
	}
	p.diags.AddAttributeError(at, summary, detail)
}

// RefuseClear refuses to clear an attribute whose value the service only replaces by another one.
func (p Planned) RefuseClear(attribute string) {
	if before := p.Recorded(attribute); before != "" && p.Clears(attribute) {
		p.Refuse(path.Root(attribute), "The service does not clear "+attribute,
			p.keeps(attribute, fmt.Sprintf("%s = %q", attribute, before), "")+p.waysOut(attribute, fmt.Sprintf("%q", before)))
	}
}

// RefuseClearKey is RefuseClear for a key of a map with fixed keys.
func (p Planned) RefuseClearKey(attribute, key string) {
	before, _ := p.state(attribute).(attrs.FixedMap)
	after, ok := p.plan(attribute).(attrs.FixedMap)
	if lost := before.Loses(after, key); ok && lost != "" {
		at := fmt.Sprintf("%s.%s", attribute, key)
		p.Refuse(path.Root(attribute).AtMapKey(key), "The service does not clear "+at,
			p.keeps(at, fmt.Sprintf("%s = %q", at, lost), "")+p.waysOut(attribute, fmt.Sprintf("{ %s = %q }", key, lost)))
	}
}

// DoubtClear is RefuseClear for an attribute that only some releases of the service clear: it says
// what reference_check makes of it.
func (p Planned) DoubtClear(attribute string) {
	if before := p.Recorded(attribute); before != "" && p.Clears(attribute) && p.ReferenceCheck != ReferenceOff {
		p.Object(path.Root(attribute), "The service may not clear "+attribute,
			p.keeps(attribute, fmt.Sprintf("%s = %q", attribute, before), "Some releases of the service clear it, later ones refuse that. ")+
				p.waysOut(attribute, fmt.Sprintf("%q", before)))
	}
}

// RefuseFinal refuses every change of an object whose state is final, but for the attributes that
// the service does not know.
func (p Planned) RefuseFinal(attribute, final string, own ...string) {
	changed := slices.DeleteFunc(slices.Clone(p.changed), func(name string) bool { return slices.Contains(own, name) })
	if p.Recorded(attribute) != final || len(changed) == 0 {
		return
	}
	p.Refuse(path.Root(changed[0]), "The "+p.title()+" is "+final,
		fmt.Sprintf("The %s %q is %s, which is final: the service refuses to change it, so the apply would fail. Nothing was changed. "+
			"The ways out are:\n\n"+
			"- Keep it as it is: write %s = %q, and the other attributes as the service has them.\n"+
			"- Leave it to others: ignore_changes = [%s] in a lifecycle block, or take it out of the configuration with a `removed` block.\n"+
			"- Make it anew: run `terraform taint` on this resource and apply, which deletes this one first.",
			p.title(), p.Recorded(p.Key[len(p.Key)-1]), final, attribute, final, strings.Join(changed, ", ")))
}

// Recorded is the text of an attribute in the state, "" when there is none.
func (p Planned) Recorded(name string) string { return textOf(p.state(name)) }

// Clears reports whether the plan leaves an attribute empty.
func (p Planned) Clears(attribute string) bool {
	after := p.plan(attribute)
	return after != nil && after.IsNull()
}

func (p Planned) keeps(attribute, value, doubt string) string {
	return fmt.Sprintf("The service has %s, and the configuration leaves %s out. %sThe service replaces the value by another one, and does "+
		"not take it away: the apply would fail. Nothing was changed. The ways out are:\n\n", value, attribute, doubt)
}

func (p Planned) waysOut(attribute, value string) string {
	return fmt.Sprintf("- Keep it: set %s = %s, or another value.\n"+
		"- Leave it to others: ignore_changes = [%s] in a lifecycle block.\n"+
		"- Make the object anew without it: run `terraform taint` on this resource and apply, which deletes the %s with all that belongs to "+
		"it. (-replace does not get that far: it asks for this plan first.)", attribute, value, attribute, p.title())
}

// refuseLostBounds refuses to take a bound of a validity away, wherever it stands.
func (p Planned) refuseLostBounds() {
	for _, name := range p.changed {
		attrs.LostBounds(path.Root(name), p.state(name), p.plan(name), func(at path.Path, value string) {
			p.Refuse(at, "A validity bound cannot be taken away", p.lostBound(at, value))
		})
	}
}

func (p Planned) lostBound(at path.Path, value string) string {
	validity := at.ParentPath()
	first := validity.Equal(path.Root(validity.String()))
	anew := "- Grant it anew without the bound: take it out of the configuration, apply, and write it again."
	ignored := p.changedAt(at)
	if first {
		anew = fmt.Sprintf("- Make the object anew without it: run `terraform taint` on this resource and apply, which deletes the %s with all "+
			"that belongs to it. (-replace does not get that far: it asks for this plan first.)", p.title())
	}
	return fmt.Sprintf("The service has %s = %q, and the configuration leaves it out. The service changes a bound, and refuses to take one "+
		"away: the apply would fail. Nothing was changed. The ways out are:\n\n"+
		"- Keep it: write %q there.\n"+
		"- Move it out of the way: a `from` in the past, or a `to` such as 9999-12-31T23:59:59Z.\n"+
		"- Leave it to others: ignore_changes = [%s] in a lifecycle block.\n%s", at, value, value, ignored, anew)
}

// changedAt is the attribute that a path is in, which ignore_changes can name: a CLI does not ignore
// what a configuration leaves out of an object.
func (p Planned) changedAt(at path.Path) path.Path {
	for len(at.Steps()) > 1 {
		at = at.ParentPath()
	}
	return at
}

// checkRefusals says what the service is certain to refuse of an update. It asks the service
// nothing.
func (r *Resource) checkRefusals(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || req.State.Raw.IsNull() || req.Plan.Raw.Equal(req.State.Raw) ||
		slices.Contains(r.operations(ctx, req), objecttype.Delete) {
		return
	}
	p := r.newPlanned(ctx, req, resp)
	p.changed = r.writes.PlannedChanges(ctx, req.State, resp.Plan)
	p.refuseLostBounds()
	if r.Refuse != nil {
		r.Refuse(p)
	}
}

func (r *Resource) newPlanned(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) Planned {
	return Planned{Resource: r, ctx: ctx, req: req, diags: &resp.Diagnostics,
		plan:  func(name string) attr.Value { return attributeOf(ctx, resp.Plan.GetAttribute, name) },
		state: func(name string) attr.Value { return attributeOf(ctx, req.State.GetAttribute, name) }}
}
