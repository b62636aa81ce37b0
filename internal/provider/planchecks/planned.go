package planchecks

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// Planned is a planned change of one object.
type Planned struct {
	// Catalog looks up other objects.
	Catalog *lookups.Catalog

	run  *Run
	of   *Subject
	ctx  context.Context //nolint:containedctx // it lives as long as the call that it is made for
	req  resource.ModifyPlanRequest
	resp *resource.ModifyPlanResponse
	// unchanged is set if the plan equals the state.
	unchanged bool
	// successor is set for the create of a replacement that destroys first, and tainted for that of a
	// tainted object. predecessor is the id of the destroyed object.
	successor, tainted bool
	predecessor        string
	// unread is set if the client of the object does not exist yet, so that no lookup is of use.
	unread bool
	// contradictions counts the errors about what another resource of the plan declares.
	contradictions int
	// conditions are what the create of a replacement requires.
	conditions []condition
	// operations are what the plan does to the object. For a replacement this is only the delete:
	// Terraform plans the create in another call.
	operations []objecttype.Operation
}

// Planned returns the planned change of a call.
func (r *Run) Planned(ctx context.Context, of *Subject, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) *Planned {
	p := &Planned{
		Catalog: r.Catalog, run: r, of: of, ctx: ctx, req: req, resp: resp, unchanged: req.Plan.Raw.Equal(req.State.Raw),
	}
	p.operations = p.determineOperations()
	return p
}

// inOrder is the key of a context for an element of a collection that changes after the element
// above it, and freed the key for the external ID of another element that gives up its unique value.
type inOrder struct{}
type freed struct{}

// InOrder returns a context for the plan of an element whose collection first changes the one above.
func InOrder(ctx context.Context) context.Context { return context.WithValue(ctx, inOrder{}, true) }

// Freed returns a context for the plan of an element that gets the unique value of another one, which
// gives it up.
func Freed(ctx context.Context, extID string) context.Context {
	return context.WithValue(ctx, freed{}, extID)
}

// InOrder reports whether the object above is changed first.
func (p *Planned) InOrder() bool { return p.ctx.Value(inOrder{}) != nil }

// Context is the context of the plan.
func (p *Planned) Context() context.Context { return p.ctx }

// Decode decodes the plan into a model, and reports whether it succeeded.
func (p *Planned) Decode(model any) bool {
	plan := fixedmap.TypedPlan(p.resp.Plan)
	return !plan.Get(p.ctx, model).HasError()
}

// DecodeState decodes the state into a model, and reports whether it succeeded.
func (p *Planned) DecodeState(model any) bool {
	state := fixedmap.TypedState(p.req.State)
	return !state.Get(p.ctx, model).HasError()
}

// Private is the private state of the object, which contains values other than its attributes.
func (p *Planned) Private() interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
} {
	return p.req.Private
}

// Append adds findings that are neither warnings nor errors of the plan checks' mode.
func (p *Planned) Append(diags diag.Diagnostics) { p.resp.Diagnostics.Append(diags...) }

// Text returns the planned text of an attribute, or "" if it is null or unknown.
func (p *Planned) Text(name string) string { return rawTexts(p.resp.Plan.Raw, name)[0] }

// Configured returns an attribute of the configuration, which includes write-only attributes.
func (p *Planned) Configured(name string) attr.Value {
	return valueAt(p.ctx, p.req.Config.GetAttribute, name)
}

// Recorded returns the text of an attribute in the state, or "".
func (p *Planned) Recorded(name string) string { return rawTexts(p.req.State.Raw, name)[0] }

// RecordedFlag reports whether an attribute is true in the state.
func (p *Planned) RecordedFlag(name string) bool { return rawFlag(p.req.State.Raw, name) }

// Unchanged reports whether the plan equals the state.
func (p *Planned) Unchanged() bool { return p.unchanged }

// removed reports whether the plan destroys the object without a successor, and replaced whether it
// plans the end of an object with one.
func (p *Planned) removed() bool  { return p.req.Plan.Raw.IsNull() }
func (p *Planned) replaced() bool { return !p.removed() && !p.Creates() && p.deletes() }

// ended returns the object whose replacement this call shows: CLIs show the warnings of the call that
// plans the end of an object, and of the only call for a tainted one.
func (p *Planned) ended() (object tftypes.Value, ends bool) {
	if p.tainted {
		return p.resp.Plan.Raw, true
	}
	return p.req.State.Raw, p.replaced()
}

// owner returns the external ID of the owner, or of the parent of a unit, and whether the service can
// have objects of it already: it is known, and the run does not create it.
func (p *Planned) owner() (owner string, exists bool) {
	of := p.of.Type
	attribute, by := of.RefTo(of.Owner), objecttype.ByName(of.Owner)
	if of.Ref(of.Parent) == of {
		attribute, by = of.Parent, of
	}
	owner = p.Text(attribute)
	return owner, by == nil || owner != "" && !p.MakesOne(by, p.Text(clientPart), owner)
}

// Creates reports whether the object is new.
func (p *Planned) Creates() bool { return p.req.State.Raw.IsNull() }

// Adopts reports whether an existing object with the key of a new one is another one than the object
// that this plan destroys.
func (p *Planned) Adopts() bool {
	return p.predecessor == "" || p.predecessor != rawID(p.resp.Plan.Raw)
}

// Replaces records that the plan destroys the object with this id before it creates the new one:
// any reason for the create to fail is then an error.
func (p *Planned) Replaces(id string) { p.successor, p.predecessor = true, id }

// Succeeds reports whether the object replaces an object that is destroyed first.
func (p *Planned) Succeeds() bool { return p.successor }

// Predecessor returns the key of the object that is destroyed first, or nil.
func (p *Planned) Predecessor() []string {
	key, err := p.of.Type.Key.Parse(p.predecessor)
	if err != nil {
		return nil
	}
	return key
}

// Changes reports whether the plan gives an attribute a known value that differs from the current
// one.
func (p *Planned) Changes(name string) bool {
	after := rawValue(p.resp.Plan.Raw, name)
	return after.IsKnown() && !after.IsNull() && !after.Equal(rawValue(p.req.State.Raw, name))
}

// Clears reports whether the plan clears an attribute.
func (p *Planned) Clears(name string) bool {
	after := rawValue(p.resp.Plan.Raw, name)
	return after.IsKnown() && after.IsNull()
}

// looks reports whether the plan is compared with the service. A replacement always is.
func (p *Planned) looks() bool { return !p.unread && (p.run.Mode != ModeOff || p.successor) }

// Warn reports a possible failure of the apply: a warning, but an error in a replacement, which
// destroys first.
func (p *Planned) Warn(at path.Path, summary, detail string) {
	switch {
	case p.successor:
		p.Protect(at, summary, detail+"\n\n"+destroyedFirst)
	case p.run.Mode != ModeOff:
		p.resp.Diagnostics.AddAttributeWarning(at, summary, detail+checksRemedy)
	}
}

// checksRemedy is the end of a finding that plan_checks governs.
const checksRemedy = "\n\nThe provider argument plan_checks sets these checks to \"error\", \"warn\" or \"off\"."

// destroyedFirst is the end of an error that prevents a replacement.
const destroyedFirst = "This plan replaces the object and destroys it first: the create would fail, and the object would be lost. " +
	"Nothing was changed. If the same plan changes what is in the way, apply that change first, without the replacement."

// WarnTaken is Warn for an existing object, and adds its import block.
func (p *Planned) WarnTaken(at path.Path, summary, detail string, key ...string) {
	p.Warn(at, summary, detail+" "+p.orImport(key))
}

// WarnHeld is WarnTaken for a unique value of another object of the type.
func (p *Planned) WarnHeld(at path.Path, summary, detail, holder string) {
	p.WarnTaken(at, summary, detail, p.keyWith(holder)...)
}

// RefuseExisting reports that an object with the key of a new one exists. It is always an error: what
// exists is never adopted silently.
func (p *Planned) RefuseExisting(at path.Path) {
	if p.Adopts() {
		p.refuseOnce(p.ownKey(), diag.WithPath(at, p.existing(p.ownID())))
	}
}

// existing returns the error for a new object whose id exists already.
func (p *Planned) existing(id string) diag.Diagnostic {
	of, key := p.of.Type, strings.Split(id, "/")
	if parsed, err := of.Key.Parse(id); err == nil {
		key = parsed
	}
	detail := fmt.Sprintf("Object: %[1]s %[2]s\n\nThe service already has it, so the create would fail, or take over what others rely on. "+
		"Nothing was changed. %[3]s\n\nIf the state contains it at another address, such as a former key of for_each, add a `moved` block "+
		"instead: then the plan changes nothing.\n\nmoved {\n  from = idm_%[4]s.OLD\n  to   = idm_%[4]s.NEW\n}\n\n"+
		"In a replacement, remove create_before_destroy. If that has left the object deposed, remove it from the state with "+
		"`terraform state rm`, and import it.",
		of.Title, objecttype.ImportID(key...), p.orImport(key), of.Name)
	if p.of.lastPart() != "ext_id" {
		return diag.NewErrorDiagnostic("The object exists", detail)
	}
	return diag.NewErrorDiagnostic("The external ID is taken", detail)
}

// orImport returns the advice to import an existing object, with its import block.
func (p *Planned) orImport(key []string) string {
	return "If it is yours, and this configuration does not declare it already, import it:\n\n" +
		diagnostics.ImportBlock(p.of.Type.Name, key)
}

// Refuse reports a certain failure of the apply: an error, or a warning with plan_checks = "warn".
func (p *Planned) Refuse(at path.Path, summary, detail string) {
	switch {
	case p.successor || p.run.Mode == ModeError:
		p.Protect(at, summary, detail)
	case p.run.Mode == ModeWarn:
		p.resp.Diagnostics.AddAttributeWarning(at, summary, detail)
	}
}

// Protect reports an apply that would lose an object or show a secret: an error whatever plan_checks
// is.
func (p *Planned) Protect(at path.Path, summary, detail string) {
	p.resp.Diagnostics.AddAttributeError(at, summary, detail)
}

// FullyKnown reports whether the plan knows an attribute with all its elements.
func (p *Planned) FullyKnown(name string) bool { return rawValue(p.resp.Plan.Raw, name).IsFullyKnown() }

func (p *Planned) after(name string) attr.Value {
	return valueAt(p.ctx, p.resp.Plan.GetAttribute, name)
}

func (p *Planned) before(name string) attr.Value {
	return valueAt(p.ctx, p.req.State.GetAttribute, name)
}

// changed returns the attributes that the plan changes.
func (p *Planned) changed() []string { return attrs.ChangedNames(p.ctx, p.req.State, p.resp.Plan) }

// keyWith returns the key of the object with another external ID.
func (p *Planned) keyWith(extID string) []string {
	key := make([]string, len(p.of.Type.Key))
	for i, part := range p.of.Type.Key {
		key[i] = p.Text(part)
	}
	key[len(key)-1] = extID
	return key
}

func valueAt(ctx context.Context, get func(context.Context, path.Path, any) diag.Diagnostics, name string) attr.Value {
	var value attr.Value
	if get(ctx, path.Root(name), &value).HasError() {
		return nil
	}
	return value
}

// rawTexts reads texts of an object without decoding it. A null or unknown text is "", as is any
// other type of value.
func rawTexts(object tftypes.Value, names ...string) []string {
	texts := make([]string, len(names))
	for i, name := range names {
		_ = rawValue(object, name).As(&texts[i])
	}
	return texts
}

// rawValue returns an attribute of an object; null for an object that is null or unknown.
func rawValue(object tftypes.Value, name string) tftypes.Value {
	var values map[string]tftypes.Value
	_ = object.As(&values) // An unknown object has no values.
	return values[name]
}

// rawFlag returns a boolean attribute of an object, or false if it is unknown.
func rawFlag(object tftypes.Value, name string) (flag bool) {
	_ = rawValue(object, name).As(&flag) // Any other type reads as the zero value.
	return flag
}

// elementsOf returns the elements of a map.
func elementsOf(value attr.Value) map[string]attr.Value {
	if m, ok := value.(types.Map); ok {
		return m.Elements()
	}
	return nil
}
