package plancheck

import (
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// Sharing are two resources that can manage the same objects: one that holds all of a parent, and
// one for a single object.
type Sharing struct {
	// Whole and Single are their names without the provider's prefix.
	Whole, Single string
	// Parent names the attributes that both have: whose objects they are.
	Parent []string
}

// The resources that share their objects.
var (
	SharedAuthorizations           = Sharing{"profile_authorizations", "authorization", []string{"client_ext_id", "profile_ext_id"}}
	SharedEnterpriseAuthorizations = Sharing{"profile_enterprise_authorizations", "enterprise_authorization",
		[]string{"client_ext_id", "profile_ext_id"}}
	SharedEnterpriseRoleMembers = Sharing{"enterprise_role_members", "enterprise_role_member",
		[]string{"client_ext_id", "enterprise_role_ext_id"}}
	SharedClientApplications = Sharing{"client_applications", "client_application", []string{"client_ext_id"}}
)

// sharers remembers which of two sharing resources a run has planned for each parent.
type sharers struct {
	mu sync.Mutex
	by map[string]*sharer
}

type sharer struct{ whole, single, warned bool }

// clash notes a resource of a parent, and reports whether both kinds now exist for the first time.
func (s *sharers) clash(shared Sharing, noun, parent string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = map[string]*sharer{}
	}
	at := s.by[shared.Whole+" "+parent]
	if at == nil {
		at = &sharer{}
		s.by[shared.Whole+" "+parent] = at
	}
	at.whole, at.single = at.whole || noun == shared.Whole, at.single || noun == shared.Single
	first := at.whole && at.single && !at.warned
	at.warned = at.warned || first
	return first
}

// checkSharing warns in the plan, once for each parent, when both resources of a sharing manage the
// objects of the same parent. A parent that is not known yet is not compared.
func (p *Planned) checkSharing() {
	s := p.of.Shared
	if s.Whole == "" || p.resp.Plan.Raw.IsNull() {
		return
	}
	parts := make([]string, len(s.Parent))
	for i, name := range s.Parent {
		if parts[i] = p.Text(name); parts[i] == "" {
			return
		}
	}
	parent, last := objecttype.ImportID(parts...), s.Parent[len(s.Parent)-1]
	if !p.run.sharers.clash(s, p.of.Noun, parent) {
		return
	}
	p.resp.Diagnostics.AddAttributeWarning(path.Root(last), "Managed twice",
		fmt.Sprintf("Both idm_%s and idm_%s manage the %s of %s. The first holds all of them: it removes what it does not name, and takes "+
			"over what it does. "+
			"Use one of the two for each %s, and take the other out of the configuration with a `removed` block that leaves the objects in place.",
			s.Whole, s.Single, remedy.Title(s.Whole), parent, remedy.Title(last)))
}
