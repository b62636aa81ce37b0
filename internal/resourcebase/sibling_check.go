package resourcebase

import (
	"fmt"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// Siblings are the objects among which an external id and a name are unique.
type Siblings struct {
	// Parent names the attribute of the object that they stand below, "" for those of a client or of
	// the service; ParentKind is what it is.
	Parent     string
	ParentKind references.Kind
	// Unique names the attribute that no two of them share, "" when there is none. Title is what
	// people call it, Where is the place in which it is unique.
	Unique, Title, Where string
}

// InspectSiblings looks for the external id and the unique attribute of a created or renamed object
// among its siblings.
func (p Planned) InspectSiblings(s Siblings) {
	client, own := p.Text(clientPart), p.Text("ext_id")
	if !p.Creates() && !p.Changes(s.Unique) || s.Parent != "" && p.Text(s.Parent) == "" {
		return
	}
	if _, planned := p.Catalog.Seen(references.NewTarget(s.ParentKind, client, p.Text(s.Parent))); s.Parent != "" && planned {
		return
	}
	for _, sibling := range p.Catalog.Siblings(p.ctx, references.Kind(p.Noun), client, p.Text(s.Parent)) {
		if p.Creates() && sibling.ExtID == own {
			p.objectTaken()
			return
		}
		_, changed := p.Catalog.Seen(references.NewTarget(references.Kind(p.Noun), client, sibling.ExtID))
		if name := p.Text(s.Unique); name != "" && sibling.Name == name && sibling.ExtID != own && !changed && !p.Remakes(sibling.ExtID) {
			p.Adoptable(path.Root(s.Unique), "The "+s.Title+" is taken", fmt.Sprintf("The %s %q has the %s %q already, which is unique %s. "+
				"Choose another %s.", p.title(), sibling.ExtID, s.Title, name, s.Where, s.Title), p.keyWith(sibling.ExtID)...)
		}
	}
}

// inspectTaken looks for the external id of a new object wherever it is.
func (p Planned) inspectTaken() {
	own := p.Text("ext_id")
	if !p.Creates() || own == "" || p.Key[len(p.Key)-1] != "ext_id" || len(p.Key) > 2 {
		return
	}
	if p.Catalog.Taken(p.ctx, references.NewTarget(references.Kind(p.Noun), p.Text(clientPart), own)) {
		p.objectTaken()
	}
}

func (p Planned) objectTaken() {
	if own := p.Text("ext_id"); p.Adopts() {
		p.Adoptable(path.Root("ext_id"), "The external id is taken", fmt.Sprintf("The %s %q is there already.", p.title(), own),
			p.keyWith(own)...)
	}
}

// keyWith is the key of the object with another external id.
func (p Planned) keyWith(extID string) []string {
	key := make([]string, len(p.Key))
	for i, part := range p.Key {
		key[i] = p.Text(part)
	}
	key[len(key)-1] = extID
	return key
}

// HolderOf returns the external id of the object among its siblings that has a name, "" when there
// is none. It only makes an error say more, so an error of its own counts as nothing found.
func HolderOf[T any](siblings iter.Seq2[T, error], of func(T) (extID, name string), name string) string {
	for sibling, err := range siblings {
		if err != nil {
			return ""
		}
		if extID, held := of(sibling); name != "" && held == name {
			return extID
		}
	}
	return ""
}
