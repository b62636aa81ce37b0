package drift

import (
	"cmp"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Access is undeclared access, which no state contains.
type Access struct {
	// Undeclared are the undeclared grants on managed profiles, by person.
	Undeclared []Grant `json:"undeclared"`
	// Members are the undeclared roles of enterprise roles that are managed or used by a declared
	// grant.
	Members []Member `json:"members,omitempty"`
	// Applications are the undeclared assignments to clients with managed assignments.
	Applications []Assignment `json:"applications,omitempty"`
	// Credentials are the undeclared credentials of managed technical users.
	Credentials []Credential `json:"credentials,omitempty"`
	// Missing are the lists that could not be read.
	Missing []tenant.Missing `json:"missing,omitempty"`
	// NotSearched are the parts that were not searched, with the reasons.
	NotSearched []string `json:"not_searched,omitempty"`
}

func (a *Access) notSearched(reason string) {
	if !slices.Contains(a.NotSearched, reason) {
		a.NotSearched = append(a.NotSearched, reason)
	}
}

func (a *Access) count() int {
	return len(a.Undeclared) + len(a.Members) + len(a.Applications) + len(a.Credentials)
}

// Named identifies an object by its external ID, and its name if known.
type Named struct {
	ExtID string `json:"ext_id"`
	Name  string `json:"name,omitempty"`
}

// Grant is an undeclared grant.
type Grant struct {
	// Kind is authorization or enterprise_authorization: the resource type that could manage the
	// grant, without the prefix idm_.
	Kind string `json:"kind"`
	// ID is the import ID, "" if only a plan shows the grant.
	ID     string `json:"id,omitempty"`
	Client string `json:"client"`
	// User is the user of the profile; nil if it is not known.
	User        *Named `json:"user,omitempty"`
	Profile     Named  `json:"profile"`
	Role        Named  `json:"role"`
	Application *Named `json:"application,omitempty"`
	// Global lists the objects that the open data rooms cover, such as clients.
	Global []string `json:"global,omitempty"`
	From   string   `json:"from,omitempty"`
	To     string   `json:"to,omitempty"`
	// Expired reports that the grant ended before the report was created.
	Expired bool `json:"expired,omitempty"`
	// RemovedBy is the address of the authoritative resource whose next apply removes it; "" for none.
	RemovedBy    string `json:"removed_by,omitempty"`
	Version      int64  `json:"version,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
}

// Member is an undeclared role of an enterprise role. Every holder of the enterprise role has it.
type Member struct {
	// ID is the import ID of idm_enterprise_role_member.
	ID             string `json:"id"`
	Client         string `json:"client"`
	EnterpriseRole Named  `json:"enterprise_role"`
	Role           Named  `json:"role"`
	Application    *Named `json:"application,omitempty"`
	// Unmanaged reports that no state contains the enterprise role or its roles, and a declared
	// grant uses it.
	Unmanaged bool `json:"unmanaged,omitempty"`
	// RemovedBy is the address of the authoritative resource whose next apply removes it; "" for none.
	RemovedBy string `json:"removed_by,omitempty"`
}

// Assignment is an undeclared application of a client.
type Assignment struct {
	// ID is the import ID of idm_client_application.
	ID          string `json:"id"`
	Client      string `json:"client"`
	Application Named  `json:"application"`
	RemovedBy   string `json:"removed_by,omitempty"`
}

// Credential is an undeclared credential of a technical user.
type Credential struct {
	Client string `json:"client"`
	User   Named  `json:"user"`
	// Type is the type in the service, such as PASSWORD.
	Type         string `json:"type"`
	ExtID        string `json:"ext_id"`
	LastModified string `json:"last_modified,omitempty"`
}

// report adds the undeclared objects to the report.
func (s *search) report(all []undeclared) {
	for _, u := range all {
		switch u.list.Kind {
		case access.Member:
			s.access.Members = append(s.access.Members, s.member(u))
		case access.Assignment:
			_, what := u.about()
			s.access.Applications = append(s.access.Applications, Assignment{ID: objecttype.ImportID(u.Client, u.gives()), Client: u.Client,
				Application: Named{u.gives(), cmp.Or(u.Name, s.get(what).Name)}, RemovedBy: u.removedBy})
		case access.Credential:
			owner, _ := u.about()
			s.access.Credentials = append(s.access.Credentials, Credential{Client: u.Client, User: s.named(owner),
				Type: u.what, ExtID: u.ownID, LastModified: u.record.LastModified})
		default:
			s.access.Undeclared = append(s.access.Undeclared, s.grant(u))
		}
	}
	s.sort()
}

func (s *search) grant(u undeclared) Grant {
	profile, what := u.about()
	g := Grant{
		Kind: types[u.list.Kind].Name, Client: u.list.Client, Profile: s.named(profile), Role: s.named(what),
		Application: s.application(what),
		From:        timeOf(u.From), To: timeOf(u.To), RemovedBy: u.removedBy, Version: u.record.Version,
		LastModified: u.record.LastModified,
	}
	if user, known := s.get(profile).Owner.Known(); known && user != "" {
		g.User = new(s.named(access.NewID(profile.Service, profile.Client, access.User, user)))
	}
	if u.ownID != "" {
		g.ID = objecttype.ImportID(u.list.Client, u.list.Owner, u.ownID)
	}
	for i, room := range grants.Rooms {
		if u.Rooms.May(access.Room(i)) {
			g.Global = append(g.Global, room.Objects)
		}
	}
	if end, known := u.To.Known(); known {
		at, limited := end.Time()
		g.Expired = limited && at.Before(time.Now())
	}
	return g
}

func (s *search) member(u undeclared) Member {
	owner, what := u.about()
	return Member{
		ID: objecttype.ImportID(u.Client, u.list.Owner, u.gives()), Client: u.Client, EnterpriseRole: s.named(owner), Role: s.named(what),
		Application: s.application(what), Unmanaged: !s.managed[u.list], RemovedBy: u.removedBy,
	}
}

// application returns the application of a role; nil if it is not known.
func (s *search) application(role access.ID) *Named {
	application, known := s.get(role).Owner.Known()
	if role.Kind != access.Role || !known || application == "" {
		return nil
	}
	return new(s.named(access.NewID(role.Service, "", access.Application, application)))
}

func (s *search) sort() {
	person := func(g Grant) string {
		if g.User == nil {
			return "\uffff" + g.Profile.ExtID
		}
		return g.User.label() + "\x00" + g.User.ExtID
	}
	slices.SortStableFunc(s.access.Undeclared, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(person(a), person(b)), cmp.Compare(a.Profile.ExtID, b.Profile.ExtID),
			cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Role.label(), b.Role.label()),
			cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(s.access.Members, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.EnterpriseRole.label(), b.EnterpriseRole.label()),
			cmp.Compare(a.Role.label(), b.Role.label()), cmp.Compare(a.ID, b.ID))
	})
}

// rank sorts global access first, and expired grants last.
func (g Grant) rank() int {
	if g.Expired {
		return 1
	}
	return -len(g.Global)
}

func (n Named) label() string { return cmp.Or(n.Name, n.ExtID) }
