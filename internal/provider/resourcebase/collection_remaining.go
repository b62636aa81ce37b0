package resourcebase

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
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
	if planned.unknown || slices.ContainsFunc(steps, func(s *step) bool { return s.changed && !s.after.exists() || s.returns }) {
		return tftypes.NewValue(numbers, tftypes.UnknownValue)
	}
	return remainingOf(recorded)
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
		case user != "" && of.leaving[user] != nil:
			count += c.count(ctx, of, user)
		default:
			count++
		}
	}
	return count
}

// remains keeps removed objects that the service does not delete yet, because others need them.
func (c *Collection) remains(ctx context.Context, refused, all []*step, of *elements) {
	for _, s := range refused {
		if s.result.exists() && !s.after.exists() {
			s.result.leaving = s.result.leaving || s.fails(inUse)
		}
	}
	left := results(of, all)
	for _, s := range refused {
		if s.result.leaving && s.fails(inUse) {
			s.result.inUse = c.count(ctx, left, textOf(s.result.extID()))
			s.diags = diag.Diagnostics{c.stillInUse(s.result)}
		}
	}
}
