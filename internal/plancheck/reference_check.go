package plancheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/suggest"
)

// ReferenceCheck is how a plan treats a reference to an object that does not exist. The zero value
// is ReferenceOff.
type ReferenceCheck string

// The ways to check references.
const (
	ReferenceOff   ReferenceCheck = "off"
	ReferenceWarn  ReferenceCheck = "warn"
	ReferenceError ReferenceCheck = "error"
)

// checkReferences looks up the objects that a created or changed object refers to, except those
// that this run plans. It does nothing once the run has begun to write.
func (p *Planned) checkReferences() {
	if p.run.ReferenceCheck != ReferenceWarn && p.run.ReferenceCheck != ReferenceError || p.run.writing() {
		return
	}
	changed := !p.unchanged
	p.register(changed)
	p.claim()
	p.refuseClosedCycle()
	switch {
	case p.req.Plan.Raw.IsNull() && p.of.Removes != nil:
		p.of.Removes(p)
	case p.of.Replaced != nil && !p.Creates() && p.deletes():
		p.of.Replaced(p)
	}
	p.warnUnchecked()
	if !changed || p.req.Plan.Raw.IsNull() || !p.Creates() && p.deletes() {
		return
	}
	p.warnAssigned()
	for _, reference := range p.of.Type.Refs {
		if p.Changes(reference.Attr) {
			p.look(reference)
		}
	}
	before := len(p.resp.Diagnostics)
	if p.of.PropertyScopes != nil {
		p.inspectProperties()
	}
	if p.of.Inspect != nil {
		p.of.Inspect(p)
	}
	if len(p.resp.Diagnostics) == before {
		p.inspectTaken()
		p.inspectSimilar()
	}
}

// register records the object of a plan, to which other objects may refer.
func (p *Planned) register(changed bool) {
	if p.of.lastPart() != "ext_id" {
		return
	}
	for _, raw := range []tftypes.Value{p.req.State.Raw, p.resp.Plan.Raw} {
		texts := rawTexts(raw, clientPart, "ext_id", p.of.Type.State, p.of.Type.Parent)
		if texts[1] != "" {
			p.Catalog.See(references.NewTarget(p.of.Type, texts[0], texts[1]), references.Planned{
				Changed: changed, State: texts[2], Parent: texts[3], Profileless: rawFlag(raw, "profileless"),
				Policy: rawPolicy(p.of.Type, raw),
			})
		}
	}
}

// look checks each new external ID in an attribute.
func (p *Planned) look(reference objecttype.Ref) {
	at := path.Root(reference.Attr)
	switch value := p.after(reference.Attr).(type) {
	case types.String:
		p.lookAt(at, reference, value.ValueString())
	case types.Set:
		for _, element := range value.Elements() {
			if text := textOf(element); text != "" && !p.had(reference.Attr, text) {
				p.lookAt(at.AtSetValue(element), reference, text)
			}
		}
	default:
		had := keysOf(p.before(reference.Attr))
		for _, key := range keysOf(value) {
			if _, old := slices.BinarySearch(had, key); !old {
				p.lookAt(at.AtMapKey(key), reference, key)
			}
		}
	}
}

// had reports whether a set in the state already contains an external ID.
func (p *Planned) had(attribute, name string) bool {
	set, _ := p.before(attribute).(types.Set)
	return slices.ContainsFunc(set.Elements(), func(element attr.Value) bool { return textOf(element) == name })
}

func (p *Planned) lookAt(at path.Path, reference objecttype.Ref, extID string) {
	target := references.NewTarget(objecttype.ByName(reference.To), p.Text(clientPart), extID)
	object := p.Catalog.Planned(target)
	seen, changed := p.Catalog.Seen(target)
	if !seen || !changed && target.Type == objecttype.Unit {
		object = p.Catalog.Find(p.ctx, target)
	}
	switch {
	case changed:
		p.requiresOf(target)
	case object.Status == references.Exists:
		p.requires(condition{Refers: reference.Attr, Type: target.Type.Name, ExtID: extID})
	}
	title, unusable := target.Type.Title, p.of.Unusable[reference.Attr]
	switch {
	case object.Status == references.Missing && target.Type == p.of.Type:
		limit := oneWaits
		if p.successor {
			limit = severalWait
		}
		p.ask(limit, question{
			open: func() bool { _, changed := p.Catalog.Seen(target); return !changed },
			report: func(last *Planned) {
				last.run.missing.Store(target, true)
				last.reportMissing(at, target)
			},
		})
	case object.Status == references.Missing:
		p.reportMissing(at, target)
	case object.Status == references.Exists && unusable != nil:
		if reason := unusable(object); reason != "" {
			p.Warn(at, "The "+title+" cannot be used here", fmt.Sprintf("The %s %q%s %s.", title, extID, inClient(target), reason))
		}
	}
}

// KnownMissing reports whether neither the service nor the plan contains an object.
func (r *Run) KnownMissing(target references.Target) bool {
	_, missing := r.missing.Load(target)
	planned, _ := r.Catalog.Seen(target)
	return missing && !planned
}

func (p *Planned) reportMissing(at path.Path, target references.Target) {
	p.Warn(at, "No such "+target.Type.Title,
		strings.TrimSpace(fmt.Sprintf("The service has no %s %q%s. %s", target.Type.Title, target.ExtID, inClient(target),
			suggest.Offer(target.ExtID, p.Catalog.Names(p.ctx, target))))+"\n\n"+howToRefer(target))
}

// howToRefer explains which attribute a reference uses.
func howToRefer(t references.Target) string {
	if t.Client != "" && strings.HasPrefix(t.ExtID, t.Client+"/") {
		return fmt.Sprintf("This is the id of a resource, which is its import ID. Refer to ext_id instead, such as idm_%s.example.ext_id.",
			t.Type.Name)
	}
	return fmt.Sprintf("Refer to an object of the same configuration by an attribute of its resource, such as idm_%s.example.ext_id, "+
		"so that it is created first.", t.Type.Name)
}

func inClient(t references.Target) string {
	if t.Client == "" {
		return ""
	}
	return fmt.Sprintf(" in the client %q", t.Client)
}
