package plancheck

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// Siblings are the objects among which an external ID and a name are unique.
type Siblings struct {
	// Parent names the attribute of the object that they belong to, "" for objects of a client or of the
	// service; ParentKind is the kind of that object.
	Parent     string
	ParentKind references.Kind
	// Unique names the attribute that no two of them share, "" for none. Title is its name in a
	// sentence, and Where names the siblings in a sentence.
	Unique, Title, Where string
}

// InspectSiblings looks for the external ID and the unique attribute of a created or renamed object
// among its siblings.
func (p *Planned) InspectSiblings(s Siblings) {
	client, own := p.Text(clientPart), p.Text("ext_id")
	if !p.Creates() && !p.Changes(s.Unique) || s.Parent != "" && p.Text(s.Parent) == "" {
		return
	}
	if _, planned := p.Catalog.Seen(references.NewTarget(s.ParentKind, client, p.Text(s.Parent))); s.Parent != "" && planned {
		return
	}
	for _, sibling := range p.Catalog.Siblings(p.ctx, references.Kind(p.of.Noun), client, p.Text(s.Parent)) {
		if p.Creates() && sibling.ExtID == own {
			p.objectTaken()
			return
		}
		_, changed := p.Catalog.Seen(references.NewTarget(references.Kind(p.of.Noun), client, sibling.ExtID))
		if name := p.Text(s.Unique); name != "" && sibling.Name == name && sibling.ExtID != own && !changed && !p.Remakes(sibling.ExtID) {
			p.WarnTaken(path.Root(s.Unique), "The "+s.Title+" is taken", fmt.Sprintf("The %s %q already has the %s %q, which is unique %s. "+
				"Choose another %s.", p.of.title(), sibling.ExtID, s.Title, name, s.Where, s.Title), p.keyWith(sibling.ExtID)...)
		}
	}
}

// inspectTaken looks for the external ID of a new object wherever it is.
func (p *Planned) inspectTaken() {
	own := p.Text("ext_id")
	if !p.Creates() || own == "" || p.of.lastPart() != "ext_id" || len(p.of.Key) > 2 {
		return
	}
	if p.Catalog.Taken(p.ctx, references.NewTarget(references.Kind(p.of.Noun), p.Text(clientPart), own)) {
		p.objectTaken()
	}
}

func (p *Planned) objectTaken() {
	if own := p.Text("ext_id"); p.Adopts() {
		p.WarnTaken(path.Root("ext_id"), "The external ID is taken", fmt.Sprintf("The %s %q already exists.", p.of.title(), own),
			p.keyWith(own)...)
	}
}
