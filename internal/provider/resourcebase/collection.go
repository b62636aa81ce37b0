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
	// All lists the external IDs of all objects of a client, for an import; nil if the service does not
	// list them.
	All func(ctx context.Context, api *idm.API, client string) iter.Seq2[string, error]
	// Below lists the external IDs of the objects below another one, for an import of a subtree; nil for
	// a type without subtrees.
	Below func(ctx context.Context, api *idm.API, client, extID string) iter.Seq2[string, error]

	// InUse lists the objects because of which the service may refuse to delete another one: the
	// external IDs of those of the same type, and "" for all others; nil for a type without such objects.
	InUse func(ctx context.Context, api *idm.API, client, extID string) iter.Seq2[string, error]
	// main manages the objects, and parts what each has of other types.
	main    *managed
	parts   []*managed
	element fixedmap.Type
	// keys contains the arguments of an element, wherever the configuration has them.
	keys map[string]fixedmap.Key
}

// NewCollection returns a collection of the objects that single resources manage one by one. single
// returns the resource of a type.
func NewCollection(of *objecttype.Type, single func(*objecttype.Type) resource.Resource) *Collection {
	c := &Collection{Type: of, main: newManaged(of.Single(), single(of.Single()))}
	for _, part := range of.Parts() {
		c.parts = append(c.parts, newManaged(part, single(part)))
	}
	return c
}

// Elements returns the attribute with the elements. They have the arguments of their single resource,
// except its client and, in a tree, its parent, in whose place parent is a key of the collection; and
// those of their parts.
func (c *Collection) Elements(description string, parent schema.Attribute) schema.DynamicAttribute {
	keys, title := map[string]fixedmap.Key{}, c.Type.Single().Title
	for _, name := range c.main.arguments {
		keys[name] = c.main.schema.Attributes[name]
	}
	if own, ok := c.main.schema.Attributes[ownPart].(schema.StringAttribute); ok {
		own.MarkdownDescription = "External ID, unique in the client. Defaults to the key; changing it deletes the " + title +
			" and creates another one."
		keys[ownPart] = own
	}
	own := []string{ownPart}
	if c.above() != "" {
		delete(keys, c.above())
		keys[parentKey], own = parent, append(own, parentKey)
	}
	for _, part := range c.parts {
		own = append(own, part.arguments...)
		for _, name := range part.arguments {
			keys[name] = part.argument(name)
		}
	}
	c.keys = maps.Clone(keys)
	delete(keys, secrets)
	attribute := attrs.Elements(description, title, c.Type.Single().Name, keys, own)
	c.element, _ = attribute.CustomType.(fixedmap.Type)
	return attribute
}

// argument returns an argument of a part as one of an element.
func (m *managed) argument(name string) fixedmap.Key {
	var described resource.SchemaResponse
	m.Schema(context.Background(), resource.SchemaRequest{}, &described)
	as := fmt.Sprintf(" As in [`idm_%[1]s`](%[1]s.md).", m.of.Name)
	switch argument := described.Schema.Attributes[name].(type) {
	case schema.DynamicAttribute:
		argument.Required, argument.Optional = false, true
		argument.MarkdownDescription = "The complete map." + as + " Without it, they are not managed."
		return argument
	case schema.MapAttribute:
		argument.Validators = nil
		argument.MarkdownDescription = "Only these names are managed." + as
		return argument
	}
	return nil
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
func (c *Collection) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + c.Type.Name
}

// Configure stores the configured provider, also for the single resource.
func (c *Collection) Configure(ctx context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	c.Provider = configured(req.ProviderData, &resp.Diagnostics)
	for _, single := range append([]*managed{c.main}, c.parts...) {
		single.Configure(ctx, req, resp)
	}
}

// ModifyPlan plans each element as its own resource would, and sets the external IDs.
func (c *Collection) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if c.Provider == nil {
		return
	}
	if !req.Plan.Raw.IsNull() {
		fixedmap.PreserveSemanticEquality(ctx, &req, resp)
	}
	state, plan := fixedmap.TypedState(req.State), fixedmap.TypedPlan(resp.Plan)
	recorded := c.recorded(ctx, state.Raw, req.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(c.refuseReplacement(ctx, req)...)
	client := c.planClient(ctx, req, resp, recorded)
	if resp.Diagnostics.HasError() {
		return
	}
	planned := c.planned(plan.Raw, client, recorded, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	attributes := plan.Raw
	if attributes.IsNull() {
		attributes = state.Raw
	}
	steps := c.steps(attributes, recorded, planned)
	locate(steps, req.Config.Raw)
	resp.Diagnostics.Append(c.refuseRemovals(attributes, steps)...)
	resp.Diagnostics.Append(c.check(ctx, steps, planned, adopted(plan.Raw))...)
	if !req.Plan.Raw.IsNull() {
		values, _ := membersClone(resp.Plan.Raw)
		values["id"], values["ext_ids"] = planned.idValue(), planned.extIDs()
		values[sources] = tftypes.NewValue(values[sources].Type(), nil)
		if c.InUse != nil {
			values[remaining] = c.planRemaining(recorded, planned, steps)
			resp.Diagnostics.Append(c.warnRemaining(recorded, steps)...)
		}
		resp.Plan.Raw = tftypes.NewValue(resp.Plan.Raw.Type(), values)
	}
}

// planClient returns the client of the collection: the provider's default for a new one, and the
// recorded one otherwise. A collection never moves to another client, because that would delete all
// its objects.
func (c *Collection) planClient(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
	recorded *elements) tftypes.Value {
	if req.Plan.Raw.IsNull() {
		return recorded.client
	}
	given, at := memberOf(req.Config.Raw, clientPart), path.Root(clientPart)
	before := textOf(recorded.client)
	switch {
	case before == "" && given.IsNull():
		client := c.Client(stringValue(given), &resp.Diagnostics)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, client)...)
		return tftypes.NewValue(tftypes.String, client.ValueString())
	case before == "" || given.IsNull() && c.ClientExtID == before:
		return memberOf(resp.Plan.Raw, clientPart)
	case given.IsNull():
		if c.ClientExtID != "" {
			resp.Diagnostics.AddAttributeWarning(at, "Client kept", fmt.Sprintf("The objects of this collection are in client %q and "+
				"remain "+
				"there; the provider's default is now %q. To keep them without this warning, set client_ext_id = %[1]q.", before,
				c.ClientExtID))
		}
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, before)...)
	case !given.IsKnown() || textOf(given) != before:
		resp.Diagnostics.AddAttributeError(at, "Another client", fmt.Sprintf("The %s has its objects in client %q, and a collection "+
			"does not "+
			"move to another client: it would delete all of them. Declare a second %s for the other client. To let these objects go, use "+
			"a `removed` block with destroy = false; to delete them, destroy this one.", c.Type.Title, before, c.Type.Title))
	}
	return recorded.client
}

// check plans the elements with the checks of their own resource, parents first and removed
// ones last, so that a reference to a new element finds it planned.
func (c *Collection) check(ctx context.Context, steps []*step, planned *elements, adopt adoption) diag.Diagnostics {
	if planned != nil && planned.unknown {
		return nil
	}
	for _, level := range levels(steps) {
		c.each(level, func(s *step) { c.plan(ctx, s, adopt) })
	}
	return c.report(steps)
}

// Create creates the elements, those above others first.
func (c *Collection) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := fixedmap.TypedPlan(req.Plan)
	planned := c.planned(plan.Raw, memberOf(plan.Raw, clientPart), noElements(), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	steps := c.steps(plan.Raw, noElements(), planned)
	locate(steps, req.Config.Raw)
	resp.Diagnostics.Append(c.apply(ctx, steps, adopted(plan.Raw), nil)...)
	assigned := slices.ContainsFunc(steps, func(s *step) bool { return s.after != nil && s.result != nil && hasError(s.diags) })
	if resp.Diagnostics.HasError() && !assigned {
		// A state with an error would be tainted, and the next plan would delete all elements.
		resp.Diagnostics.Append(c.partlyCreated(planned, steps)...)
		return
	}
	c.save(ctx, plan.Raw, planned, steps, &resp.State, req.Plan.Raw, resp.Private, &resp.Diagnostics)
}

// Read reads all elements, from lists of their siblings.
func (c *Collection) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := fixedmap.TypedState(req.State)
	recorded := c.recorded(ctx, state.Raw, req.Private, &resp.Diagnostics)
	imported := imported(ctx, req.Private)
	if resp.Diagnostics.HasError() {
		return
	}
	var steps []*step
	for _, e := range recorded.sorted() {
		steps = append(steps, &step{before: e, after: e})
	}
	c.each(steps, func(s *step) { c.read(ctx, s, imported) })
	resp.Diagnostics.Append(c.report(steps)...)
	resp.Diagnostics.Append(c.refreshLeaving(ctx, recorded)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if imported {
		resp.Diagnostics.Append(c.rooted(recorded, steps)...)
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, importedKey, nil)...)
	}
	c.save(ctx, state.Raw, recorded, steps, &resp.State, req.State.Raw, resp.Private, &resp.Diagnostics)
}

// Update creates, changes and deletes elements. After a failure, the state records each element as
// it is.
func (c *Collection) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := fixedmap.TypedPlan(req.Plan), fixedmap.TypedState(req.State)
	recorded := c.recorded(ctx, state.Raw, req.Private, &resp.Diagnostics)
	planned := c.planned(plan.Raw, recorded.client, recorded, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	steps := c.steps(plan.Raw, recorded, planned)
	locate(steps, req.Config.Raw)
	// The map may have been unknown in the plan.
	if resp.Diagnostics.Append(c.refuseRemovals(plan.Raw, steps)...); resp.Diagnostics.HasError() {
		return
	}
	planned.leaving = maps.Clone(recorded.leaving)
	resp.Diagnostics.Append(c.apply(ctx, steps, adopted(plan.Raw), planned)...)
	c.save(ctx, plan.Raw, planned, steps, &resp.State, req.Plan.Raw, resp.Private, &resp.Diagnostics)
}

// Delete deletes all elements. After a failure, the state records the remaining ones.
func (c *Collection) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := fixedmap.TypedState(req.State)
	recorded := c.recorded(ctx, state.Raw, req.Private, &resp.Diagnostics)
	steps := c.steps(state.Raw, recorded, nil)
	// No plan precedes the delete of a tainted collection.
	if refused := c.refuseRemovals(state.Raw, steps); refused.HasError() {
		resp.Diagnostics.AddAttributeError(path.Root(c.Type.Elements), refused[0].Summary(), refused[0].Detail()+
			" If the resource is tainted, run `terraform untaint` on it: then its elements stay.")
		return
	}
	if resp.Diagnostics.Append(c.apply(ctx, steps, nil, nil)...); resp.Diagnostics.HasError() {
		c.save(ctx, state.Raw, recorded, steps, &resp.State, req.State.Raw, resp.Private, &resp.Diagnostics)
	}
}

// save publishes what the steps have left: the elements in the spelling of like, their external IDs,
// and the private state of each.
func (c *Collection) save(ctx context.Context, attributes tftypes.Value, of *elements, steps []*step, state *tfsdk.State,
	like tftypes.Value, private Private, diags *diag.Diagnostics) {
	left := c.results(of, steps)
	values, _ := fixedmap.Members(attributes)
	values = maps.Clone(values)
	values["id"], values[clientPart] = left.idValue(), left.client
	if c.above() != "" {
		values[c.above()] = left.parent
	}
	values["ext_ids"] = left.extIDs()
	if c.InUse != nil {
		values[remaining] = remainingOf(left)
	}
	values[c.Type.Elements], values[secrets] = c.encode(left, values[c.Type.Elements].Type()), c.secrets(left, values[secrets])
	fixedmap.Rewrite(state, tftypes.NewValue(attributes.Type(), values), like)
	diags.Append(private.SetKey(ctx, elementsKey, c.records(left))...)
}

// refuseReplacement returns an error for the plan of a replacement's create, which has the private
// state of the existing collection.
func (c *Collection) refuseReplacement(ctx context.Context, req resource.ModifyPlanRequest) diag.Diagnostics {
	existing, diags := req.Private.GetKey(ctx, elementsKey)
	if existing == nil || !req.State.Raw.IsNull() {
		return diags
	}
	return append(diags, diag.NewAttributeErrorDiagnostic(path.Root(c.Type.Elements), "All elements would be replaced", fmt.Sprintf(
		"A replacement of the %[1]s would delete and create every element of it. Nothing was changed. Remove -replace or "+
			"replace_triggered_by, or run `terraform untaint` on this resource. To replace single %[2]s, remove them from %[3]s, apply, and "+
			"declare them again.", c.Type.Title, c.Type.Single().Plural, c.Type.Elements)))
}

// refuseRemovals returns an error if the steps delete more elements than max_removals allows: a file
// that was cut in half is the likely reason.
func (c *Collection) refuseRemovals(attributes tftypes.Value, steps []*step) diag.Diagnostics {
	var removed []string
	for _, s := range steps {
		if s.after == nil && !s.kept && !s.before.leaving || s.replaces || c.archives(s) {
			removed = append(removed, s.before.key)
		}
	}
	slices.Sort(removed)
	given, recorded := memberOf(attributes, "max_removals"), 0
	for _, s := range steps {
		if s.before != nil {
			recorded++
		}
	}
	limit := max(10, recorded/20)
	if number, ok := integer(given); ok {
		limit = number
	}
	if len(removed) <= limit || !given.IsKnown() {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root(c.Type.Elements), "Too many removals", fmt.Sprintf(
		"This plan deletes %d of %d %s, and %d are allowed: %s. Nothing was sent. If a file was cut off or a filter is wrong, correct it. "+
			"If all of them are to be deleted, set max_removals = %d, apply that alone if the resource is to be destroyed, and remove it "+
			"afterwards. To let them go without deleting them, use a `removed` block with destroy = false.",
		len(removed), recorded, c.Type.Single().Plural, limit, first(removed), len(removed)))}
}

// archives reports whether a step archives an existing object, which is as final as a delete.
func (c *Collection) archives(s *step) bool {
	at := c.Type.Single().State
	return s.before != nil && s.after != nil && at != "" && textOf(s.after.given[at]) == diagnostics.StateArchived &&
		textOf(memberOf(s.before.main.Value, at)) != diagnostics.StateArchived
}

// first joins the first ten keys.
func first(keys []string) string {
	const shown = 10
	if len(keys) > shown {
		return strings.Join(keys[:shown], ", ") + fmt.Sprintf(" and %d more", len(keys)-shown)
	}
	return strings.Join(keys, ", ")
}
