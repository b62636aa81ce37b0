package resourcebase

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// find reads an element that the state does not record, and may exist.
func (c *Collection) find(ctx context.Context, s *step) {
	existing := &step{before: s.after, after: s.after}
	c.read(ctx, existing, false)
	s.diags, s.before, s.result = existing.diags, existing.result, existing.result
}

// adopts warns of an existing object that the apply takes over.
func (c *Collection) adopts(s *step) diag.Diagnostics {
	if s.before == nil {
		return nil
	}
	var changes []string
	for _, name := range c.managed(s.after) {
		if !same(s.before.main.Value, s.after.main.Value, c.element.Keys, []string{name}) {
			changes = append(changes, name)
		}
	}
	if c.moves(s.before, s.after) {
		changes = append(changes, c.above())
	}
	for i, part := range c.parts {
		if c.partDiffers(i, s.before, s.after) {
			changes = append(changes, part.arguments...)
		}
	}
	slices.Sort(changes)
	detail := "It has the declared values."
	if len(changes) > 0 {
		detail = "The apply changes its " + strings.Join(changes, ", ") + " to the declared values."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Taken over", fmt.Sprintf("The %s exists and is not in this state: the argument "+
		"adopt takes it over. %s", c.Type.Single().Title, detail))}
}

func (e *element) client() tftypes.Value { return memberOf(e.main.Value, clientPart) }

// keep records the result of a call.
func (s *step) keep(main object, diags diag.Diagnostics) {
	s.diags = append(s.diags, diags...)
	if main.IsNull() {
		s.result = nil
		return
	}
	kept := element{}
	switch {
	case s.result != nil:
		kept = *s.result
	case s.after != nil:
		kept = *s.after
		kept.parts = make([]object, len(s.after.parts))
		for i, part := range s.after.parts {
			kept.parts[i].Value = tftypes.NewValue(part.Type(), nil)
		}
	default:
		kept = *s.before
	}
	if s.after != nil {
		kept.key, kept.given = s.after.key, s.after.given
	}
	kept.main = main
	s.result = &kept
}

// results returns the elements that the steps have left. A removed element that still exists keeps
// its key, unless another one has it.
func (c *Collection) results(of *elements, steps []*step) *elements {
	left := &elements{client: of.client, parent: of.parent, by: map[string]*element{}, leaving: maps.Clone(of.leaving)}
	for _, s := range steps {
		if s.returns && s.result != nil {
			delete(left.leaving, textOf(s.after.extID()))
		}
		if s.after == nil && s.before.leaving {
			if s.result == nil && !s.stays {
				delete(left.leaving, s.before.key)
			}
			continue
		}
		if s.result == nil {
			continue
		}
		result := *s.result
		result.key = s.key()
		if !s.changed && s.before != s.after {
			result.given, result.parts = s.after.given, slices.Clone(s.result.parts)
			for i := range c.parts {
				if s.after.parts[i].IsNull() {
					result.parts[i] = c.parts[i].none()
				}
			}
		}
		if left.by[result.key] != nil {
			result.key += "/" + textOf(result.extID())
		}
		left.by[result.key] = &result
	}
	return left
}

func hasError(diags diag.Diagnostics) bool { return diags.HasError() }
