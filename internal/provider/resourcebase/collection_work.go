package resourcebase

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// workers limits the elements of a collection that are worked on at a time. The client limits the
// requests in flight.
const workers = 64

// step is the change of one element. before is nil for a new one, after for a removed one.
type step struct {
	before, after *element
	// above is the step of the element above, below which this one is created or moved.
	above *step
	depth int
	// changed reports that the plan differs from the state, and replaces that the object is deleted and
	// created again.
	changed, replaces bool
	// result is the element as it is; nil if it does not exist.
	result *element
	diags  diag.Diagnostics
	// blocked reports that nothing was sent, because the element above does not exist.
	blocked bool
	// kept reports that a removed element stays in the service, and returns that the map has an object
	// again that had left it.
	kept, returns bool
	// stays reports that the service keeps a removed object, because others need it.
	stays bool
	// sources contains the places where elements are written.
	sources map[string]string
}

func (s *step) key() string {
	if s.after != nil {
		return s.after.key
	}
	return s.before.key
}

// onDestroy is the argument with the effect of a removal, and keep its value to make none.
const onDestroy, keep = "on_destroy", "keep"

// steps compares two collections by external ID. attributes are those of the plan or, for a destroy,
// of the state.
func (c *Collection) steps(attributes tftypes.Value, recorded, planned *elements) []*step {
	var steps []*step
	left := recorded.byExtID()
	if planned != nil && planned.unknown {
		return nil
	}
	byKey := map[string]*step{}
	if planned != nil {
		for _, after := range planned.sorted() {
			s := &step{after: after, before: left[textOf(after.extID())], changed: true,
				returns: recorded.leaving[textOf(after.extID())] != nil}
			if s.before != nil {
				delete(left, textOf(after.extID()))
				s.changed, s.replaces, s.result = c.changes(s.before, s.after), c.replaces(s.before, s.after), s.before
			}
			byKey[after.key] = s
			steps = append(steps, s)
		}
	}
	for _, s := range steps {
		s.above = byKey[textOf(s.after.given[parentKey])]
	}
	for _, s := range steps {
		for at := s.above; at != nil; at = at.above {
			s.depth++
		}
	}
	returned := map[string]bool{}
	for _, s := range steps {
		returned[textOf(s.after.extID())] = true
	}
	for id, before := range recorded.leaving {
		if !returned[id] && (before.inUse == 0 || planned == nil) {
			steps = append(steps, &step{before: before, result: before, changed: true})
		}
	}
	for _, before := range recorded.sorted() {
		if left[textOf(before.extID())] != nil {
			keeps := textOf(memberOf(attributes, onDestroy)) == keep || textOf(memberOf(before.main.Value, onDestroy)) == keep
			steps = append(steps, &step{before: before, result: before, changed: true, kept: keeps, depth: c.depth(recorded, before)})
		}
	}
	return steps
}

// changes reports whether a plan changes an element or one of its parts.
func (c *Collection) changes(before, after *element) bool {
	if c.moves(before, after) {
		return true
	}
	if fixedmap.SameMap(before.given, after.given) {
		return false
	}
	changed := c.differs(before, after)
	for i := range c.parts {
		changed = changed || c.partDiffers(i, before, after)
	}
	return changed
}

// depth counts the recorded elements above another one.
func (c *Collection) depth(of *elements, e *element) (depth int) {
	for at := of.by[textOf(e.given[parentKey])]; at != nil && depth <= len(of.by); at = of.by[textOf(at.given[parentKey])] {
		depth++
	}
	return depth
}

// levels returns steps that may run at the same time, in order: creates and changes from the top,
// because an element needs the one above it in its final place, then deletes from the bottom.
func levels(steps []*step) (levels [][]*step) {
	var down, up [][]*step
	for _, s := range steps {
		into := &down
		if s.after == nil {
			into = &up
		}
		for len(*into) <= s.depth {
			*into = append(*into, nil)
		}
		(*into)[s.depth] = append((*into)[s.depth], s)
	}
	slices.Reverse(up)
	return append(down, up...)
}

// each runs work for all steps, several at a time.
func (c *Collection) each(steps []*step, work func(*step)) {
	var group sync.WaitGroup
	free := make(chan struct{}, workers)
	for _, s := range steps {
		free <- struct{}{}
		group.Go(func() {
			defer func() { <-free }()
			work(s)
		})
	}
	group.Wait()
}

// applySteps carries out the changes. It continues after a failure, and repeats what the service has
// refused because of another change, such as a name that a removed element has freed, as long as
// that helps. The changes of other resources may then help the rest, for a short time.
// planned receives removed objects that are still in use; it is nil if those are an error.
func (c *Collection) applySteps(ctx context.Context, steps []*step, adopt adoption, planned *elements) diag.Diagnostics {
	pending := slices.DeleteFunc(slices.Clone(steps), func(s *step) bool { return !s.changed })
	for at := c.firstPass(ctx, pending); ; {
		for _, level := range levels(pending) {
			c.each(level, func(s *step) { c.run(at, s, adopt) })
		}
		refused := slices.DeleteFunc(slices.Clone(pending), func(s *step) bool { return !s.refused() })
		if len(refused) == len(pending) && planned != nil {
			c.remains(ctx, refused, planned)
			refused = slices.DeleteFunc(refused, func(s *step) bool { return !s.refused() })
		}
		if len(refused) == 0 || at == ctx || ctx.Err() != nil {
			return c.report(steps)
		}
		if len(refused) == len(pending) {
			at = ctx
		}
		pending = refused
	}
}

// firstPass returns the context of the first pass: without a pause, unless it has only one element,
// which no other one can help, and no uses of a unit to look at.
func (c *Collection) firstPass(ctx context.Context, pending []*step) context.Context {
	if len(pending) == 1 && (pending[0].after != nil || c.InUse == nil) {
		return ctx
	}
	return write.WithoutRepeat(ctx)
}

// refused reports whether the change has no effect, and another change may make it possible.
func (s *step) refused() bool {
	return s.blocked || slices.ContainsFunc(s.diags, func(d diag.Diagnostic) bool {
		err := diagnostics.Cause(d)
		response, ok := errors.AsType[*idm.Error](err)
		return ok && (errors.Is(err, idm.ErrDuplicate) || errors.Is(err, idm.ErrInvalid) ||
			response.Code() == "errors.undeletedDependencies")
	})
}

// run carries out one step.
func (c *Collection) run(ctx context.Context, s *step, adopt adoption) {
	s.diags, s.blocked = nil, false
	if s.above != nil && s.above.result == nil {
		s.blocked = true
		return
	}
	if s.above != nil {
		s.after.main.Value = with(s.after.main.Value, c.above(), s.above.result.extID())
	}
	if s.result == nil && !s.replaces && (s.returns || adopt.includes(s.key())) {
		c.find(ctx, s)
	}
	if s.kept {
		s.result = nil
		return
	}
	if s.result != nil && (s.after == nil || s.replaces) && !hasError(s.diags) {
		main, diags := c.main.remove(ctx, s.result.main)
		s.keep(main, diags)
	}
	if s.after == nil || hasError(s.diags) {
		return
	}
	if s.result == nil {
		main, diags := c.main.create(ctx, s.after.main, s.after.omitted)
		s.keep(main, diags)
	} else if c.differs(s.result, s.after) {
		c.moveFirst(ctx, s)
		c.update(ctx, s)
	}
	for i := range c.parts {
		if s.result != nil && !hasError(s.diags) {
			c.runPart(ctx, s, i, adopt)
		}
	}
}

// update changes the object of an element from its result so far to its plan.
func (c *Collection) update(ctx context.Context, s *step) {
	main, diags := c.main.update(ctx, s.result.main, s.after.main, s.after.omitted)
	s.keep(main, diags)
}

// runPart changes one part of an element. A dropped set stays as it is.
func (c *Collection) runPart(ctx context.Context, s *step, i int, adopt adoption) {
	part, before, after := c.parts[i], s.result.parts[i], s.after.parts[i]
	if after.IsNull() && part.of.Class == objecttype.Set {
		s.result.parts[i] = part.none()
		return
	}
	after.Value = part.withKey(after.Value, s.result.client(), s.result.extID())
	var diags diag.Diagnostics
	if before.IsNull() && !after.IsNull() && adopt.includes(s.key()) {
		before, diags = part.read(ctx, after, false)
	}
	s.diags = append(s.diags, diags...)
	switch {
	case hasError(diags) || same(before.Value, after.Value, c.keys, part.arguments):
		s.result.parts[i] = before
		return
	case before.IsNull():
		before, diags = part.create(ctx, after, nil)
	case after.IsNull():
		before, diags = part.remove(ctx, before)
	default:
		before, diags = part.update(ctx, before, after, nil)
	}
	s.result.parts[i], s.diags = before, append(s.diags, diags...)
}

// moveFirst moves an element that also gets another unique value, which its old place may not have
// free until the element above it is deleted. If that is refused, the update sends both.
func (c *Collection) moveFirst(ctx context.Context, s *step) {
	at, unique := c.above(), c.main.Checked().Unique.Attr
	result, after := s.result.main.Value, s.after.main.Value
	if unique == "" || !c.moves(s.result, s.after) || memberOf(result, unique).Equal(memberOf(after, unique)) {
		return
	}
	main, diags := c.main.update(ctx, s.result.main, object{Value: with(result, at, memberOf(after, at))}, s.after.omitted)
	if !hasError(diags) {
		s.keep(main, diags)
	}
}

// plan checks the plan of one element.
func (c *Collection) plan(ctx context.Context, s *step, adopt adoption) {
	if s.above != nil {
		ctx = planchecks.InOrder(ctx)
	}
	if s.before == nil && (s.returns || adopt.includes(s.key())) {
		if c.find(ctx, s); hasError(s.diags) {
			return
		}
		s.diags.Append(c.adopts(s)...)
	}
	if s.kept {
		return
	}
	if !s.changed {
		c.checkUnchanged(ctx, s)
		return
	}
	before, after, replaced := c.noElement(), c.noElement(), ""
	if s.before != nil {
		before = s.before
	}
	if s.after != nil {
		after = s.after
	}
	if s.replaces {
		s.diags.Append(c.main.check(ctx, before.main, c.main.none(), nil, "")...)
		before, replaced = c.noElement(), textOf(memberOf(s.before.main.Value, "id"))
	}
	planned := after.main
	if s.before != nil && s.after != nil && !s.replaces && !c.differs(before, after) {
		planned = before.main
	}
	s.diags.Append(c.main.check(ctx, before.main, planned, after.omitted, replaced)...)
	if s.after != nil {
		c.planParts(ctx, s, before)
	}
}

// checkUnchanged checks an element that the plan does not change.
func (c *Collection) checkUnchanged(ctx context.Context, s *step) {
	s.diags.Append(c.Checks.CheckUnchanged(ctx, c.main.Checked(), c.main.state(s.before.main))...)
	for i, part := range c.parts {
		if !s.before.parts[i].IsNull() && !s.after.parts[i].IsNull() {
			s.diags.Append(c.Checks.CheckUnchanged(ctx, part.Checked(), part.state(s.before.parts[i]))...)
		}
	}
}

// planParts checks the plan of what an element has of other types.
func (c *Collection) planParts(ctx context.Context, s *step, before *element) {
	for i, part := range c.parts {
		was, becomes := before.parts[i], s.after.parts[i]
		switch {
		case was.IsNull() && becomes.IsNull():
		case becomes.IsNull() && part.of.Class == objecttype.Set && !c.partDiffers(i, before, s.after):
		case becomes.IsNull() && part.of.Class == objecttype.Set:
			s.diags.AddWarning("No longer managed", "The "+part.of.Plural+" leave the configuration. The service keeps them, and nothing "+
				"is sent. To revoke all, set "+part.arguments[0]+" = {}.")
		default:
			if !c.partDiffers(i, before, s.after) {
				becomes = was
			}
			s.diags.Append(part.check(ctx, was, becomes, nil, "")...)
		}
	}
}

// noElement returns an element without objects.
func (c *Collection) noElement() *element {
	none := &element{main: c.main.none(), parts: make([]object, len(c.parts))}
	for i, part := range c.parts {
		none.parts[i] = part.none()
	}
	return none
}

// read reads an element with its parts: after an import also what is granted to it.
func (c *Collection) read(ctx context.Context, s *step, imported bool) {
	main, diags := c.main.read(ctx, s.before.main, imported)
	s.keep(main, diags)
	if s.result == nil || hasError(diags) {
		return
	}
	s.result.parts = slices.Clone(s.before.parts)
	for i, part := range c.parts {
		was := s.before.parts[i]
		if was.IsNull() && imported && part.of.Class == objecttype.Set {
			was.Value = part.build([]tftypes.Value{s.result.client(), s.result.extID()},
				func(_ string, of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, nil) })
		}
		if was.IsNull() {
			continue
		}
		was.Value = part.withKey(was.Value, s.result.client(), s.result.extID())
		now, diags := part.read(ctx, was, false)
		s.result.parts[i], s.diags = now, append(s.diags, diags...)
	}
}
