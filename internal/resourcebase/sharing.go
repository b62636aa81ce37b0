package resourcebase

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// Sharing are two resources that can manage the same objects: one that holds all of a parent, and
// one for a single object.
type Sharing struct {
	// Whole and Single are their names without the provider's prefix.
	Whole, Single string
	// Parent names the attributes that both have: whose objects they are.
	Parent Key
}

// The resources that share their objects.
var (
	SharedAuthorizations           = Sharing{"profile_authorizations", "authorization", Key{"client_ext_id", "profile_ext_id"}}
	SharedEnterpriseAuthorizations = Sharing{"profile_enterprise_authorizations", "enterprise_authorization",
		Key{"client_ext_id", "profile_ext_id"}}
	SharedEnterpriseRoleMembers = Sharing{"enterprise_role_members", "enterprise_role_member", Key{"client_ext_id", "enterprise_role_ext_id"}}
	SharedClientApplications    = Sharing{"client_applications", "client_application", Key{"client_ext_id"}}
)

// planned remembers which of two sharing resources a run has planned for each parent.
type planned struct {
	mu sync.Mutex
	by map[string]*planners
}

type planners struct{ whole, single, warned bool }

// clash notes a resource of a parent, and reports whether both kinds are there now for the first
// time.
func (p *planned) clash(s Sharing, noun, parent string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.by == nil {
		p.by = map[string]*planners{}
	}
	at := p.by[s.Whole+" "+parent]
	if at == nil {
		at = &planners{}
		p.by[s.Whole+" "+parent] = at
	}
	at.whole, at.single = at.whole || noun == s.Whole, at.single || noun == s.Single
	first := at.whole && at.single && !at.warned
	at.warned = at.warned || first
	return first
}

// WarnShared warns in the plan, once for each parent, when both resources of a sharing manage the
// objects of the same parent. A parent that is not known yet is not compared.
func (r *Resource) WarnShared(ctx context.Context, resp *resource.ModifyPlanResponse, s Sharing) {
	if resp.Plan.Raw.IsNull() || r.Provider == nil || resp.Diagnostics.HasError() {
		return
	}
	parts := make([]string, len(s.Parent))
	for i, name := range s.Parent {
		var part types.String
		resp.Diagnostics.Append(resp.Plan.GetAttribute(ctx, path.Root(name), &part)...)
		if parts[i] = part.ValueString(); parts[i] == "" {
			return
		}
	}
	if parent := ID(parts...); r.planned.clash(s, r.Noun, parent) {
		resp.Diagnostics.AddAttributeWarning(path.Root(s.Parent[len(s.Parent)-1]), "Managed twice",
			fmt.Sprintf("Both idm_%s and idm_%s manage the %s of %s. The first holds all of them: it removes what it does not name, and takes "+
				"over what it does. "+
				"Use one of the two for each %s, and take the other out of the configuration with a `removed` block that leaves the objects in place.",
				s.Whole, s.Single, remedy.Title(s.Whole), parent, remedy.Title(s.Parent[len(s.Parent)-1])))
	}
}
