package plancheck

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// InspectSiblings looks for the external ID and the unique attribute of a created or renamed object
// among its siblings: the objects of its owner, or of its client or the service if it has no owner.
func (p *Planned) InspectSiblings() {
	of := p.of.Type
	parent, unique := of.RefTo(of.Owner), of.Unique
	client, own := p.Text(clientPart), p.Text("ext_id")
	if !p.Creates() && !p.Changes(unique.Attr) || parent != "" && p.Text(parent) == "" {
		return
	}
	if _, planned := p.Catalog.Seen(references.NewTarget(objecttype.ByName(of.Owner), client, p.Text(parent))); parent != "" && planned {
		return
	}
	name, free := p.Text(unique.Attr), true
	for _, sibling := range p.Catalog.Siblings(p.ctx, of, client, p.Text(parent)) {
		if p.Creates() && p.Adopts() && sibling.ExtID == own {
			p.objectTaken()
			return
		}
		held := name != "" && sibling.Name == name && sibling.ExtID != own
		free = free && (!held && sibling.ExtID != own || sibling.ExtID == p.Destroyed())
		if held && !p.Remakes(sibling.ExtID) {
			title := remedy.Title(strings.TrimSuffix(unique.Attr, "_ext_id"))
			p.WarnHeld(path.Root(unique.Attr), "The "+title+" is taken", fmt.Sprintf("The %s %q already has the %s %q, which is "+
				"unique %s. Choose another %s.", of.Title, sibling.ExtID, title, name, unique.Where, title), sibling.ExtID)
		}
	}
	if free {
		p.RequiresFree(own, p.Text(parent), unique.Attr, name)
	}
}

// inspectSimilar looks for an object similar to a new one with a generated external ID, which a
// killed run may have created: the service would accept a second one. It ignores objects in the
// state. An owner that the run creates has none.
func (p *Planned) inspectSimilar() {
	of := p.of.Type
	parent := of.RefTo(of.Owner)
	if of.Similar == nil || !p.MayRepeat() || parent != "" && p.Text(parent) == "" ||
		slices.ContainsFunc(of.Similar, func(attribute string) bool { return !p.FullyKnown(attribute) }) {
		return
	}
	client := p.Text(clientPart)
	if parent != "" && p.Makes(objecttype.ByName(of.Owner), client, p.Text(parent)) {
		return
	}
	var similar []string
	for _, sibling := range p.Catalog.Siblings(p.ctx, of, client, p.Text(parent)) {
		if p.isSimilar(sibling.Value) {
			similar = append(similar, sibling.ExtID)
		}
	}
	p.WarnSimilar(similar, p.sharing())
}

// MayRepeat reports whether the plan may repeat a create of a killed run: the object is new,
// replaces no other, and has no external ID yet.
func (p *Planned) MayRepeat() bool { return p.Creates() && !p.successor && p.Text("ext_id") == "" }

// WarnSimilar warns about the first of existing objects with the values of a new one that this run
// does not manage. sharing lists the values.
func (p *Planned) WarnSimilar(extIDs []string, sharing string) {
	p.warnFirst(extIDs, sharing+", for example after a killed run")
}

// warnFirst warns about the first of similar objects that the run neither has refreshed or planned
// nor does so later. It is never an error: an apply plans a new object again, but does not decode a
// similar one that it leaves unchanged.
func (p *Planned) warnFirst(extIDs []string, how string) {
	isOpen := func() bool { return slices.ContainsFunc(extIDs, p.unseen) }
	if !isOpen() {
		return
	}
	p.ask(severalWait, question{unsure: true, open: isOpen, report: func(last *Planned) {
		for _, extID := range extIDs {
			if last.unseen(extID) {
				last.resp.Diagnostics.AddAttributeWarning(path.Root("ext_id"), "A similar object exists",
					fmt.Sprintf("The %s %q already exists%s. The service accepts a second one. %s", last.of.Type.Title, extID, how,
						last.orImport(last.keyWith(extID))))
				return
			}
		}
	}})
}

// unseen reports whether the run has neither refreshed nor planned an object of the planned type.
func (p *Planned) unseen(extID string) bool {
	return p.run.objects.add(p.of.Type.Name, objecttype.ImportID(p.keyWith(extID)...), plannedObject{}).unseen()
}

// sharing lists the attributes that a similar object has in common.
func (p *Planned) sharing() string {
	if len(p.of.Type.Similar) == 0 {
		return ""
	}
	return " with this " + strings.Join(p.of.Type.Similar, " and ")
}

// isSimilar compares an object of the service with the plan by the attributes of Similar.
func (p *Planned) isSimilar(object any) bool {
	var remote map[string]any
	text, err := json.Marshal(object)
	if err != nil || json.Unmarshal(text, &remote) != nil {
		return false
	}
	return !slices.ContainsFunc(p.of.Type.Similar, func(attribute string) bool {
		value, _ := remote[objecttype.APIName(attribute)].(string)
		return value != p.Text(attribute)
	})
}

// inspectTaken looks for the external ID of a new object in the whole client or service, without
// limiting its requests for a replacement.
func (p *Planned) inspectTaken() {
	own := p.Text("ext_id")
	if !p.Creates() || own == "" || p.of.lastPart() != "ext_id" || len(p.of.Type.Key) > 2 {
		return
	}
	target := references.NewTarget(p.of.Type, p.Text(clientPart), own)
	if !p.successor {
		if p.Catalog.Taken(p.ctx, target) {
			p.objectTaken()
		}
		return
	}
	switch p.Catalog.Find(p.ctx, target).Status {
	case references.Exists:
		p.objectTaken()
	case references.Missing:
		p.RequiresFree(own, "", "", "")
	}
}

func (p *Planned) objectTaken() {
	own := p.Text("ext_id")
	if !p.RefuseArchived(path.Root("ext_id"), own) {
		p.WarnExists(path.Root("ext_id"), "The external ID is taken", fmt.Sprintf("The %s %q already exists.", p.of.Type.Title, own))
	}
}

// WarnExists is WarnTaken for the key of a new object, unless the run manages the existing object,
// possibly at an address that is planned later: then it gives up the key.
func (p *Planned) WarnExists(at path.Path, summary, detail string) {
	// The key of a property definition can lack parts.
	key := slices.DeleteFunc(rawTexts(p.resp.Plan.Raw, p.of.Type.Key...), func(part string) bool { return part == "" })
	managed := func() bool {
		was := p.run.objects.add(p.of.Type.Name, objecttype.ImportID(key...), plannedObject{})
		was.made, was.recorded = false, false
		return !was.unseen()
	}
	limit := someWait
	if p.successor {
		limit = severalWait
	}
	if p.Adopts() {
		p.warnHeld(limit, managed, at, summary, detail, key...)
	}
}

// RefuseArchived refuses to create or rename an object whose external ID, or another unique value
// at a path, belongs to an archived object of its type, and reports whether it does.
func (p *Planned) RefuseArchived(at path.Path, holder string) bool {
	found := p.Catalog.Find(p.ctx, references.NewTarget(p.of.Type, p.Text(clientPart), holder))
	if found.State != remedy.StateArchived {
		return false
	}
	summary, detail := remedy.Archived(p.of.Type.Name, holder)
	p.Refuse(at, summary, detail)
	return true
}
