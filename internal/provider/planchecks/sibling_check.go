package planchecks

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// InspectUnique looks for the unique value of a created or changed object among its siblings: the
// objects of its owner, or of its client or the service if it has no owner.
func (p *Planned) InspectUnique() {
	of, unique := p.of.Type, p.unique()
	name := p.Text(unique.Attr)
	owner, exists := p.owner()
	if !exists || name == "" || !p.Changes(unique.Attr) && !p.Changes(unique.Scope) {
		return
	}
	c := condition{Type: of.Name, Client: p.Text(clientPart), Owner: owner, Attr: unique.Attr, Name: name, Except: p.destroyed()}
	at := path.Root(unique.Attr)
	own := func(extID string) bool {
		return extID == p.Text("ext_id") || p.Remakes(extID) || extID == p.ctx.Value(freed{})
	}
	switch holder, known := p.run.holder(p.ctx, c, !p.successor, own); {
	case holder == "" && known:
		p.requires(c)
	case holder == "":
	case unique.Attr == loginPart && p.RefuseArchived(at, holder):
	default:
		title := strings.Replace(diagnostics.Title(strings.TrimSuffix(unique.Attr, "_ext_id")), " id", " ID", 1)
		p.WarnHeld(at, "The "+title+" is taken", fmt.Sprintf("The %s %q already has the %s %q, which is unique %s. Choose another %s.",
			of.Title, holder, title, name, unique.Where, title), holder)
	}
}

// inspectSimilar looks for an object similar to a new one with a generated external ID, which a
// killed run may have created: the service would accept a second one. It ignores objects in the
// state. An owner that the run creates has none.
func (p *Planned) inspectSimilar() {
	of := p.of.Type
	owner, exists := p.owner()
	if of.Similar == nil || !exists || !p.MayRepeat() ||
		slices.ContainsFunc(of.Similar, func(attribute string) bool { return !p.FullyKnown(attribute) }) {
		return
	}
	sharing := ""
	if len(of.Similar) > 0 {
		sharing = " with this " + strings.Join(of.Similar, " and ")
	}
	p.WarnSimilar(p.Catalog.Siblings(p.ctx, of, p.Text(clientPart), owner), sharing, p.isSimilar)
}

// MayRepeat reports whether the plan may repeat a create of a killed run: the object is new,
// replaces no other, and has no external ID yet.
func (p *Planned) MayRepeat() bool { return p.Creates() && !p.successor && p.Text("ext_id") == "" }

// WarnSimilar warns about the first existing object with the values of a new one that this run does
// not manage. sharing lists the values.
func (p *Planned) WarnSimilar(all []idm.Object, sharing string, isSimilar func(idm.Object) bool) {
	p.warnFirst(all, sharing+", for example after a killed run", isSimilar)
}

// WarnSame warns about an existing object that a killed run may have created, although nothing but
// its values identifies it: its external ID looks generated, it has not been changed since its
// creation, and it has all values of the plan. model returns the resource's model of an object.
func (p *Planned) WarnSame(all []idm.Object, model func(idm.Object) any) {
	p.warnFirst(all, " with all values of this one, for example after a killed run, and has not been changed since",
		func(one idm.Object) bool {
			return one.Version <= 1 && uuid.Validate(one.ExtID) == nil && write.Matches(p.ctx, p.resp.Plan, model(one))
		})
}

// warnFirst warns about the first similar object that the state does not contain.
func (p *Planned) warnFirst(all []idm.Object, how string, isSimilar func(idm.Object) bool) {
	for _, one := range all {
		if p.unrecorded(one.ExtID) && isSimilar(one) {
			p.Warn(path.Root("ext_id"), "A similar object exists", fmt.Sprintf("The %s %q already exists%s. The service accepts a second "+
				"one. %s", p.of.Type.Title, one.ExtID, how, p.orImport(p.keyWith(one.ExtID))))
			return
		}
	}
}

// unrecorded reports whether the state does not contain an object of the planned type.
func (p *Planned) unrecorded(extID string) bool {
	key := keyOf(p.of.Type, p.keyWith(extID)...)
	_, single := p.run.recorded.Load(key)
	_, element := p.run.recorded.Load(elementOf + key)
	return !single && !element
}

// isSimilar compares an object of the service with the plan by the attributes of Similar.
func (p *Planned) isSimilar(object idm.Object) bool {
	var remote map[string]any
	text, err := json.Marshal(object.Value)
	if err != nil || json.Unmarshal(text, &remote) != nil {
		return false
	}
	return !slices.ContainsFunc(p.of.Type.Similar, func(attribute string) bool {
		value, _ := remote[objecttype.APIName(attribute)].(string)
		return value != p.Text(attribute)
	})
}

// inspectTaken looks for the external ID of a new object in the whole client or service, without
// limiting its requests for a replacement, or for a new grant or member among those of its owner: the
// service would accept a member again, and a later destroy would remove what another resource or team
// has added.
func (p *Planned) inspectTaken() {
	of, key := p.of.Type, rawTexts(p.resp.Plan.Raw, p.of.Type.Key...)
	owner, exists := p.owner()
	grant, own := of.Class == objecttype.Grant, key[len(key)-1]
	switch {
	case !p.Creates(), grant && (!exists || slices.Contains(key, "")):
		return
	case !grant && (own == "" || len(key) > 2 || p.of.lastPart() != "ext_id"):
		return
	case !grant:
		owner = ""
	}
	at := path.Root(p.of.lastPart())
	c := condition{Type: of.Name, Client: p.Text(clientPart), ExtID: own, Owner: owner}
	holder, known := p.run.holder(p.ctx, c, !p.successor, func(string) bool { return false })
	switch {
	case holder == "" && known && (owner != "" || !grant):
		p.RequiresFree(own, owner)
	case holder != "" && p.Adopts() && (grant || !p.RefuseArchived(at, own)):
		p.RefuseExisting(at)
	}
}

// RefuseArchived refuses to create or rename an object whose external ID, or another unique value
// at a path, belongs to an archived object of its type, and reports whether it does.
func (p *Planned) RefuseArchived(at path.Path, holder string) bool {
	found := p.Catalog.Find(p.ctx, lookups.NewTarget(p.of.Type, p.Text(clientPart), holder))
	if found.State != diagnostics.StateArchived {
		return false
	}
	summary, detail := diagnostics.Archived(p.of.Type.Name, holder)
	p.Protect(at, summary, detail)
	return true
}
