package resourcebase

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// Terraform applies a tree before what refers to it, so an object that leaves the map may still be in
// use. The state then has it in remaining, with the number of objects that need it, and a later plan
// deletes it.

// remaining is the attribute with the objects that have left the map and still exist.
const remaining = "remaining"

var numbers = tftypes.Map{ElementType: tftypes.Number}

// remainingOf returns the attribute for a state.
func remainingOf(of *elements) tftypes.Value {
	counts := make(map[string]tftypes.Value, len(of.leaving))
	for id, one := range of.leaving {
		counts[id] = tftypes.NewValue(tftypes.Number, one.inUse)
	}
	return tftypes.NewValue(numbers, counts)
}

// planRemaining returns the planned attribute: unknown if the plan deletes something, because the
// service may refuse that.
func planRemaining(recorded, planned *elements, steps []*step) tftypes.Value {
	if planned.unknown || slices.ContainsFunc(steps, func(s *step) bool {
		return s.changed && !s.after.exists() || recorded.leaving[textOf(s.after.extID())] != nil
	}) {
		return tftypes.NewValue(numbers, tftypes.UnknownValue)
	}
	return remainingOf(recorded)
}

// refuseHeldNames reports elements that get the unique value of one that leaves the map and stays
// until a later apply, because others need it: usually an element has got another key.
func (c *Collection) refuseHeldNames(ctx context.Context, steps []*step, planned *elements) {
	if c.InUse == nil || planned.destroys || c.Checks.Mode == planchecks.ModeOff {
		return
	}
	holders, all := map[string]*step{}, map[string]*step{}
	for _, s := range steps {
		if s.after.exists() {
			all[textOf(s.after.extID())] = s
			continue
		}
		all[textOf(s.before.extID())] = s
		if !s.kept && !s.before.leaving {
			holders[c.place(s.before)] = s
		}
	}
	for _, s := range steps {
		place := c.place(s.after)
		holder := holders[place]
		if place == "" || holder == nil || place == c.place(s.before) || !c.outlasts(ctx, textOf(planned.client), holder, s, all) {
			continue
		}
		report := s.diags.AddAttributeWarning
		if c.Checks.Mode == planchecks.ModeError {
			report = s.diags.AddAttributeError
		}
		report(path.Root(c.unique()), "The "+c.unique()+" is taken", fmt.Sprintf("The %[1]s %[2]q leaves the map and is in use, so this "+
			"apply cannot delete it, and %[3]q cannot get its %[4]s. If it is the same %[1]s under another key, keep it with "+
			"ext_id = %[2]q. If it is another one, choose another %[4]s, or add it after the apply that deletes %[2]q.",
			c.Type.Single().Title, textOf(holder.before.extID()), s.key(), c.unique()))
	}
}

func (c *Collection) unique() string { return c.parts[0].Checked().Unique.Attr }

// place returns the unique value of an element and what it is below, or "" if one of them is unknown.
func (c *Collection) place(e *element) string {
	value, above := e.attribute(c.unique()), e.attribute(c.above())
	if textOf(value) == "" || !above.IsKnown() {
		return ""
	}
	return textOf(value) + "\n" + textOf(above)
}

// outlasts reports whether a removed element stays when another one gets its unique value: what needs
// it leaves it in a later apply, or goes below the other one, which is new.
func (c *Collection) outlasts(ctx context.Context, client string, holder, other *step, all map[string]*step) bool {
	for user, err := range c.InUse(ctx, c.API, client, textOf(holder.before.extID())) {
		switch child := all[user]; {
		case err != nil:
			return false
		case child == nil:
			return true
		case child.after.exists() && !other.before.exists():
			for at := child.above; at != nil; at = at.above {
				if at == other {
					return true
				}
			}
		}
	}
	return false
}

func (c *Collection) stillInUse(one *element) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root(remaining), "Still in use", fmt.Sprintf("The %s %q has left the map and is still "+
		"in use by %d others, such as profiles that this apply has yet to move. The next plan after they have left deletes it.",
		c.Type.Single().Title, textOf(one.extID()), one.inUse))
}

// count returns the number of objects that need an object, in place of another one that has left the
// map the number of those that need it. What cannot be counted is at least one.
func (c *Collection) count(ctx context.Context, of *elements, extID string) (count int) {
	for user, err := range c.InUse(ctx, c.API, textOf(of.client), extID) {
		switch {
		case err != nil:
			return max(count, 1)
		case of.leaving[user] != nil:
			count += c.count(ctx, of, user)
		default:
			count++
		}
	}
	return count
}

// leave keeps a removed object that the service does not delete yet, because others need it.
func (s *step) leave() bool {
	if s.after.exists() || !slices.ContainsFunc(s.diags, func(d diag.Diagnostic) bool {
		response, ok := errors.AsType[*idm.Error](diagnostics.Cause(d))
		return ok && response.Code() == "errors.undeletedDependencies"
	}) {
		return false
	}
	s.result.leaving, s.diags = true, nil
	return true
}

// recount counts what needs the objects that have left the map, and warns of those that an apply did
// not delete.
func (c *Collection) recount(ctx context.Context, steps []*step, left *elements) {
	c.each(steps, func(s *step) {
		if one := s.result; one.leaving && one.exists() && !s.diags.HasError() {
			if one.inUse = c.count(ctx, left, textOf(one.extID())); s.changed {
				s.diags.Append(c.stillInUse(one))
			}
		}
	})
}
