package drift

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// Named identifies an object by its external ID, and its name if known.
type Named struct {
	ExtID string `json:"ext_id"`
	Name  string `json:"name,omitempty"`
}

// Undeclared is an undeclared object that gives access: a grant on a managed profile, a role of an
// enterprise role that is managed or used by a declared grant, an application of a client with
// managed assignments, or a credential of a managed technical user.
type Undeclared struct {
	// Kind is the resource type that could manage the object, without the prefix idm_; credential
	// for all types of credentials.
	Kind string `json:"kind"`
	// ID is the import ID; "" for a credential.
	ID     string `json:"id,omitempty"`
	Client string `json:"client"`
	// User is the user of the profile or the credential; nil if it is not known.
	User           *Named `json:"user,omitempty"`
	Profile        *Named `json:"profile,omitempty"`
	EnterpriseRole *Named `json:"enterprise_role,omitempty"`
	// Role is the role or the enterprise role that the object gives, Application the application of
	// the role or of the assignment.
	Role        *Named `json:"role,omitempty"`
	Application *Named `json:"application,omitempty"`
	// Type is the type of a credential in the service, such as PASSWORD, and ExtID its external ID.
	Type  string `json:"type,omitempty"`
	ExtID string `json:"ext_id,omitempty"`
	// Global lists the objects that the open data rooms cover, such as clients.
	Global []string `json:"global,omitempty"`
	From   string   `json:"from,omitempty"`
	To     string   `json:"to,omitempty"`
	// Expired reports that the grant ended before the report was created.
	Expired bool `json:"expired,omitempty"`
	// Unmanaged reports that no state contains the enterprise role or its roles, and a declared
	// grant uses it.
	Unmanaged bool `json:"unmanaged,omitempty"`
	// RemovedBy is the address of the authoritative resource whose next apply removes it; "" for
	// none.
	RemovedBy    string `json:"removed_by,omitempty"`
	Version      int64  `json:"version,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
}

// report adds the undeclared objects to the report.
func (s *search) report(all []undeclared) {
	for _, u := range all {
		s.Undeclared = append(s.Undeclared, s.row(u))
	}
	slices.SortStableFunc(s.Undeclared, func(a, b Undeclared) int {
		return cmp.Or(cmp.Compare(min(a.rank(), 0), min(b.rank(), 0)), cmp.Compare(a.part(), b.part()), cmp.Compare(a.rank(), b.rank()),
			strings.Compare(a.order(), b.order()))
	})
}

func (s *search) row(u undeclared) Undeclared {
	owner, what := u.about()
	id := keyOf(u.list, u.ownID)
	r := Undeclared{Kind: id.kind, ID: id.id, Client: u.list.Client, RemovedBy: u.removedBy, Version: u.record.Version,
		LastModified: u.record.LastModified, From: timeOf(u.From), To: timeOf(u.To), Application: s.application(what)}
	switch u.list.Kind {
	case access.Member:
		r.EnterpriseRole, r.Role, r.Unmanaged = s.named(owner), s.named(what), !s.managed[u.list]
	case access.Assignment:
		r.Application = s.named(what)
	case access.Credential:
		of, _ := u.value.(idm.Credential)
		r.ID, r.User, r.Type, r.ExtID = "", s.named(owner), of.Type, u.ownID
	default:
		r.Profile, r.Role = s.named(owner), s.named(what)
		if user, known := s.facts.Get(owner).Owner.Known(); known && user != "" {
			r.User = s.named(access.NewID(owner.Service, owner.Client, access.User, user))
		}
	}
	for i, room := range grants.Rooms {
		if u.Rooms.May(access.Room(i)) {
			r.Global = append(r.Global, room.Objects)
		}
	}
	if end, known := u.To.Known(); known {
		at, limited := end.Time()
		r.Expired = limited && at.Before(time.Now())
	}
	return r
}

// application returns the application of a role; nil if it is not known.
func (s *search) application(role access.ID) *Named {
	application, known := s.facts.Get(role).Owner.Known()
	if role.Kind != access.Role || !known || application == "" {
		return nil
	}
	return s.named(access.NewID(role.Service, "", access.Application, application))
}

// order sorts by the person, the enterprise role or the profile that has the object.
func (r Undeclared) order() string {
	holder := r.EnterpriseRole.label()
	switch {
	case r.User != nil:
		holder = r.User.label() + "\x00" + r.User.ExtID
	case r.Profile != nil:
		holder = "\uffff"
	}
	return strings.Join([]string{r.Client, holder, r.Profile.id(), r.Kind, r.Role.label(), r.ID}, "\x00")
}

// rank sorts global access first, and expired grants last.
func (r Undeclared) rank() int {
	if r.Expired {
		return 1
	}
	return -len(r.Global)
}

func (n *Named) id() string {
	if n == nil {
		return ""
	}
	return n.ExtID
}

// label returns the name or else the external ID; "" for no object.
func (n *Named) label() string {
	if n == nil {
		return ""
	}
	return cmp.Or(n.Name, n.ExtID)
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

func (s *search) named(id access.ID) *Named {
	return &Named{ExtID: id.ExtID, Name: s.facts.Get(id).Name}
}

// timeOf formats a bound of a validity, "" for none.
func timeOf(of access.Value[access.Moment]) string {
	if bound, known := of.Known(); known {
		if at, limited := bound.Time(); limited {
			return at.Format(time.RFC3339)
		}
	}
	return ""
}
