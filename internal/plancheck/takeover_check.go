package plancheck

import (
	"cmp"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// MayTakeOver reports whether the plan creates an authoritative resource with known elements whose
// owner may have undeclared ones: the create refuses to take them over. The run does not create the
// owner.
func (p *Planned) MayTakeOver(attribute string) bool {
	if !p.Creates() || !p.Adopts() || !p.FullyKnown(attribute) {
		return false
	}
	key := p.wholeKey()
	owner := p.run.objects.add(cmp.Or(p.of.Type.Owner, objecttype.Client.Name), objecttype.ImportID(key...), plannedObject{})
	return !slices.Contains(key, "") && (p.successor || !owner.made)
}

// ManagesElement reports whether another resource of this run manages an element of a new
// authoritative resource, which replaces none.
func (p *Planned) ManagesElement(extID string) bool {
	id := objecttype.ImportID(append(p.wholeKey(), extID)...)
	return !p.successor && !p.run.objects.add(p.of.Type.Owns, id, plannedObject{}).unseen()
}

// WarnTakeover warns of undeclared elements, one reason for each.
func (p *Planned) WarnTakeover(at path.Path, reasons []string) {
	for _, d := range remedy.RefuseTakeover(p.of.Type.Name, p.wholeKey(), at, reasons) {
		p.Warn(at, d.Summary(), d.Detail())
	}
}

// wholeKey returns the planned key of an authoritative resource.
func (p *Planned) wholeKey() []string { return rawTexts(p.resp.Plan.Raw, p.of.Type.Key...) }
