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

// remainingOf returns the attribute for a state.
func remainingOf(of *elements) tftypes.Value {
	counts := make(map[string]tftypes.Value, len(of.leaving))
	for id, one := range of.leaving {
		counts[id] = tftypes.NewValue(tftypes.Number, one.inUse)
	}
	return tftypes.NewValue(tftypes.Map{ElementType: tftypes.Number}, counts)
}

// planRemaining returns the planned attribute: unknown if the plan deletes something, because the
// service may refuse that.
func planRemaining(recorded, planned *elements, steps []*step) tftypes.Value {
	if planned.unknown || slices.ContainsFunc(steps, func(s *step) bool {
		return s.changed && !s.after.exists() || recorded.leaving[textOf(s.after.extID())] != nil
	}) {
		return tftypes.NewValue(tftypes.Map{ElementType: tftypes.Number}, tftypes.UnknownValue)
	}
	return remainingOf(recorded)
}

// refuseHeldNames finds the elements that get the unique value of another one, which gives it up in
// the same apply, and reports those whose holder has it until a later one: usually an element has got
// another key.
func (c *Collection) refuseHeldNames(ctx context.Context, steps []*step) {
	holders, all := map[string]*step{}, map[string]*step{}
	for _, s := range steps {
		all[extIDOf(s)], holders[c.place(s.before)] = s, s
	}
	delete(all, "") // What is not an element.
	for _, s := range steps {
		place := c.place(s.after)
		if holder := holders[place]; place != "" && holder != nil {
			if other := c.place(holder.after); other != place && (other != "" || !holder.after.exists()) {
				s.holder = holder
			}
		}
	}
	for _, s := range steps {
		detail := "The %[1]s %[2]q leaves the map, and this apply does not delete it, because it is in use, or because of its " +
			"on_destroy: %[3]q cannot get its %[4]s. If it is the same %[1]s under another key, keep it with ext_id = %[2]q. If it is " +
			"another one, choose another %[4]s, or add it after the apply that deletes %[2]q."
		switch {
		case s.holder == nil || c.Checks.Mode == planchecks.ModeOff:
			continue
		case s.exchanges(len(steps)):
			detail = "The element %[5]q gives its %[4]s to %[3]q, and gets that of %[3]q, maybe through others: the service refuses " +
				"whichever change is first. Apply twice: first with a temporary %[4]s for %[3]q, and then as it is."
		case !c.outlasts(ctx, s.holder, s, all):
			continue
		}
		report := s.diags.AddAttributeWarning
		if c.Checks.Mode == planchecks.ModeError {
			report = s.diags.AddAttributeError
		}
		report(path.Root(c.unique), "The "+c.unique+" is taken", fmt.Sprintf(detail, c.of.Title,
			textOf(s.holder.before.extID()), s.key(), c.unique, s.holder.key()))
	}
}

// place returns the unique value of an element and what it is below, or "" if one of them is unknown.
func (c *Collection) place(e *element) string {
	value, above := textOf(e.attribute(c.unique)), e.attribute(c.above)
	if value == "" || !above.IsKnown() {
		return ""
	}
	return value + "\n" + textOf(above)
}

// exchanges reports whether the holders of unique values, from that of an element on, wait for that
// element, through a limited number of others.
func (s *step) exchanges(limit int) bool {
	at := s.holder
	for range limit {
		if at == nil || at == s {
			return at == s
		}
		at = at.holder
	}
	return false
}

// outlasts reports whether an element keeps its unique value when another one gets it: it stays in
// the service, or what needs it leaves it in a later apply, or goes below the other one, which is
// new.
func (c *Collection) outlasts(ctx context.Context, holder, other *step, all map[string]*step) bool {
	switch {
	case holder.after.exists():
		return false
	case holder.kept || textOf(holder.before.attribute(onDestroy)) == "archive":
		return true
	case c.InUse == nil:
		return false
	}
	for user, err := range c.InUse(ctx, c.API, textOf(holder.before.attribute(clientPart)), textOf(holder.before.extID())) {
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
		c.of.Title, textOf(one.extID()), one.inUse))
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
