package drift

import (
	"fmt"
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

// Candidates returns the undeclared and unmanaged objects of the report, each once.
func (r *Report) Candidates() []Candidate {
	planned := r.plannedImports()
	var all []Candidate
	seen := map[Candidate]bool{}
	add := func(kind, id, reason string) {
		key := Candidate{Kind: kind, ID: id}
		if seen[key] {
			return
		}
		seen[key] = true
		if address := planned.of(key); address != "" {
			reason = "the next apply imports it as " + address
		}
		all = append(all, Candidate{kind, id, reason})
	}
	for _, u := range r.Undeclared {
		id, reason := u.ID, inSet(u.RemovedBy)
		if u.Kind == credential {
			id = objecttype.ImportID(u.Client, u.User.ExtID, u.ExtID)
			reason = fmt.Sprintf("it is a credential of the type %s, whose secret no read shows: declare and import it by hand, "+
				"or delete it", u.Type)
		}
		add(u.Kind, id, reason)
	}
	if r.Unmanaged != nil {
		for _, object := range r.Unmanaged.Objects {
			add(object.Kind, object.ID, "")
		}
	}
	return all
}

// inSet returns the reason for an element of an authoritative resource.
func inSet(address string) string {
	if address == "" {
		return ""
	}
	return "add it to " + address + ", which manages all of them and removes it with the next apply"
}

// imports maps the objects that a plan imports to their addresses.
type imports map[Candidate]string

// of returns the address that imports an object, by itself or as an element of an authoritative
// resource.
func (i imports) of(object Candidate) string {
	if address := i[object]; address != "" {
		return address
	}
	for _, set := range objecttype.OfClass(objecttype.Set) {
		if end := strings.LastIndex(object.ID, "/"); set.Owns == object.Kind && end > 0 {
			return i[Candidate{Kind: set.Name, ID: object.ID[:end]}]
		}
	}
	return ""
}

func (r *Report) plannedImports() imports {
	planned := imports{}
	for _, change := range r.plan.Changes {
		if row := objecttype.ByTypeName(change.Type); row != nil && change.Imported {
			planned[Candidate{Kind: row.Name, ID: change.Before.Text("id")}] = change.Address
		}
	}
	return planned
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
