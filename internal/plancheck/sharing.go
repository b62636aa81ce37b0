package plancheck

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// sharing returns the authoritative type that can manage the same objects as t, which can be t
// itself, otherwise nil.
func sharing(t *objecttype.Type) *objecttype.Type {
	if t.Single() != nil {
		return t
	}
	for _, whole := range objecttype.OfClass(objecttype.Set) {
		if whole.Single() == t {
			return whole
		}
	}
	return nil
}

// sharers remembers which of two sharing resources a run has planned for each parent.
type sharers struct {
	mu sync.Mutex
	by map[string]*sharer
}

// sharer holds what is planned for one parent: the elements of its authoritative resource, nil until
// all of them are known, and the elements of single resources.
type sharer struct {
	whole, single, warned bool
	listed, singles       map[string]bool
}

// at returns what is planned for a parent. The caller holds the lock.
func (s *sharers) at(whole *objecttype.Type, parent string) *sharer {
	if s.by == nil {
		s.by = map[string]*sharer{}
	}
	key := whole.Name + " " + parent
	if s.by[key] == nil {
		s.by[key] = &sharer{singles: map[string]bool{}}
	}
	return s.by[key]
}

// clash records a resource of a parent, and reports whether this is the first time that both kinds
// exist.
func (s *sharers) clash(whole, of *objecttype.Type, parent string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.at(whole, parent)
	at.whole, at.single = at.whole || of == whole, at.single || of != whole
	first := at.whole && at.single && !at.warned
	at.warned = at.warned || first
	return first
}

// unlisted records the elements of a resource of a parent, and returns elements of single resources
// that the authoritative resource lacks.
func (s *sharers) unlisted(whole, of *objecttype.Type, parent string, elements map[string]bool) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.at(whole, parent)
	if of == whole {
		at.listed, elements = elements, at.singles
	} else {
		maps.Copy(at.singles, elements)
	}
	if at.listed == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(elements)), func(element string) bool { return at.listed[element] })
}

// sharedParent returns the authoritative type that can manage a planned object, and the parent of
// its elements; nil without such a type, and while the parent is not known.
func (p *Planned) sharedParent() (whole *objecttype.Type, parent string) {
	whole = sharing(p.of.Type)
	if whole == nil || p.resp.Plan.Raw.IsNull() {
		return nil, ""
	}
	parts := rawTexts(p.resp.Plan.Raw, whole.Key...)
	if slices.Contains(parts, "") {
		return nil, ""
	}
	return whole, objecttype.ImportID(parts...)
}

// checkSharing warns once for each parent if both resources manage its objects.
func (p *Planned) checkSharing() {
	whole, parent := p.sharedParent()
	if whole == nil || !p.run.sharers.clash(whole, p.of.Type, parent) {
		return
	}
	last := whole.Key[len(whole.Key)-1]
	p.resp.Diagnostics.AddAttributeWarning(path.Root(last), "Managed twice",
		fmt.Sprintf("Both idm_%s and idm_%s manage the %s of %s. The first is authoritative: it removes all others, and adopts the ones "+
			"that it lists. Use one of the two for each %s, and remove the other from the configuration with a `removed` block that "+
			"leaves the objects in place.",
			whole.Name, whole.Owns, whole.Title, parent, remedy.Title(last)))
}

// refuseUnlisted reports an element that a single resource declares and the authoritative resource
// of the same parent does not list: each apply would add or remove it, and no plan would be empty.
// The second of the two calls reports it.
func (p *Planned) refuseUnlisted() bool {
	whole, parent := p.sharedParent()
	if whole == nil {
		return false
	}
	elements, known := listed(p.resp.Plan.Raw, p.of.Type.Gives.Attr)
	if !known {
		return false
	}
	unlisted := p.run.sharers.unlisted(whole, p.of.Type, parent, elements)
	if len(unlisted) == 0 {
		return false
	}
	p.RefuseAll(diag.Diagnostics{diag.WithPath(path.Root(p.of.Type.Gives.Attr), diag.NewErrorDiagnostic("Managed twice",
		fmt.Sprintf("Object: %[1]s %[2]q of %[3]s\n\nA resource idm_%[4]s declares this object, and the resource idm_%[5]s of %[3]s does "+
			"not list it in %[6]s. The second is authoritative and removes everything else, so each apply would undo the other resource. "+
			"Nothing was changed. Either list the object in %[6]s and remove the resource idm_%[4]s, with a `removed` block that has "+
			"destroy = false if it is in the state, or remove the resource idm_%[5]s with such a block and declare each of its objects "+
			"with idm_%[4]s.",
			objecttype.ByName(whole.Owns).Title, unlisted[0], parent, whole.Owns, whole.Name, whole.Gives.Attr)))})
	return true
}

// listed returns the elements in an attribute of an authoritative resource, or the one of a single
// resource, and whether all of them are known.
func listed(object tftypes.Value, attribute string) (elements map[string]bool, known bool) {
	var values map[string]tftypes.Value
	if object.As(&values) != nil || values[attribute].IsNull() || !values[attribute].IsKnown() {
		return nil, false
	}
	if values[attribute].Type().Is(tftypes.Set{}) && !values[attribute].IsFullyKnown() {
		return nil, false
	}
	elements = map[string]bool{}
	for _, extID := range referred(object, objecttype.Ref{Attr: attribute}) {
		elements[extID] = true
	}
	return elements, true
}
