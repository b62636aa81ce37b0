package plancheck

import (
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// sharing returns the authoritative type and the type of a single object when a type is one of two
// that can manage the same objects; nil for other types. Both have the key of the whole.
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

// clash notes a resource of a parent, and reports whether both kinds now exist for the first time.
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

// checkSharing warns in the plan, once for each parent, when both resources of a sharing manage the
// objects of the same parent. A parent that is not known yet is not compared.
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
		fmt.Sprintf("Both idm_%s and idm_%s manage the %s of %s. The first holds all of them: it removes what it does not name, and takes "+
			"over what it does. "+
			"Use one of the two for each %s, and take the other out of the configuration with a `removed` block that leaves the objects "+
			"in place.",
			whole.Name, single.Name, whole.Title, parent, remedy.Title(last)))
}
