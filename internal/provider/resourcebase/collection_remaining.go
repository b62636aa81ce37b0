package resourcebase

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// Terraform applies a tree before what refers to it, so an object that leaves the map may still be in
// use. The state then has it in remaining, with the number of objects that need it, and a later plan
// deletes it.

// remaining is the attribute with the objects that have left the map and still exist.
const remaining = "remaining"

var numbers = tftypes.Map{ElementType: tftypes.Number}

// recordLeaving decodes the objects that have left the map.
func (c *Collection) recordLeaving(found *elements, state tftypes.Value) {
	left, _ := fixedmap.Members(memberOf(state, remaining))
	for id, count := range left {
		one := &element{key: id, leaving: true}
		one.inUse, _ = integer(count)
		c.build(found, one, text(id), func(string) (tftypes.Value, bool) { return tftypes.Value{}, false },
			func(_ string, of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, nil) })
		found.leaving[id] = one
	}
}

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
func (c *Collection) planRemaining(recorded, planned *elements, steps []*step) tftypes.Value {
	if planned.unknown || slices.ContainsFunc(steps, func(s *step) bool { return s.after == nil || s.returns }) {
		return tftypes.NewValue(numbers, tftypes.UnknownValue)
	}
	return remainingOf(recorded)
}

// warnRemaining warns of objects that have left the map and are still in use.
func (c *Collection) warnRemaining(recorded *elements, steps []*step) (diags diag.Diagnostics) {
	for _, id := range slices.Sorted(maps.Keys(recorded.leaving)) {
		if one := recorded.leaving[id]; one.inUse > 0 && !slices.ContainsFunc(steps, func(s *step) bool { return s.key() == id }) {
			diags.Append(c.stillInUse(one))
		}
	}
	return diags
}

func (c *Collection) stillInUse(one *element) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root(remaining), "Still in use", fmt.Sprintf("The %s %q has left the map and is still "+
		"in use by %d others, such as profiles that this apply has yet to move. The next plan after they have left deletes it.",
		c.Type.Single().Title, textOf(one.extID()), one.inUse))
}

// refreshLeaving reads the objects that have left the map, and counts what needs them.
func (c *Collection) refreshLeaving(ctx context.Context, recorded *elements) (diags diag.Diagnostics) {
	var steps []*step
	for _, one := range recorded.leaving {
		steps = append(steps, &step{before: one, after: one})
	}
	c.each(steps, func(s *step) {
		c.read(ctx, s, false)
	})
	for _, s := range steps {
		if s.result == nil {
			delete(recorded.leaving, s.key())
		}
	}
	c.each(steps, func(s *step) {
		if s.result != nil && !hasError(s.diags) {
			s.before.inUse = c.count(ctx, recorded, s.key())
		}
	})
	return c.report(steps)
}

// count returns the number of objects that need an object, in place of another one that has left the
// map the number of those that need it. What cannot be counted is at least one.
func (c *Collection) count(ctx context.Context, of *elements, extID string) (count int) {
	for user, err := range c.InUse(ctx, c.API, textOf(of.client), extID) {
		switch {
		case err != nil:
			return max(count, 1)
		case user != "" && of.leaving[user] != nil:
			count += c.count(ctx, of, user)
		default:
			count++
		}
	}
	return count
}

// remains keeps removed objects that the service does not delete yet, because others need them.
func (c *Collection) remains(ctx context.Context, steps []*step, of *elements) {
	if c.InUse == nil {
		return
	}
	var left []*step
	for _, s := range steps {
		inUse := slices.ContainsFunc(s.diags, func(d diag.Diagnostic) bool {
			response, ok := errors.AsType[*idm.Error](diagnostics.Cause(d))
			return ok && response.Code() == "errors.undeletedDependencies"
		})
		if s.after != nil || s.result == nil || !inUse {
			continue
		}
		one := *s.result
		one.leaving = true
		of.leaving[textOf(one.extID())] = &one
		s.result, s.stays = nil, true
		left = append(left, s)
	}
	for _, s := range left {
		one := of.leaving[textOf(s.before.extID())]
		one.inUse = c.count(ctx, of, textOf(one.extID()))
		s.diags = diag.Diagnostics{c.stillInUse(one)}
	}
}
