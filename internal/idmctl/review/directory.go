package review

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Kind is a kind of object that has a name.
type Kind string

// The kinds. From Grants on they are lists of the service, not objects: the grants of a profile,
// the profiles of a user, the roles of an application, and the profiles of a client.
const (
	User           Kind = "user"
	Unit           Kind = "unit"
	Profile        Kind = "profile"
	Role           Kind = "role"
	EnterpriseRole Kind = "enterprise role"
	App            Kind = "application"
	Client         Kind = "client"
	Grants         Kind = "grants"
	Profiles       Kind = "profiles"
	Roles          Kind = "roles"
	AllProfiles    Kind = "all profiles"

	// MemberRole is a role as a member of an enterprise role.
	MemberRole Kind = "role of an enterprise role"
)

// Directory holds the names of objects, and the facts about the service. Facts take precedence over
// claims of the plan.
type Directory struct {
	managed   map[access.ID]string // names of managed objects, as they will be
	former    map[access.ID]string // names of managed objects, as they are
	addresses map[access.ID]string
	// masked holds the objects whose name is sensitive in the plan. No report shows it, whatever its
	// source is; policies still compare it.
	masked map[access.ID]bool
	// facts are the contents of the clients that were read.
	facts []remoteFacts
	// everywhere holds the services of which all clients were read.
	everywhere map[string]bool
	// absent holds the units that do not exist in the service.
	absent map[access.ID]bool
	// limited holds whether properties limit what an object gives, for the objects of which it is
	// known, and defaults the default profiles of the service.
	limited, defaults map[access.ID]bool
	// logins holds the login IDs of users of the service.
	logins map[access.ID]string
	// source is the origin of the facts, for the report.
	source string
	now    time.Time
	// taken is the time of the facts in a snapshot.
	taken time.Time
}

// At sets the time of the review, from which on access is compared. The default is the time of the
// plan.
func (d *Directory) At(now time.Time) { d.now = now }

// TakenAt sets the time of the facts; zero for the time of the review.
func (d *Directory) TakenAt(at time.Time) { d.taken = at }

// From sets the origin of the facts, for the report.
func (d *Directory) From(source string) { d.source = source }

func (d *Directory) clock(planned string) clock {
	if !d.now.IsZero() {
		return clock{d.now}
	}
	return newClock(planned)
}

// NewDirectory returns a directory with the managed objects of a plan.
func NewDirectory(p *plan.Plan) *Directory {
	d := &Directory{
		managed: map[access.ID]string{}, former: map[access.ID]string{},
		addresses: map[access.ID]string{}, masked: map[access.ID]bool{},
		everywhere: map[string]bool{}, absent: map[access.ID]bool{}, limited: map[access.ID]bool{},
		defaults: map[access.ID]bool{}, logins: map[access.ID]string{},
	}
	for _, c := range p.Changes {
		d.manage(c)
	}
	return d
}

// manage adds the names of a managed object before and after the apply.
func (d *Directory) manage(c plan.Change) {
	kind := kinds[c.Type]
	if kind.self == "" {
		return
	}
	for _, values := range []plan.Values{c.After, c.Before} {
		client, clientKnown := values.Known("client_ext_id")
		name := nameOf(kind.self, values)
		if id, known := values.Known(kind.id); known && (clientKnown || clientless(kind.self)) {
			at := identified(kind.self, c.Service, client, id)
			d.addresses[at] = cmp.Or(d.addresses[at], c.Address)
			d.masked[at] = d.masked[at] || sensitiveName(c)
			if d.managed[at] == "" {
				d.managed[at] = name
			} else if name != "" && name != d.managed[at] {
				d.former[at] = name
			}
		}
		// The address alone is not unique, because each service and client has its own object.
		at := identified(kind.self, c.Service, client, access.PendingID(c.Address))
		d.managed[at], d.masked[at] = cmp.Or(d.managed[at], name), d.masked[at] || sensitiveName(c)
	}
}

// clientless reports whether objects of a kind do not belong to a client.
func clientless(kind Kind) bool { return factKinds[kind].Global() }

// sensitiveName reports whether a part of the name is sensitive before or after a change.
func sensitiveName(c plan.Change) bool {
	isMasked := func(value any) bool { _, masked := value.(plan.Masked); return masked }
	return isMasked(c.BeforeHidden) || isMasked(c.AfterHidden) || slices.ContainsFunc([]plan.Values{c.Before, c.After},
		func(values plan.Values) bool {
			parts := values.Map("name")
			return isMasked(values["name"]) || isMasked(values["login_id"]) ||
				isMasked(parts["first_name"]) || isMasked(parts["family_name"])
		})
}

// Sensitive returns the objects whose names no report may show.
func (d *Directory) Sensitive() []access.ID {
	var found []access.ID
	for at, masked := range d.masked {
		if masked {
			found = append(found, at)
		}
	}
	return found
}

// nameOf returns the name of an object.
func nameOf(kind Kind, values plan.Values) string {
	if kind != User {
		name, _ := values.Known("name")
		return name
	}
	parts := values.Map("name")
	first, _ := parts.Known("first_name")
	family, _ := parts.Known("family_name")
	login, _ := values.Known("login_id")
	if full := strings.TrimSpace(first + " " + family); full != "" {
		return full
	}
	return login
}

// Absent records that a unit does not exist in the service. No list contains units without profiles.
func (d *Directory) Absent(unit access.ID) { d.absent[unit] = true }

// Everywhere records that all clients of a service were read.
func (d *Directory) Everywhere(service string) { d.everywhere[service] = true }

// Login records the login ID of a user of the service.
func (d *Directory) Login(user access.ID, login string) { d.logins[user] = login }

// identified returns the identity of a named object.
func identified(kind Kind, service, client, extID string) access.ID {
	return access.NewID(service, client, factKinds[kind], extID)
}

// of returns the object that a value of an entry refers to.
func (d *Directory) of(e *entry, kind Kind, values plan.Values, value any) Named {
	switch value := value.(type) {
	case plan.Unknown:
		return d.at(identified(kind, e.Service, clientOf(values), access.PendingID(value.From)))
	case plan.Masked:
		return Named{Name: value.String()}
	case nil:
		return Named{}
	}
	return d.at(identified(kind, e.Service, clientOf(values), plan.Text(value)))
}

// self returns the object that an entry manages.
func (d *Directory) self(e *entry) Named {
	values := e.values()
	named := d.of(e, e.kind.self, values, values[e.kind.id])
	if named.Name == "" {
		if named.Name = nameOf(e.kind.self, values); sensitiveName(e.Change) {
			named.Name = plan.Masked{}.String()
		}
	}
	if named.Address == "" {
		named.Address = e.Address
	}
	return named
}

// at returns an object by its identity.
func (d *Directory) at(id access.ID) Named {
	name, _ := d.confirmed(id)
	if name = cmp.Or(name, d.managed[id]); d.masked[id] {
		name = plan.Masked{}.String()
	}
	switch address, pending := id.Pending(); {
	case pending:
		return Named{Address: address, Name: name, KnownAfterApply: true}
	case id.Any():
		return Named{KnownAfterApply: true}
	}
	return Named{ExtID: id.ExtID, Name: name, Address: d.addresses[id]}
}

// aliases returns all current and former names of an object.
func (d *Directory) aliases(id access.ID) []Named {
	all := []Named{d.at(id)}
	// Names of managed objects are only claims of the plan.
	name, settled := d.confirmed(id)
	all[0].unnamed = !settled
	for _, name := range []string{name, d.managed[id], d.former[id]} {
		if name != "" && all[0].ExtID != "" {
			all = append(all, Named{ExtID: id.ExtID, Name: name, secret: d.masked[id]})
		}
	}
	return all
}

// confirmed returns the name of an object in the service, and whether the facts show whether the
// service has the object.
func (d *Directory) confirmed(id access.ID) (name string, settled bool) {
	settled = d.absent[id]
	for _, f := range d.facts {
		if o := f.Get(id); f.covers(id) && o.Presence != access.Unsure {
			name, settled = cmp.Or(name, o.Name), true
		}
	}
	return name, settled
}
