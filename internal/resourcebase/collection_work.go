package resourcebase

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/strict"
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
	// changed reports that the plan differs from the state.
	changed bool
	// result is the element as it is; nil if it does not exist.
	result *element
	diags  diag.Diagnostics
	// blocked reports that nothing was sent, because the element above does not exist.
	blocked bool
}

func (s *step) key() string {
	if s.after != nil {
		return s.after.key
	}
	return s.before.key
}

// steps compares two collections by external ID.
func (c *Collection) steps(recorded, planned *elements) []*step {
	var steps []*step
	left := recorded.byExtID()
	if planned != nil && planned.unknown {
		return nil
	}
	byKey := map[string]*step{}
	if planned != nil {
		for _, after := range planned.sorted() {
			s := &step{after: after, before: left[textOf(after.extID())], changed: true}
			if s.before != nil {
				delete(left, textOf(after.extID()))
				s.changed, s.result = c.differs(s.before, s.after), s.before
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
	for _, before := range recorded.sorted() {
		if left[textOf(before.extID())] != nil {
			steps = append(steps, &step{before: before, result: before, changed: true, depth: c.depth(recorded, before)})
		}
	}
	return steps
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

// apply carries out the changes. It continues after a failure, and repeats what the service has
// refused because of another change, such as a name that a removed element has freed, as long as
// that helps.
func (c *Collection) apply(ctx context.Context, steps []*step, adopt adoption) diag.Diagnostics {
	pending := slices.DeleteFunc(slices.Clone(steps), func(s *step) bool { return !s.changed })
	for {
		for _, level := range levels(pending) {
			c.each(level, func(s *step) { c.run(ctx, s, adopt) })
		}
		refused := slices.DeleteFunc(slices.Clone(pending), func(s *step) bool { return !s.refused() })
		if len(refused) == 0 || len(refused) == len(pending) || ctx.Err() != nil {
			return c.report(steps)
		}
		pending = refused
	}
}

// refused reports whether the change has no effect, and another change may make it possible.
func (s *step) refused() bool {
	return s.blocked || slices.ContainsFunc(s.diags, func(d diag.Diagnostic) bool {
		err := remedy.Cause(d)
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
		s.after.object = with(s.after.object, c.above(), s.above.result.extID())
	}
	if s.result == nil && adopt.includes(s.key()) {
		c.find(ctx, s)
	}
	switch {
	case hasError(s.diags):
	case s.result == nil:
		c.create(ctx, s)
	case s.after == nil:
		c.remove(ctx, s)
	default:
		c.moveFirst(ctx, s)
		c.update(ctx, s)
	}
}

// moveFirst moves an element that also gets another unique value, which its old place may not have
// free until the element above it is deleted. If that is refused, the update sends both.
func (c *Collection) moveFirst(ctx context.Context, s *step) {
	at, unique := c.above(), c.single.Checked().Unique.Attr
	if at == "" || unique == "" || memberOf(s.result.object, at).Equal(memberOf(s.after.object, at)) ||
		memberOf(s.result.object, unique).Equal(memberOf(s.after.object, unique)) {
		return
	}
	moved := with(s.result.object, at, memberOf(s.after.object, at))
	first := &step{after: &element{key: s.after.key, given: s.after.given, object: moved}, result: s.result}
	if c.update(ctx, first); !hasError(first.diags) {
		s.result, s.diags = first.result, first.diags
	}
}

// fresh returns an empty private state of a request or response.
func fresh[T any](*T) *T { return new(T) }

// privateOf fills an empty private state with the record of an element.
func privateOf[P Private](ctx context.Context, empty P, e *element) P {
	if e != nil {
		for key, value := range e.record.Private {
			empty.SetKey(ctx, key, value)
		}
	}
	return empty
}

// keepPrivate records what a private state has of an element.
func keepPrivate(ctx context.Context, private Private, e *element) {
	kept := map[string]json.RawMessage{}
	for _, key := range []string{versionKey, assignedKey} {
		if value, _ := private.GetKey(ctx, key); value != nil {
			kept[key] = value
		}
	}
	e.record = record{Private: kept, Assigned: e.record.Assigned}
}

func (c *Collection) state(of *element) tfsdk.State {
	return tfsdk.State{Schema: c.schema, Raw: c.raw(of)}
}

func (c *Collection) planOf(of *element) tfsdk.Plan {
	return tfsdk.Plan{Schema: c.schema, Raw: c.raw(of)}
}

// raw returns the object of an element; null for none.
func (c *Collection) raw(of *element) tftypes.Value {
	if of == nil {
		return tftypes.NewValue(c.schema.Type().TerraformType(context.Background()), nil)
	}
	return of.object
}

// configOf returns the configuration of an element: its object without what only the provider knows.
func (c *Collection) configOf(of *element) tfsdk.Config {
	members, ok := membersClone(c.raw(of))
	if !ok {
		return tfsdk.Config{Schema: c.schema, Raw: c.raw(of)}
	}
	members["id"] = tftypes.NewValue(tftypes.String, nil)
	for name := range c.element.Keys {
		if value, in := members[name]; in && name != ownPart && of.given[name].IsNull() {
			members[name] = tftypes.NewValue(value.Type(), nil)
		}
	}
	return tfsdk.Config{Schema: c.schema, Raw: tftypes.NewValue(of.object.Type(), members)}
}

// identities returns an empty identity of the single resource.
func (c *Collection) identities() *tfsdk.ResourceIdentity {
	return &tfsdk.ResourceIdentity{Schema: c.identity, Raw: tftypes.NewValue(c.identity.Type().TerraformType(context.Background()), nil)}
}

// plan checks the plan of one element.
func (c *Collection) plan(ctx context.Context, s *step) diag.Diagnostics {
	after := s.after
	if !s.changed {
		after = s.before
	}
	req := resource.ModifyPlanRequest{
		Config: c.configOf(s.after), State: c.state(s.before), Plan: c.planOf(after), Identity: c.identities(),
	}
	if s.above != nil {
		ctx = plancheck.InOrder(ctx)
	}
	req.Private = privateOf(ctx, fresh(req.Private), s.before)
	resp := resource.ModifyPlanResponse{Plan: req.Plan, Identity: c.identities(), Private: privateOf(ctx, fresh(req.Private), s.before)}
	c.single.ModifyPlan(ctx, req, &resp)
	return resp.Diagnostics
}

// create creates an element.
func (c *Collection) create(ctx context.Context, s *step) {
	req := resource.CreateRequest{Config: c.configOf(s.after), Plan: c.planOf(s.after), Identity: c.identities()}
	resp := resource.CreateResponse{State: c.state(nil), Identity: c.identities()}
	resp.Private = fresh(resp.Private)
	c.single.Create(ctx, req, &resp)
	s.keep(ctx, resp.State.Raw, resp.Private, resp.Diagnostics)
}

// read reads an element.
func (c *Collection) read(ctx context.Context, s *step, imported bool) {
	req := resource.ReadRequest{State: c.state(s.before), Identity: c.identities()}
	req.Private = privateOf(ctx, fresh(req.Private), s.before)
	if imported {
		req.Private.SetKey(ctx, importedKey, []byte("true"))
	}
	resp := resource.ReadResponse{State: req.State, Identity: c.identities(), Private: req.Private}
	c.single.Read(ctx, req, &resp)
	s.keep(ctx, resp.State.Raw, resp.Private, resp.Diagnostics)
}

// find reads an element that the state does not record, and may exist.
func (c *Collection) find(ctx context.Context, s *step) {
	there := &step{before: &element{key: s.after.key, object: s.after.object}, after: s.after}
	c.read(ctx, there, false)
	s.diags, s.before, s.result = there.diags, there.result, there.result
}

// adopts warns of an existing object that the apply takes over.
func (c *Collection) adopts(s *step) diag.Diagnostics {
	if s.before == nil {
		return nil
	}
	var changes []string
	was, _ := strict.Members(s.before.object)
	becomes, _ := strict.Members(s.after.object)
	for name := range c.schema.Attributes {
		key := c.element.Keys[name]
		switch {
		case name == ownPart || key == nil && name != c.above():
		case was[name].Equal(becomes[name]):
		case key != nil && (s.after.given[name].IsNull() && strict.Unmanaged(key) || strict.Same(was[name], becomes[name], key)):
		default:
			changes = append(changes, name)
		}
	}
	slices.Sort(changes)
	detail := "It has the declared values."
	if len(changes) > 0 {
		detail = "The apply changes its " + strings.Join(changes, ", ") + " to the declared values."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Taken over", fmt.Sprintf("The %s exists and is not in this state: the argument "+
		"adopt takes "+
		"it over. %s", c.Type.Single().Title, detail))}
}

// update changes an element from its result so far to its plan.
func (c *Collection) update(ctx context.Context, s *step) {
	req := resource.UpdateRequest{Config: c.configOf(s.after), Plan: c.planOf(s.after), State: c.state(s.result), Identity: c.identities()}
	req.Private = privateOf(ctx, fresh(req.Private), s.result)
	resp := resource.UpdateResponse{State: req.State, Identity: c.identities(), Private: privateOf(ctx, fresh(req.Private), s.result)}
	c.single.Update(ctx, req, &resp)
	s.keep(ctx, resp.State.Raw, resp.Private, resp.Diagnostics)
}

// remove deletes an element.
func (c *Collection) remove(ctx context.Context, s *step) {
	req := resource.DeleteRequest{State: c.state(s.result), Identity: c.identities()}
	req.Private = privateOf(ctx, fresh(req.Private), s.result)
	resp := resource.DeleteResponse{State: req.State, Identity: c.identities(), Private: privateOf(ctx, fresh(req.Private), s.result)}
	c.single.Delete(ctx, req, &resp)
	if !resp.Diagnostics.HasError() {
		resp.State.RemoveResource(ctx)
	}
	s.keep(ctx, resp.State.Raw, resp.Private, resp.Diagnostics)
}

// keep records the result of a call.
func (s *step) keep(ctx context.Context, object tftypes.Value, private Private, diags diag.Diagnostics) {
	s.diags = append(s.diags, diags...)
	if object.IsNull() {
		s.result = nil
		return
	}
	of := s.after
	if of == nil {
		of = s.before
	}
	s.result = &element{key: of.key, given: of.given, object: object, record: of.record}
	keepPrivate(ctx, private, s.result)
}

// results returns the elements that the steps have left. A removed element that still exists keeps
// its key, unless another one has it.
func (c *Collection) results(of *elements, steps []*step) *elements {
	left := &elements{client: of.client, parent: of.parent, by: map[string]*element{}}
	for _, s := range steps {
		if s.result == nil {
			continue
		}
		result := *s.result
		result.key = s.key()
		if !s.changed {
			result.given = s.after.given
		}
		if left.by[result.key] != nil {
			result.key += "/" + textOf(result.extID())
		}
		left.by[result.key] = &result
	}
	return left
}

// with returns an object with another value of an attribute.
func with(object tftypes.Value, name string, value tftypes.Value) tftypes.Value {
	members, _ := membersClone(object)
	members[name] = value
	return tftypes.NewValue(object.Type(), members)
}

func hasError(diags diag.Diagnostics) bool { return diags.HasError() }
