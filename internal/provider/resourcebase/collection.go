package resourcebase

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// Collection is embedded by the resources that manage many objects of one type. Each element is
// planned, created, read, changed and deleted by the methods of the type's own resource, with the
// values and the private state of that element; the collection decides which elements to change, in
// which order, and what the state records.
type Collection struct {
	*Provider
	// Resource manages a single object and cannot decode a collection. The server of this provider calls
	// PlanElements, ReadElements and ApplyElements in its place.
	resource.Resource
	// Type is the row of the collection.
	Type *objecttype.Type
	// List lists all objects of a client or, in a tree, those below one, for an import.
	List func(ctx context.Context, api *idm.API, client, below string) iter.Seq2[idm.Object, error]
	// InUse lists the objects because of which the service may refuse to delete another one: the
	// external IDs of those of the same type, and "" for all others; nil for a type without such objects.
	InUse func(ctx context.Context, api *idm.API, client, extID string) iter.Seq2[string, error]
	// of is the row of one object, above its attribute that refers to another element, "" if the
	// collection is not a tree, and unique its attribute that no two siblings share.
	of            *objecttype.Type
	above, unique string
	// parts manage the objects and what each has of other types, the objects first; absent are these
	// parts of an element that does not exist.
	parts  []*managed
	absent []object
	// Described is its schema.
	Described schema.Schema
	// element contains the keys of an element.
	element map[string]fixedmap.Key
}

// NewCollection returns a collection of the objects that single resources manage one by one. single
// returns the resource of a type, elements describes the attribute with the elements, and own has the
// attributes that only this collection has. Elements have the arguments of their single resource,
// except its client and, in a tree, its parent, in whose place parent is a key of the collection; and
// those of their parts.
func NewCollection(of *objecttype.Type, single func(*objecttype.Type) resource.Resource, description, elements string,
	own map[string]schema.Attribute) *Collection {
	c := &Collection{Resource: single(of.Single()), Type: of, of: of.Single(), element: map[string]fixedmap.Key{}}
	for _, part := range append([]*objecttype.Type{c.of}, of.Parts()...) {
		m := newManaged(part, single(part))
		c.parts, c.absent = append(c.parts, m), append(c.absent, m.none())
		maps.Copy(c.element, m.keys)
	}
	c.unique = c.parts[0].Checked().Unique.Attr
	delete(c.element, secrets)
	c.element[ownPart] = attrs.ElementExtID(c.of)
	if c.of.Parent != "" && c.of.Ref(c.of.Parent) == c.of {
		c.above = c.of.Parent
		delete(c.element, c.above)
		c.element[parentKey] = attrs.ElementParent(c.above)
	}
	c.Described = schema.Schema{MarkdownDescription: description, Attributes: attrs.Collection(own)}
	c.Described.Attributes[of.Elements] = attrs.Elements(of.Single(), elements, c.element, c.parts[0].keys)
	return c
}

// Schema returns the schema.
func (c *Collection) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = c.Described
}

// ownPart is the part of a key with the external ID, and parentKey the argument of an element with
// the key of the element above it.
const ownPart, parentKey = "ext_id", "parent"

// Declaration returns the description of the resource.
func (c *Collection) Declaration() Declaration {
	return Declaration{Noun: c.Type.Name, Key: objecttype.Key{clientPart, ownPart + ",…"}, Release: diagnostics.ReleaseOf(c.Type)}
}

// Metadata sets the name of the resource type.
func (c *Collection) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = c.Type.TypeName()
}

// Configure stores the configured provider, also for the single resource.
func (c *Collection) Configure(ctx context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	c.Provider = configured(req.ProviderData, &resp.Diagnostics)
	for _, single := range c.parts {
		single.Configure(ctx, req, resp)
	}
}

// CollectionCall is a call for a collection: values in the spelling of the CLI, which the call
// changes to those of its response.
type CollectionCall struct {
	Config, State, Plan tftypes.Value
	// Private is the private state: the records of the elements by key, nil before the first apply
	// or read.
	Private struct {
		Elements map[string]ElementRecord `json:"elements"`
	}
	Diags diag.Diagnostics
}

// PlanElements plans each element as its own resource would, and sets the external IDs.
func (c *Collection) PlanElements(ctx context.Context, call *CollectionCall) {
	if c.Provider == nil {
		return
	}
	c.refuseReplacement(call)
	c.planClient(call)
	kept := tfsdk.Plan{Schema: c.Described, Raw: call.Plan}
	state, plan := fixedmap.PreserveSemanticEquality(tfsdk.State{Raw: call.State}, &kept)
	call.Plan = kept.Raw
	recorded, planned, steps := c.compare(state, plan, call)
	if call.Diags.HasError() {
		return
	}
	c.refuseHeldNames(ctx, steps)
	c.each(steps, func(s *step) { c.plan(ctx, s) }) // A reference to a new element finds it planned.
	if c.report(steps, call); planned.destroys {
		return
	}
	values := membersClone(call.Plan)
	values["id"], values["ext_ids"] = planned.idValue(), planned.extIDs()
	if c.InUse != nil {
		values[remaining] = planRemaining(recorded, planned, steps)
	}
	call.Plan = tftypes.NewValue(call.Plan.Type(), values)
}

// compare returns the elements of a typed state and a typed plan, and what changes. It adds an error
// for a plan that is refused as a whole.
func (c *Collection) compare(state, plan tftypes.Value, call *CollectionCall) (recorded, planned *elements, steps []*step) {
	recorded = c.recorded(state, call)
	planned = c.planned(plan, recorded, &call.Diags)
	if !call.Diags.HasError() {
		steps = c.steps(recorded, planned)
		c.refuseRemovals(call, planned, steps)
	}
	return recorded, planned, steps
}

// planClient sets the client of a new collection to the provider's default. An existing one keeps
// its client, which a CLI proposes. A collection never moves to another client, because that would
// delete all its objects.
func (c *Collection) planClient(call *CollectionCall) {
	given, before := memberOf(call.Config, clientPart), textOf(memberOf(call.State, clientPart))
	switch {
	case call.Plan.IsNull(), before == "" && !given.IsNull():
	case before == "":
		call.Plan = with(call.Plan, clientPart, text(c.Client(types.StringNull(), &call.Diags).ValueString()))
	case given.IsNull():
		c.keepClient(before, &call.Diags)
	case textOf(given) != before:
		call.Diags.AddAttributeError(path.Root(clientPart), "Another client", fmt.Sprintf("The %[1]s has its objects in client %[2]q, and "+
			"a collection does not move to another client: it would delete all of them. Declare a second %[1]s for the other client. To "+
			"let these objects go, use a `removed` block with destroy = false; to delete them, destroy this one.", c.Type.Title, before))
	}
}

// typed returns a collection with typed elements.
func (c *Collection) typed(collection tftypes.Value) tftypes.Value {
	return fixedmap.TypedState(tfsdk.State{Schema: c.Described, Raw: collection}).Raw
}

// ReadElements reads all elements, from lists of their siblings.
func (c *Collection) ReadElements(ctx context.Context, call *CollectionCall) {
	recorded := c.recorded(c.typed(call.State), call)
	imported := call.Private.Elements == nil
	var steps []*step
	for _, one := range recorded.sorted() {
		steps = append(steps, c.step(one, one))
	}
	c.each(steps, func(s *step) { c.read(ctx, s, imported) })
	left := results(recorded, steps)
	c.recount(ctx, steps, left)
	if c.report(steps, call); call.Diags.HasError() {
		return
	}
	if byExtID := left.byExtID(); imported {
		// An imported tree is below what its elements are below, except each other.
		for _, one := range left.sorted() {
			if above := one.attribute(c.above); byExtID[textOf(above)] == nil {
				left.parent = above
			}
		}
	}
	c.save(call, left)
}

// ApplyElements creates, changes and deletes elements, those above others first. After a failure, the
// state records each element as it is.
func (c *Collection) ApplyElements(ctx context.Context, call *CollectionCall) {
	// The map may have been unknown in the plan, and no plan precedes the delete of a tainted collection.
	_, planned, steps := c.compare(c.typed(call.State), c.typed(call.Plan), call)
	if call.Diags.HasError() {
		return
	}
	c.applySteps(ctx, steps, planned)
	left := results(planned, steps)
	c.recount(ctx, steps, left)
	c.report(steps, call)
	switch {
	case planned.destroys && !call.Diags.HasError():
		call.State, call.Private.Elements = call.Plan, nil
	case call.State.IsNull() && call.Diags.HasError() && !left.assigned():
		// A state with an error would be tainted, and the next plan would delete all elements. Another create
		// finds them all, unless the service has assigned their external IDs.
		if keys := slices.Sorted(maps.Keys(left.by)); len(keys) > 0 {
			call.Diags.Append(diagnostics.NotRecorded.Of(c.Type.Name, []string{textOf(left.client)}, path.Root(c.Type.Elements),
				[]string{first(keys)})...)
		}
	default:
		c.save(call, left)
	}
}

// save publishes elements in the spelling of the plan or, without one, of the state, their external
// IDs, and the private state of each. An element without encrypted properties keeps its empty map.
func (c *Collection) save(call *CollectionCall, left *elements) {
	values := membersClone(left.collection)
	like := call.Plan
	if like.IsNull() {
		like = call.State
	}
	values["id"], values["ext_ids"] = left.idValue(), left.extIDs()
	if c.above != "" {
		values[c.above] = left.parent
	}
	if c.InUse != nil {
		values[remaining] = remainingOf(left)
	}
	kind, _ := values[c.Type.Elements].Type().(tftypes.Map)
	given, some := fixedmap.Members(values[secrets])
	all, secret, records := map[string]tftypes.Value{}, map[string]tftypes.Value{}, map[string]ElementRecord{}
	byExtID := left.byExtID()
	for key, one := range left.by {
		arguments, record := c.encode(one, parentForm(left, byExtID, one.attribute(c.above)))
		value, has := given[key]
		switch members, _ := fixedmap.Members(value); {
		case !arguments[secrets].IsNull():
			secret[key] = arguments[secrets]
		case has && len(members) == 0:
			secret[key] = value
		}
		delete(arguments, secrets)
		all[key], records[key] = tftypes.NewValue(kind.ElementType, arguments), record
	}
	values[c.Type.Elements] = tftypes.NewValue(kind, all)
	if some || len(secret) > 0 {
		values[secrets] = tftypes.NewValue(values[secrets].Type(), secret)
	}
	written := tfsdk.State{Schema: c.Described}
	fixedmap.Rewrite(&written, tftypes.NewValue(left.collection.Type(), values), like)
	call.State = written.Raw
	call.Private.Elements = records
}

// refuseReplacement adds an error to the plan of a replacement's create, which has the private state
// of the existing collection.
func (c *Collection) refuseReplacement(call *CollectionCall) {
	if call.Private.Elements != nil && call.State.IsNull() {
		call.Diags.AddAttributeError(path.Root(c.Type.Elements), "All elements would be replaced", fmt.Sprintf(
			"A replacement of the %[1]s would delete and create every element of it. Nothing was changed. Remove -replace or "+
				"replace_triggered_by, or run `terraform untaint` on this resource. To replace single %[2]s, remove them from %[3]s, apply, and "+
				"declare them again.", c.Type.Title, c.of.Plural, c.Type.Elements))
	}
}

// refuseRemovals adds an error if the steps delete more elements than max_removals allows: a file
// that was cut in half is the likely reason.
func (c *Collection) refuseRemovals(call *CollectionCall, planned *elements, steps []*step) {
	var removed []string
	given, recorded := memberOf(planned.collection, "max_removals"), 0
	archived := func(state tftypes.Value) bool { return textOf(state) == diagnostics.StateArchived }
	for _, s := range steps {
		if s.before.exists() && !s.before.leaving {
			recorded++
			ends := archived(s.after.given[c.of.State]) && !archived(s.before.attribute(c.of.State)) // As final as a delete.
			if s.replaces || ends || !s.after.exists() && !s.kept {
				removed = append(removed, s.before.key)
			}
		}
	}
	slices.Sort(removed)
	limit := max(10, recorded/20)
	if number, ok := integer(given); ok {
		limit = number
	}
	if len(removed) > limit && given.IsKnown() {
		call.Diags.AddAttributeError(path.Root(c.Type.Elements), "Too many removals", fmt.Sprintf("This plan deletes %d of %d %s, and %d "+
			"are allowed: %s. Nothing was sent. If a file was cut off or a filter is wrong, correct it. If all of them are to be deleted, "+
			"set max_removals = %d, apply that alone if the resource is to be destroyed, and remove it afterwards. To let them go without "+
			"deleting them, use a `removed` block with destroy = false; to keep those of a tainted resource, run "+
			"`terraform untaint` on it.",
			len(removed), recorded, c.of.Plural, limit, first(removed), len(removed)))
	}
}

// shown is how many keys a message lists.
const shown = 10

// first joins the first keys.
func first(keys []string) string {
	if len(keys) > shown {
		return strings.Join(keys[:shown], ", ") + fmt.Sprintf(" and %d more", len(keys)-shown)
	}
	return strings.Join(keys, ", ")
}
