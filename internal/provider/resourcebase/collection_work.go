package resourcebase

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// workers limits the elements of a collection that are worked on at a time. The client limits the
// requests in flight.
const workers = 64

// step is the change of one element. before has no object for a new one, after none for a removed
// one.
type step struct {
	before, after *element
	// above is the step of the element above, below which this one is created or moved, and holder the
	// one of the element that gives up its unique value to this one.
	above, holder *step
	level         int
	// changed reports that the plan differs from the state, and replaces that the object is deleted and
	// created again.
	changed, replaces bool
	// kept reports that a removed element stays in the service, and adopted that an existing object is
	// taken over: one that the argument adopt lists, or that had left the map.
	kept, adopted bool
	// result is the element as it is.
	result *element
	diags  diag.Diagnostics
	// blocked reports that another change can make the refused one possible.
	blocked bool
}

func (s *step) key() string { return s.after.key }

// set records one object of the result. Without the first one, the others do not exist either.
func (s *step) set(i int, now object, diags diag.Diagnostics) {
	s.diags = append(s.diags, diags...)
	s.result.parts[i] = now
	for at, part := range s.result.parts {
		if !s.result.exists() {
			s.result.parts[at] = object{Value: tftypes.NewValue(part.Type(), nil)}
		}
	}
}

// onDestroy is the argument with the effect of a removal, and keep its value to make none.
const onDestroy, keep = "on_destroy", "keep"

// step compares an element. A dropped set stays in the service, and is no longer managed.
func (c *Collection) step(before, after *element) *step {
	result := *before
	result.parts = slices.Clone(before.parts)
	if result.key = after.key; after.exists() {
		result.given, result.leaving = after.given, after.leaving
		for i, part := range c.parts {
			if after.parts[i].IsNull() && part.of.Class == objecttype.Set {
				result.parts[i] = part.none()
			}
		}
	}
	return &step{before: before, after: after, result: &result}
}

// steps compares two collections by external ID. The argument adopt lists keys of elements; an
// unknown key is not one of them.
func (c *Collection) steps(recorded, planned *elements) (steps []*step) {
	if planned.unknown {
		return nil
	}
	left, byKey, declared, adopted := recorded.byExtID(), map[string]*step{}, map[string]bool{}, map[string]bool{}
	var keys []tftypes.Value
	_ = memberOf(planned.collection, "adopt").As(&keys) // Null and unknown have no keys.
	for _, key := range keys {
		adopted[textOf(key)] = true
	}
	for _, after := range planned.sorted() {
		id := textOf(after.extID())
		before := cmp.Or(left[id], c.none(after.key))
		s := c.step(before, after)
		s.changed = !before.attribute(c.above).Equal(after.attribute(c.above)) ||
			!fixedmap.SameMap(before.given, after.given) && len(c.changedArguments(before, after)) > 0
		s.replaces = before.exists() && c.replaces(before, after)
		s.adopted = recorded.leaving[id] != nil || adopted[after.key] || adopted["*"]
		s.level = planned.depth(after)
		byKey[after.key], declared[id], steps = s, true, append(steps, s)
	}
	for _, s := range steps {
		s.above = byKey[textOf(s.after.given[parentKey])]
	}
	for _, before := range recorded.sorted() {
		if declared[textOf(before.extID())] {
			continue
		}
		s := c.step(before, c.none(before.key))
		s.changed, s.level = !before.leaving || before.inUse == 0 || planned.destroys, math.MaxInt-recorded.depth(before)
		s.kept = !before.leaving && (textOf(memberOf(planned.collection, onDestroy)) == keep || textOf(before.attribute(onDestroy)) == keep)
		steps = append(steps, s)
	}
	return steps
}

// changedArguments returns the arguments of an element and its parts that a plan changes.
func (c *Collection) changedArguments(before, after *element) (names []string) {
	for i := range c.parts {
		names = append(names, c.changed(i, before.parts[i], after.parts[i])...)
	}
	slices.Sort(names)
	return names
}

// changed returns the arguments of one object that a plan changes. Nothing is lost where an empty set
// is no longer managed.
func (c *Collection) changed(i int, before, after object) (names []string) {
	part := c.parts[i]
	was, existed := fixedmap.Members(before.Value)
	becomes, exists := fixedmap.Members(after.Value)
	if set, _ := fixedmap.Members(was[part.arguments[0]]); part.of.Class == objecttype.Set && !exists && len(set) == 0 {
		return nil
	}
	for _, name := range part.arguments {
		same := existed == exists && (!exists || was[name].Equal(becomes[name]) ||
			name != c.above && fixedmap.Same(was[name], becomes[name], part.keys[name]))
		if !same && !slices.Contains(after.omitted, name) {
			names = append(names, name)
		}
	}
	return names
}

// replaces reports whether a plan changes an argument that no operation of the service can change.
func (c *Collection) replaces(before, after *element) bool {
	return slices.ContainsFunc(c.of.Fixed, func(name string) bool {
		becomes := after.given[name]
		return !becomes.IsNull() && becomes.IsKnown() && !fixedmap.Same(before.attribute(name), becomes, c.parts[0].keys[name])
	})
}

// each runs work for all steps, several at a time: creates and changes from the top, because an
// element needs the one above it in its final place, then deletes from the bottom.
func (c *Collection) each(steps []*step, work func(*step)) {
	levels := map[int][]*step{}
	for _, s := range steps {
		levels[s.level] = append(levels[s.level], s)
	}
	for _, level := range slices.Sorted(maps.Keys(levels)) {
		var group errgroup.Group
		group.SetLimit(workers)
		for _, s := range levels[level] {
			group.Go(func() error {
				work(s)
				return nil
			})
		}
		_ = group.Wait() // Steps hold their errors.
	}
}

// applySteps carries out the changes. It continues after a failure, and repeats what the service has
// refused because of another change, such as a name that a removed element has freed, as long as
// that helps. The changes of other resources may then help the rest, for a short time.
func (c *Collection) applySteps(ctx context.Context, steps []*step, planned *elements) {
	pending := slices.DeleteFunc(slices.Clone(steps), func(s *step) bool { return !s.changed })
	_ = c.Writes.Repeat(ctx, nil, func() error {
		for before := 0; len(pending) != before && ctx.Err() == nil; {
			before = len(pending)
			c.each(pending, func(s *step) { c.run(ctx, s) })
			pending = slices.DeleteFunc(pending, func(s *step) bool { return !s.blocked || !s.diags.HasError() })
			if len(pending) == before && c.InUse != nil && !planned.destroys {
				pending = slices.DeleteFunc(pending, (*step).leave)
			}
		}
		if len(pending) > 0 {
			return errBlocked
		}
		return nil
	}, func(error) bool { return true }) // Steps hold their errors.
}

// run carries out one step.
func (c *Collection) run(ctx context.Context, s *step) {
	s.diags, s.blocked = nil, false
	ctx = write.WithoutRepeat(ctx, func() { s.blocked = true })
	if s.above != nil {
		if s.blocked = !s.above.result.exists(); s.blocked {
			s.diags.Append(diagnostics.Failure{Verb: "create", Noun: c.Type.Owns, Err: errBlocked}.Diagnostic())
			return
		}
		s.after.parts[0].Value = with(s.after.parts[0].Value, c.above, s.above.result.extID())
	}
	if s.adopted && !s.result.exists() && !s.replaces {
		c.find(ctx, s)
	}
	if s.kept {
		s.set(0, c.parts[0].none(), nil)
		return
	}
	if s.replaces && s.result.exists() {
		now, diags := c.parts[0].apply(ctx, s.result.parts[0], c.parts[0].none())
		s.set(0, now, diags)
	}
	for i := range c.parts {
		if !s.diags.HasError() && (i == 0 || s.result.exists()) {
			c.runPart(ctx, s, i)
		}
	}
}

// runPart changes one object of an element.
func (c *Collection) runPart(ctx context.Context, s *step, i int) {
	part, before, after := c.parts[i], s.result.parts[i], s.after.parts[i]
	var diags diag.Diagnostics
	if i > 0 {
		after = part.withKey(after, s.result.keys())
		if s.adopted && before.IsNull() && !after.IsNull() {
			before, diags = part.read(ctx, after, false)
		}
	}
	if changed := c.changed(i, before, after); len(changed) > 0 && !diags.HasError() {
		moves := slices.Contains(changed, c.above) && s.result.exists() && s.after.exists()
		if moves && slices.Contains(changed, c.unique) {
			before = c.moveFirst(ctx, s, after)
		}
		before, diags = part.apply(ctx, before, after)
	}
	s.set(i, before, diags)
}

// moveFirst moves an object that also gets another unique value, which its old place may not have
// free until the one above it is deleted. If that is refused, the update sends both.
func (c *Collection) moveFirst(ctx context.Context, s *step, after object) object {
	before := s.result.parts[0]
	after.Value = with(before.Value, c.above, memberOf(after.Value, c.above))
	if now, diags := c.parts[0].apply(ctx, before, after); !diags.HasError() {
		s.set(0, now, diags)
	}
	return s.result.parts[0]
}

// plan checks the plan of one element.
func (c *Collection) plan(ctx context.Context, s *step) {
	if s.above != nil {
		ctx = planchecks.InOrder(ctx)
	}
	if s.holder != nil {
		ctx = planchecks.Freed(ctx, textOf(s.holder.before.extID()))
	}
	if s.adopted && !s.before.exists() {
		if c.find(ctx, s); s.diags.HasError() {
			return
		}
		c.warnAdopted(s)
	}
	before, replaced := s.before, ""
	switch {
	case s.kept:
		return
	case !s.changed && s.before.leaving:
		s.diags.Append(c.stillInUse(s.before))
		return
	case s.replaces:
		s.diags.Append(c.parts[0].check(ctx, before.parts[0], c.parts[0].none(), "")...)
		before, replaced = c.none(s.key()), textOf(s.before.attribute("id"))
	}
	for i, part := range c.parts {
		was, becomes := before.parts[i], s.after.parts[i]
		changed := s.changed && len(c.changed(i, was, becomes)) > 0
		switch {
		case becomes.IsNull() && !changed, i > 0 && !s.after.exists():
		case becomes.IsNull() && part.of.Class == objecttype.Set:
			s.diags.AddWarning("No longer managed", "The "+part.of.Plural+" leave the configuration. The service keeps them, and nothing "+
				"is sent. To revoke all, set "+part.arguments[0]+" = {}.")
		case changed:
			s.diags.Append(part.check(ctx, was, becomes, replaced)...)
		default:
			s.diags.Append(c.Checks.CheckUnchanged(ctx, part.Checked(), tfsdk.State{Schema: part.schema, Raw: was.Value})...)
		}
		replaced = ""
	}
}

// find reads an element that the state does not record, and may exist.
func (c *Collection) find(ctx context.Context, s *step) {
	existing := c.step(s.after, s.after)
	c.read(ctx, existing, false)
	s.diags, s.before, s.result = append(s.diags, existing.diags...), existing.result, existing.result
}

// read reads an element with its parts: after an import also what is granted to it.
func (c *Collection) read(ctx context.Context, s *step, imported bool) {
	for i, part := range c.parts {
		was := s.before.parts[i]
		if i > 0 && was.IsNull() && imported && part.of.Class == objecttype.Set {
			was.Value = part.build(s.result.keys(), part.null)
		}
		if was.IsNull() || !s.result.exists() || s.diags.HasError() {
			continue
		}
		if i > 0 {
			was = part.withKey(was, s.result.keys())
		}
		now, diags := part.read(ctx, was, imported && i == 0)
		s.set(i, now, diags)
	}
}

// results returns the elements that the steps have left. A removed element that still exists keeps
// its key, unless another one has it.
func results(of *elements, steps []*step) *elements {
	left := &elements{collection: of.collection, client: of.client, parent: of.parent, by: map[string]*element{},
		ids: map[string]tftypes.Value{}, leaving: map[string]*element{}}
	for _, s := range steps {
		switch result, id := s.result, textOf(s.result.extID()); {
		case !result.exists():
		case result.leaving:
			left.leaving[id] = result
		default:
			if left.by[result.key] != nil {
				result.key += "/" + id
			}
			left.by[result.key], left.ids[result.key] = result, result.extID()
		}
	}
	return left
}

// warnAdopted warns of an existing object that the apply takes over.
func (c *Collection) warnAdopted(s *step) {
	if !s.before.exists() {
		return
	}
	changes := cmp.Or(strings.Join(c.changedArguments(s.before, s.after), ", "), "none")
	s.diags.AddWarning("Taken over", fmt.Sprintf("The %s exists and is not in this state: the argument adopt takes it over. These "+
		"arguments change to the declared values: %s.", c.of.Title, changes))
}
