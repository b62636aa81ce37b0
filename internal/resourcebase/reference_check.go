package resourcebase

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/suggest"
)

// ReferenceCheck is what a plan does about a reference that leads nowhere. The zero value is
// ReferenceOff.
type ReferenceCheck string

// The ways to check references.
const (
	ReferenceOff   ReferenceCheck = "off"
	ReferenceWarn  ReferenceCheck = "warn"
	ReferenceError ReferenceCheck = "error"
)

// Reference is an attribute that names another object: a text, a set of texts, or a map by them.
type Reference struct {
	Attribute string
	Kind      references.Kind
	// Unusable says why an object that exists cannot be named here, "" when it can.
	Unusable func(references.Found) string
}

// Planned is a change of a resource for the checks that only its noun knows.
type Planned struct {
	*Resource
	ctx   context.Context //nolint:containedctx // it lives as long as the call that it is made for
	req   resource.ModifyPlanRequest
	plan  func(name string) attr.Value
	state func(name string) attr.Value
	diags *diag.Diagnostics
	// changed are the attributes that an update changes.
	changed []string
	// known is set when this run has read or planned the same object before, as of a replacement.
	known bool
}

// Adopts reports whether an object of the service with the key of a new one would be somebody
// else's.
func (p Planned) Adopts() bool { return !p.known }

// Text is the planned text of an attribute, "" when it is null or not known.
func (p Planned) Text(name string) string { return textOf(p.plan(name)) }

// Creates reports whether the object is new.
func (p Planned) Creates() bool { return p.req.State.Raw.IsNull() }

// Changes reports whether the plan gives an attribute a known value that it does not have.
func (p Planned) Changes(name string) bool {
	after := p.plan(name)
	return after != nil && !after.IsUnknown() && !after.IsNull() && !after.Equal(p.state(name))
}

// Object says something about an attribute, as a warning or an error by reference_check.
func (p Planned) Object(at path.Path, summary, detail string) {
	detail += "\n\nThe provider's argument reference_check chooses between a warning, an error and no check."
	if p.ReferenceCheck == ReferenceError {
		p.diags.AddAttributeError(at, summary, detail)
	} else {
		p.diags.AddAttributeWarning(at, summary, detail)
	}
}

// Adoptable is Object about an object that is there already, with the import block of its key.
func (p Planned) Adoptable(at path.Path, summary, detail string, key ...string) {
	p.Object(at, summary, detail+" If it is yours, adopt it:\n\n"+remedy.ImportBlock(p.Noun, key))
}

// Context is that of the plan.
func (p Planned) Context() context.Context { return p.ctx }

func textOf(value attr.Value) string {
	if text, ok := value.(types.String); ok {
		return text.ValueString()
	}
	return ""
}

// checkReferences looks up what a created or changed object names. What this run plans is not
// looked up, and neither is anything once the run has begun to write.
func (r *Resource) checkReferences(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, known bool,
) {
	if r.ReferenceCheck != ReferenceWarn && r.ReferenceCheck != ReferenceError || r.Catalog == nil || r.API.Changes() > 0 {
		return
	}
	changed := !req.Plan.Raw.Equal(req.State.Raw)
	r.see(req, resp, changed)
	if !changed || req.Plan.Raw.IsNull() || !req.State.Raw.IsNull() && slices.Contains(r.operations(ctx, req), objecttype.Delete) {
		return
	}
	p := r.newPlanned(ctx, req, resp)
	p.known = known
	for _, reference := range r.References {
		if p.Changes(reference.Attribute) {
			p.look(reference)
		}
	}
	before := len(resp.Diagnostics)
	if r.Inspect != nil {
		r.Inspect(p)
	}
	if len(resp.Diagnostics) == before {
		p.inspectTaken()
	}
}

func attributeOf(ctx context.Context, get func(context.Context, path.Path, any) diag.Diagnostics, name string) attr.Value {
	var value attr.Value
	if get(ctx, path.Root(name), &value).HasError() {
		return nil
	}
	return value
}

// see notes the object of a plan, for the references of others to it.
func (r *Resource) see(req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, changed bool) {
	last := r.Key[len(r.Key)-1]
	if last != "ext_id" {
		return
	}
	for _, raw := range []tftypes.Value{req.State.Raw, resp.Plan.Raw} {
		var values map[string]tftypes.Value
		if raw.IsNull() || raw.As(&values) != nil {
			continue
		}
		client, extID := rawText(values[clientPart]), rawText(values[last])
		if extID != "" {
			r.Catalog.See(references.NewTarget(references.Kind(r.Noun), client, extID), changed, rawText(values[r.State]))
		}
	}
}

func rawText(value tftypes.Value) string {
	var text string
	if !value.IsKnown() || value.IsNull() || value.As(&text) != nil {
		return ""
	}
	return text
}

// look checks each name in an attribute that was not there before.
func (p Planned) look(reference Reference) {
	at := path.Root(reference.Attribute)
	switch value := p.plan(reference.Attribute).(type) {
	case types.String:
		p.lookAt(at, reference, value.ValueString())
	case types.Set:
		for _, element := range value.Elements() {
			if text := textOf(element); text != "" && !p.had(reference.Attribute, text) {
				p.lookAt(at.AtSetValue(element), reference, text)
			}
		}
	default:
		had := keysOf(p.state(reference.Attribute))
		for _, key := range keysOf(value) {
			if _, there := slices.BinarySearch(had, key); !there {
				p.lookAt(at.AtMapKey(key), reference, key)
			}
		}
	}
}

// elementsOf are the elements of a map.
func elementsOf(value attr.Value) map[string]attr.Value {
	if m, ok := value.(types.Map); ok {
		return m.Elements()
	}
	return nil
}

// keysOf are the keys of a map, sorted.
func keysOf(value attr.Value) []string {
	if m, ok := value.(interface{ MapKeys() []string }); ok {
		return m.MapKeys()
	}
	return slices.Sorted(maps.Keys(elementsOf(value)))
}

// had reports whether a name is in a set of the state already.
func (p Planned) had(attribute, name string) bool {
	set, _ := p.state(attribute).(types.Set)
	return slices.ContainsFunc(set.Elements(), func(element attr.Value) bool { return textOf(element) == name })
}

func (p Planned) lookAt(at path.Path, reference Reference, extID string) {
	target := references.NewTarget(reference.Kind, p.Text(clientPart), extID)
	seen, changed := p.Catalog.Seen(target)
	if changed && target.Kind == references.Unit {
		return
	}
	found := references.Found{Status: references.Exists, State: p.Catalog.PlannedState(target)}
	if !seen || target.Kind == references.Unit {
		found = p.Catalog.Find(p.ctx, target)
	}
	title := remedy.Title(string(reference.Kind))
	switch {
	case found.Status == references.Missing:
		p.Object(at,
			"No such "+
				title,
			fmt.Sprintf("The service has no %s %q%s. %s\n\n"+
				"An object that the same configuration creates must be referred to by an attribute of its resource, "+
				"such as idm_%s.example.ext_id, so that it is created first.", title, extID, inClient(target),
				suggest.Offer(extID, p.Catalog.Names(p.ctx, target)), reference.Kind))
	case found.Status == references.Exists && reference.Unusable != nil:
		if reason := reference.Unusable(found); reason != "" {
			p.Object(at, "The "+title+" cannot be used here", fmt.Sprintf("The %s %q%s %s.", title, extID, inClient(target), reason))
		}
	}
}

func inClient(t references.Target) string {
	if t.Client == "" {
		return ""
	}
	return fmt.Sprintf(" in the client %q", t.Client)
}
