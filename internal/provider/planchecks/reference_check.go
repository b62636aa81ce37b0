package planchecks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// checkRemoval checks the planned destroy of an object.
func (p *Planned) checkRemoval() {
	switch {
	case !p.looks():
	case p.removed() && p.of.Removes != nil:
		p.of.Removes(p)
	case p.of.Replaced != nil && p.replaced():
		p.of.Replaced(p)
	}
}

// begins reports whether the plan creates or changes the object, in this call.
func (p *Planned) begins() bool {
	return !p.unchanged && !p.removed() && !p.replaced()
}

// checkReferences looks up the objects that a created or changed object refers to, except those
// that this run creates.
func (p *Planned) checkReferences() {
	if !p.begins() || !p.looks() {
		return
	}
	p.warnAssigned()
	for _, reference := range p.of.Type.Refs {
		if p.Changes(reference.Attr) {
			p.look(reference)
		}
	}
}

// checkObject compares a created or changed object with the objects of the service. What exists
// already is never adopted silently, so a new external ID is always looked up.
func (p *Planned) checkObject() {
	if !p.begins() || p.unread {
		return
	}
	before := len(p.resp.Diagnostics)
	if p.inspectTaken(); len(p.resp.Diagnostics) > before || !p.looks() {
		return
	}
	if p.of.Inspect == nil {
		p.InspectUnique()
	} else {
		p.of.Inspect(p)
	}
	if len(p.resp.Diagnostics) == before {
		p.inspectSimilar()
	}
}

// look checks each new external ID in an attribute.
func (p *Planned) look(reference objecttype.Ref) {
	root := path.Root(reference.Attr)
	if text := p.Text(reference.Attr); text != "" {
		p.lookAt(root, reference, text)
		return
	}
	_, isSet := p.after(reference.Attr).(types.Set)
	had := slices.Sorted(slices.Values(rawElements(p.req.State.Raw, reference.Attr)))
	for _, extID := range slices.Sorted(slices.Values(rawElements(p.resp.Plan.Raw, reference.Attr))) {
		at := root.AtMapKey(extID)
		if isSet {
			at = root.AtSetValue(types.StringValue(extID))
		}
		if _, old := slices.BinarySearch(had, extID); !old && extID != "" {
			p.lookAt(at, reference, extID)
		}
	}
}

func (p *Planned) lookAt(at path.Path, reference objecttype.Ref, extID string) {
	target := lookups.NewTarget(objecttype.ByName(reference.To), p.Text(clientPart), extID)
	if p.run.creates(target.Type, target.Client, target.ExtID) {
		p.requiresOf(target)
		return
	}
	object := p.Catalog.Find(p.ctx, target)
	title, unusable := target.Type.Title, p.of.Unusable[reference.Attr]
	switch object.Status {
	case lookups.Missing:
		p.reportMissing(at, target)
	case lookups.Exists:
		p.requires(condition{Refers: reference.Attr, Type: target.Type.Name, ExtID: extID})
		role, _ := object.Value.(idm.Role)
		p.warnUnassigned(at, target, role.ApplicationExtID)
		if unusable == nil {
			return
		}
		if reason := unusable(object); reason != "" {
			p.Warn(at, "The "+title+" cannot be used here", fmt.Sprintf("The %s %q%s %s.", title, extID, inClient(target), reason))
		}
	}
}

// warnUnassigned warns of a grant without effect, once for each application and run: the application
// of its role is not assigned to the client. The service accepts the grant, so this is no error.
func (p *Planned) warnUnassigned(at path.Path, role lookups.Target, application string) {
	client, of := p.Text(clientPart), p.of.Type
	if p.run.Mode == ModeOff || application == "" || of != objecttype.Authorization && of != objecttype.ProfileAuthorizations {
		return
	}
	assigned := p.Catalog.Siblings(p.ctx, objecttype.ClientApplication, client, "")
	planned := p.run.declared.of(keyOf(objecttype.ClientApplications, client, application))
	has := func(one idm.Object) bool { return one.ExtID == application }
	if assigned == nil || planned[isCreated] != "" || slices.ContainsFunc(assigned, has) {
		return
	}
	if !p.run.first(lookups.NewTarget(objecttype.ClientApplication, client, application)) {
		return
	}
	p.resp.Diagnostics.AddAttributeWarning(at, "The application is not assigned", fmt.Sprintf("The role %q belongs to the application %q, "+
		"which is not assigned to the client %q: the grant has no effect until it is. Unless this plan or another one assigns it, add an "+
		"idm_client_application.", role.ExtID, application, client)+checksRemedy)
}

// reportMissing reports a reference to an object that does not exist, once for each object and run:
// the id of a resource in place of its external ID is certain to fail, any other object may be
// created before the apply, by a call that this run plans later.
func (p *Planned) reportMissing(at path.Path, target lookups.Target) {
	first := p.run.first(target)
	none := fmt.Sprintf("The service has no %s %q%s. ", target.Type.Title, target.ExtID, inClient(target))
	switch {
	case target.Client != "" && strings.HasPrefix(target.ExtID, target.Client+"/"):
		p.Refuse(at, "No such "+target.Type.Title, none+fmt.Sprintf("This is the id of a resource, which is its import ID. Refer to "+
			"ext_id instead, such as idm_%s.example.ext_id.", target.Type.Name))
	case first || p.successor:
		p.Warn(at, "No such "+target.Type.Title, strings.TrimSpace(none+p.offer(target))+"\n\n"+howToRefer(target))
	}
}

// offer suggests names for an object that does not exist. A name of another client is no typing
// error, but that client may be the right one.
func (p *Planned) offer(target lookups.Target) string {
	if others := p.Catalog.Elsewhere(p.ctx, target); len(others) > 0 {
		return fmt.Sprintf("It exists in %s: the client may be wrong.", suggest.Quoted(others))
	}
	return suggest.Offer(target.ExtID, p.Catalog.Names(p.ctx, target))
}

// howToRefer explains which attribute a reference uses.
func howToRefer(t lookups.Target) string {
	client := ""
	switch {
	case t.Type == objecttype.Client:
		client = " If it is another one, correct client_ext_id here, in the provider block or in IDM_CLIENT_EXT_ID."
	case t.Client != "":
		client = fmt.Sprintf(" If it belongs to another client than %q, set client_ext_id, or use the provider configuration of "+
			"that client.", t.Client)
	}
	return fmt.Sprintf("Refer to an object of the same configuration by an attribute of its resource, such as idm_%s.example.ext_id, "+
		"or with depends_on, so that it is created first.%s", t.Type.Name, client)
}

func inClient(t lookups.Target) string {
	if t.Client == "" {
		return ""
	}
	return fmt.Sprintf(" in the client %q", t.Client)
}
