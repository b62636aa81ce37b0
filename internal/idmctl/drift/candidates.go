package drift

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Candidate is an object of the report that could be imported.
type Candidate struct {
	// Kind is the resource type that could manage the object, without the prefix idm_.
	Kind string `json:"kind"`
	// ID is the import ID.
	ID string `json:"id"`
	// Reason is why the object cannot be imported, and what to do instead; "" if it can.
	Reason string `json:"reason,omitempty"`
}

// Candidates returns the undeclared and unmanaged objects of the report.
func (r *Report) Candidates() []Candidate {
	all := slices.Clone(r.Undeclared)
	if r.Unmanaged != nil {
		all = append(all, r.Unmanaged.Objects...)
	}
	candidates := make([]Candidate, len(all))
	for i, o := range all {
		candidates[i] = Candidate{Kind: o.Kind, ID: o.ID}
		switch {
		case o.imported != "":
			candidates[i].Reason = "the next apply imports it as " + o.imported
		case o.RemovedBy != "":
			candidates[i].Reason = "add it to " + o.RemovedBy + ", which manages all of them and removes it with the next apply"
		case o.Kind == credential:
			candidates[i].Reason = "it is a credential of the type " + o.Name + ", whose secret no read shows: declare and import it by " +
				"hand, or delete it"
		}
	}
	return candidates
}

// Root describes the root module, according to its plan.
type Root struct {
	// Addresses maps resource types and import IDs to the addresses of objects that a reference can
	// lead to.
	Addresses map[string]map[string]string
	// Authoritative reports that the module declares the grants of profiles only in authoritative
	// resources.
	Authoritative bool
	// Providers counts the objects of the service by provider configuration, such as idm.second.
	Providers map[string]int
}

// Root returns the root module of the report. With several root modules, no object can be
// referenced. part is the name of the plan whose root module gets the addition, "" for the only
// one.
func (r *Report) Root(service *Service, part string) Root {
	root := Root{Addresses: map[string]map[string]string{}}
	single, sets := false, false
	for _, change := range r.plan.Changes {
		row := objecttype.ByTypeName(change.Type)
		if row == nil || change.After == nil {
			continue
		}
		single = single || row == objecttype.Authorization || row == objecttype.EnterpriseAuthorization
		sets = sets || row.Class == objecttype.Set && row.Owner == objecttype.Profile.Name
		kept := change.Before != nil && !change.Deposed && (change.Action == plan.NoOp || change.Action == plan.Update)
		isInRoot := strings.HasPrefix(change.Address, change.Type+".") && len(r.plan.Parts()) == 1
		if !kept || !isInRoot || !service.holds(r.plan, change.Service) {
			continue
		}
		if root.Addresses[change.Type] == nil {
			root.Addresses[change.Type] = map[string]string{}
		}
		root.Addresses[change.Type][change.Before.Text("id")] = change.Address
	}
	root.Authoritative, root.Providers = sets && !single, r.providers(service, part)
	return root
}

// providers counts the objects of the service by the provider configuration of a root module. A
// configuration without objects counts zero. part is the name of the plan of the root.
func (r *Report) providers(service *Service, part string) map[string]int {
	uses := map[string]int{}
	count := func(config, held string, by int) {
		config, inPart := plan.Part{Name: part}.Local(config)
		if inPart && config != "" && !strings.Contains(config, ":") && service.holds(r.plan, held) {
			uses[config] += by
		}
	}
	for _, at := range r.plan.Services {
		for _, config := range at.Configs {
			count(config, at.ID, 0)
		}
	}
	for _, change := range r.plan.Changes {
		count(change.Config, change.Service, 1)
	}
	return uses
}
