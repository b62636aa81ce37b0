package drift

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// names reads the objects that undeclared access refers to, each once. An object that cannot be
// read is shown with the values of the plan, or by its external ID.
func (s *search) names(ctx context.Context, all []undeclared) error {
	var about, users []access.ID
	for _, u := range all {
		owner, what := u.about()
		about = append(about, owner, what)
		if owner.Kind == access.Profile {
			users = append(users, owner)
		}
	}
	s.ask(ctx, about)
	for i, profile := range users {
		user, _ := s.get(profile).Owner.Known()
		users[i] = access.NewID(profile.Service, profile.Client, access.User, user)
	}
	s.ask(ctx, users)
	return ctx.Err()
}

// about returns the identities of the owner of an object and of the object that it gives.
func (u undeclared) about() (owner, what access.ID) {
	kinds := map[access.Kind][2]access.Kind{
		access.Grant: {access.Profile, access.Role}, access.EnterpriseGrant: {access.Profile, access.EnterpriseRole},
		access.Member: {access.EnterpriseRole, access.Role}, access.Assignment: {access.Client, access.Application},
		access.Credential: {access.User, access.Credential},
	}[u.list.Kind]
	l := u.list
	return access.NewID(l.Service, l.Client, kinds[0], l.Owner), access.NewID(l.Service, l.Client, kinds[1], u.gives())
}

// ask reads objects and adds them to the facts.
func (s *search) ask(ctx context.Context, ids []access.ID) {
	if s.service == nil {
		return
	}
	var group errgroup.Group
	group.SetLimit(concurrent)
	var mu sync.Mutex
	asked := map[access.ID]bool{}
	for _, id := range ids {
		row := types[id.Kind]
		if asked[id] || row == nil || id.ExtID == "" || !idm.ReadsOf(row).Gets() || s.facts.Get(id).Presence == access.Present {
			continue
		}
		asked[id] = true
		group.Go(func() error {
			found, err := idm.ReadsOf(row).Object(ctx, s.service.api, idm.Place{Client: id.Client}, id.ExtID)
			if err != nil {
				return nil
			}
			fact := factOf(listOf(id.Service, id.Client, id.Kind, ""), id.ExtID, found.Value)
			fact.Name = found.Name
			mu.Lock()
			defer mu.Unlock()
			s.facts.Add(fact.Object)
			if application, of := fact.Owner.Known(); id.Kind == access.Role && of && application != "" {
				known := access.NewID(id.Service, "", access.Application, application)
				s.known[known] = access.Object{ID: known, Name: fact.what}
			}
			return nil
		})
	}
	_ = group.Wait()
}

// get returns an object with the values of the service, or else those of a plan.
func (s *search) get(id access.ID) *access.Object {
	if o := s.facts.Get(id); o.Presence == access.Present {
		return o
	}
	known := s.known[id]
	return &known
}

func (s *search) named(id access.ID) Named { return Named{ExtID: id.ExtID, Name: s.get(id).Name} }
