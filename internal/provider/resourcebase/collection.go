package resourcebase

import (
	"context"
	"encoding/json"
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
	// Type is the row of the collection.
	Type *objecttype.Type
	// List lists the external IDs of all objects of a client or, in a tree, of those below one, for an
	// import.
	List func(ctx context.Context, api *idm.API, client, below string) iter.Seq2[string, error]
	// InUse lists the objects because of which the service may refuse to delete another one: the
	// external IDs of those of the same type, and "" for all others; nil for a type without such objects.
	InUse func(ctx context.Context, api *idm.API, client, extID string) iter.Seq2[string, error]
	// parts manage the objects and what each has of other types, the objects first.
	parts  []*managed
	schema schema.Schema
	// element contains the keys of an element.
	element map[string]fixedmap.Key
}

// NewCollection returns a collection of the objects that single resources manage one by one. single
// returns the resource of a type.
func NewCollection(of *objecttype.Type, single func(*objecttype.Type) resource.Resource) *Collection {
	c := &Collection{Type: of}
	for _, part := range append([]*objecttype.Type{of.Single()}, of.Parts()...) {
		c.parts = append(c.parts, newManaged(part, single(part)))
	}
	return c
}

// Described sets the schema: the attribute with the elements and those of every collection. Elements
// have the arguments of their single resource, except its client and, in a tree, its parent, in whose
// place parent is a key of the collection; and those of their parts.
func (c *Collection) Described(description, elements string, own map[string]schema.Attribute, parent schema.Attribute) *Collection {
	title := c.Type.Single().Title
	c.element = map[string]fixedmap.Key{}
	for _, part := range c.parts {
		maps.Copy(c.element, part.keys)
	}
	delete(c.element, secrets)
	if extID, ok := c.parts[0].schema.Attributes[ownPart].(schema.StringAttribute); ok {
		extID.MarkdownDescription = "External ID, unique in the client. Defaults to the key; changing it deletes the " + title +
			" and creates another one."
		c.element[ownPart] = extID
	}
	if parent != nil {
		delete(c.element, c.above())
		c.element[parentKey] = parent
	}
	c.schema = schema.Schema{MarkdownDescription: description, Attributes: attrs.Collection(own)}
	c.schema.Attributes[c.Type.Elements] = attrs.Elements(elements, title, c.Type.Single().Name, c.element, c.parts[0].arguments)
	return c
}

// Schema returns the schema.
func (c *Collection) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = c.schema
}

// ownPart is the part of a key with the external ID, and parentKey the argument of an element with
// the key of the element above it.
const ownPart, parentKey = "ext_id", "parent"

// above returns the attribute of the single resource that refers to another element; "" if the
// collection is not a tree.
func (c *Collection) above() string {
	of := c.Type.Single()
	if of.Parent != "" && of.Ref(of.Parent) == of {
		return of.Parent
	}
	return ""
}

// Declaration returns the description of the resource.
func (c *Collection) Declaration() Declaration {
	return Declaration{Noun: c.Type.Name, Key: append(slices.Clone(c.Type.Key), ownPart+",…"), Release: diagnostics.ReleaseOf(c.Type)}
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
	Config tfsdk.Config
	State  tfsdk.State
	Plan   tfsdk.Plan
	// Private is the private state by key.
	Private map[string][]byte
	Diags   diag.Diagnostics
}

// PlanElements plans each element as its own resource would, and sets the external IDs.
func (c *Collection) PlanElements(ctx context.Context, call *CollectionCall) {
	if c.Provider == nil {
		return
	}
	c.refuseReplacement(call)
	c.planClient(call)
	state, plan := fixedmap.PreserveSemanticEquality(call.State, &call.Plan)
	recorded := c.recorded(state, call)
	if call.Diags.HasError() {
		return
	}
	planned := c.planned(plan, recorded, &call.Diags)
	if call.Diags.HasError() {
		return
	}
	attributes := plan
	if planned.destroys {
		attributes = state
	}
	steps := c.steps(ctx, call, attributes, recorded, planned)
	c.refuseRemovals(call, attributes, steps, "")
	c.each(steps, func(s *step) { c.plan(ctx, s) }) // A reference to a new element finds it planned.
	c.refuseHeldNames(ctx, steps, planned)
	c.report(steps, call)
	if planned.destroys {
		return
	}
	values, _ := membersClone(call.Plan.Raw)
	values["id"], values["ext_ids"] = planned.idValue(), planned.extIDs()
	values[sources] = tftypes.NewValue(values[sources].Type(), nil)
	if c.InUse != nil {
		values[remaining] = planRemaining(recorded, planned, steps)
	}
	call.Plan.Raw = tftypes.NewValue(call.Plan.Raw.Type(), values)
}

// planClient sets the client of a new collection to the provider's default. An existing one keeps
// its client, which a CLI proposes. A collection never moves to another client, because that would
// delete all its objects.
func (c *Collection) planClient(call *CollectionCall) {
	given, before := memberOf(call.Config.Raw, clientPart), textOf(memberOf(call.State.Raw, clientPart))
	switch {
	case call.Plan.Raw.IsNull(), before == "" && !given.IsNull():
	case before == "":
		call.Plan.Raw = with(call.Plan.Raw, clientPart, text(c.Client(types.StringNull(), &call.Diags).ValueString()))
	case given.IsNull():
		c.keepClient(before, &call.Diags)
	case textOf(given) != before:
		call.Diags.AddAttributeError(path.Root(clientPart), "Another client", fmt.Sprintf("The %[1]s has its objects in client %[2]q, and "+
			"a collection does not move to another client: it would delete all of them. Declare a second %[1]s for the other client. To "+
			"let these objects go, use a `removed` block with destroy = false; to delete them, destroy this one.", c.Type.Title, before))
	}
}

// ReadElements reads all elements, from lists of their siblings.
func (c *Collection) ReadElements(ctx context.Context, call *CollectionCall) {
	state := fixedmap.TypedState(call.State).Raw
	recorded := c.recorded(state, call)
	imported := call.Private[importedKey] != nil
	if call.Diags.HasError() {
		return
	}
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
	if imported {
		c.root(call, left)
		delete(call.Private, importedKey)
	}
	c.save(call, state, left, call.State.Raw)
}

// ApplyElements creates, changes and deletes elements, those above others first. After a failure, the
// state records each element as it is.
func (c *Collection) ApplyElements(ctx context.Context, call *CollectionCall) {
	plan, state := fixedmap.TypedPlan(call.Plan).Raw, fixedmap.TypedState(call.State).Raw
	recorded := c.recorded(state, call)
	planned := c.planned(plan, recorded, &call.Diags)
	if call.Diags.HasError() {
		return
	}
	attributes, like, advice := plan, call.Plan.Raw, ""
	if planned.destroys {
		attributes, like = state, call.State.Raw
		advice = " If the resource is tainted, run `terraform untaint` on it: then its elements stay."
	}
	steps := c.steps(ctx, call, attributes, recorded, planned)
	// The map may have been unknown in the plan, and no plan precedes the delete of a tainted collection.
	if c.refuseRemovals(call, attributes, steps, advice); call.Diags.HasError() {
		return
	}
	c.applySteps(ctx, steps, planned)
	left := results(planned, steps)
	c.recount(ctx, steps, left)
	c.report(steps, call)
	switch {
	case planned.destroys && !call.Diags.HasError():
		call.State.Raw, call.Private = call.Plan.Raw, nil
	case state.IsNull() && call.Diags.HasError() && !assigns(steps):
		// A state with an error would be tainted, and the next plan would delete all elements.
		c.warnPartlyCreated(call, left)
	default:
		c.save(call, attributes, left, like)
	}
}

// assigns reports whether the service has assigned an external ID to an element of a failed create,
// which another one would not find.
func assigns(steps []*step) bool {
	return slices.ContainsFunc(steps, func(s *step) bool { return s.after.exists() && s.result.exists() && s.diags.HasError() })
}

// save publishes elements in the spelling of like, their external IDs, and the private state of each.
// An element without encrypted properties keeps its empty map.
func (c *Collection) save(call *CollectionCall, attributes tftypes.Value, left *elements, like tftypes.Value) {
	values, _ := membersClone(attributes)
	values["id"], values[clientPart], values["ext_ids"] = left.idValue(), left.client, left.extIDs()
	if c.above() != "" {
		values[c.above()] = left.parent
	}
	if c.InUse != nil {
		values[remaining] = remainingOf(left)
	}
	kind, _ := values[c.Type.Elements].Type().(tftypes.Map)
	given, some := fixedmap.Members(values[secrets])
	all, secret, records := map[string]tftypes.Value{}, map[string]tftypes.Value{}, map[string]elementRecord{}
	byExtID := left.byExtID()
	for key, one := range left.by {
		arguments, record := c.encode(one, parentForm(left, byExtID, one.attribute(c.above())))
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
	fixedmap.Rewrite(&call.State, tftypes.NewValue(attributes.Type(), values), like)
	call.Private[elementsKey], _ = json.Marshal(records) // Texts and booleans always have a JSON form.
}

// Create satisfies the plugin framework, which calls none of the methods for the objects of a
// collection: ApplyElements creates them.
func (c *Collection) Create(context.Context, resource.CreateRequest, *resource.CreateResponse) {}

// Read is like Create, for ReadElements.
func (c *Collection) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Update is like Create.
func (c *Collection) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}

// Delete is like Create.
func (c *Collection) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// refuseReplacement adds an error to the plan of a replacement's create, which has the private state
// of the existing collection.
func (c *Collection) refuseReplacement(call *CollectionCall) {
	if call.Private[elementsKey] != nil && call.State.Raw.IsNull() {
		call.Diags.AddAttributeError(path.Root(c.Type.Elements), "All elements would be replaced", fmt.Sprintf(
			"A replacement of the %[1]s would delete and create every element of it. Nothing was changed. Remove -replace or "+
				"replace_triggered_by, or run `terraform untaint` on this resource. To replace single %[2]s, remove them from %[3]s, apply, and "+
				"declare them again.", c.Type.Title, c.Type.Single().Plural, c.Type.Elements))
	}
}

// refuseRemovals adds an error if the steps delete more elements than max_removals allows: a file
// that was cut in half is the likely reason.
func (c *Collection) refuseRemovals(call *CollectionCall, attributes tftypes.Value, steps []*step, advice string) {
	var removed []string
	given, recorded := memberOf(attributes, "max_removals"), 0
	for _, s := range steps {
		if s.before.exists() && !s.before.leaving {
			recorded++
			if s.replaces || c.archives(s) || !s.after.exists() && !s.kept {
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
			"deleting them, use a `removed` block with destroy = false.",
			len(removed), recorded, c.Type.Single().Plural, limit, first(removed), len(removed))+advice)
	}
}

// archives reports whether a step archives an existing object, which is as final as a delete.
func (c *Collection) archives(s *step) bool {
	at := c.Type.Single().State
	return at != "" && textOf(s.after.given[at]) == diagnostics.StateArchived && textOf(s.before.attribute(at)) != diagnostics.StateArchived
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
