package plancheck

import (
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// sharing returns the authoritative type and the single-object type that can manage the same
// objects if t is one of the two, otherwise nil.
func sharing(t *objecttype.Type) (whole, single *objecttype.Type) {
	if single = t.Single(); single != nil {
		return t, single
	}
	for _, whole := range objecttype.OfClass(objecttype.Set) {
		if whole.Single() == t {
			return whole, t
		}
	}
	return nil, nil
}

// sharers remembers which of two sharing resources a run has planned for each parent.
type sharers struct {
	mu sync.Mutex
	by map[string]*sharer
}

type sharer struct{ whole, single, warned bool }

// clash records a resource of a parent, and reports whether this is the first time that both kinds
// exist.
func (s *sharers) clash(whole, of *objecttype.Type, parent string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = map[string]*sharer{}
	}
	at := s.by[whole.Name+" "+parent]
	if at == nil {
		at = &sharer{}
		s.by[whole.Name+" "+parent] = at
	}
	at.whole, at.single = at.whole || of == whole, at.single || of != whole
	first := at.whole && at.single && !at.warned
	at.warned = at.warned || first
	return first
}

// checkSharing warns once for each parent if both resources manage its objects. It ignores a parent
// that is not known yet.
func (p *Planned) checkSharing() {
	whole, single := sharing(p.of.Type)
	if whole == nil || p.resp.Plan.Raw.IsNull() {
		return
	}
	parts := make([]string, len(whole.Key))
	for i, name := range whole.Key {
		if parts[i] = p.Text(name); parts[i] == "" {
			return
		}
	}
	parent, last := objecttype.ImportID(parts...), whole.Key[len(whole.Key)-1]
	if !p.run.sharers.clash(whole, p.of.Type, parent) {
		return
	}
	p.resp.Diagnostics.AddAttributeWarning(path.Root(last), "Managed twice",
		fmt.Sprintf("Both idm_%s and idm_%s manage the %s of %s. The first is authoritative: it removes all others, and adopts the ones "+
			"that it lists. Use one of the two for each %s, and remove the other from the configuration with a `removed` block that "+
			"leaves the objects "+
			"in place.",
			whole.Name, single.Name, whole.Title, parent, remedy.Title(last)))
}
