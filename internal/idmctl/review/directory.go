package review

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Kind is a kind of what is given, in words.
type Kind string

// The kinds. A MemberRole is a role as a member of an enterprise role.
const (
	Role           Kind = "role"
	EnterpriseRole Kind = "enterprise role"
	App            Kind = "application"
	MemberRole     Kind = "role of an enterprise role"
)

// Directory holds the names of objects, and the facts about the service. Facts take precedence over
// claims of the plan.
type Directory struct {
	managed   map[access.ID]string // names of managed objects, as they will be
	former    map[access.ID]string // names of managed objects, as they are
	addresses map[access.ID]string
	// masked holds the objects whose name is sensitive in the plan. No report shows it, whatever
	// its source is; policies still compare it.
	masked map[access.ID]bool
	// facts are the contents of the clients that were read.
	facts []remoteFacts

	// Everywhere holds the services of which all clients were read.
	Everywhere map[string]bool
	// Absent holds the units that do not exist in the service. No list contains units without
	// profiles.
	Absent map[access.ID]bool
	// Limited holds whether properties limit what the service gives through an object of which it
	// is known: a grant, its profile or enterprise role, or the unit of the profile.
	Limited map[access.ID]bool
	// Defaults are the default profiles of the service.
	Defaults map[access.ID]bool
	// Logins holds the login IDs of users of the service.
	Logins map[access.ID]string
	// Source is the origin of the facts, for the report.
	Source string
	// Now is the time of the review, from which on access is compared; zero for the time of the
	// plan.
	Now time.Time
	// Taken is the time of the facts in a snapshot; zero for the time of the review.
	Taken time.Time
}

func (d *Directory) clock(planned string) clock {
	if !d.Now.IsZero() {
		return clock{d.Now}
	}
	return newClock(planned)
}

// NewDirectory returns a directory with the managed objects of a plan.
func NewDirectory(p *plan.Plan) *Directory {
	d := &Directory{
		managed: map[access.ID]string{}, former: map[access.ID]string{},
		addresses: map[access.ID]string{}, masked: map[access.ID]bool{},
		Everywhere: map[string]bool{}, Absent: map[access.ID]bool{}, Limited: map[access.ID]bool{},
		Defaults: map[access.ID]bool{}, Logins: map[access.ID]string{},
	}
	for _, c := range p.Changes {
		d.manage(c)
	}
	return d
}

// manage adds the names of a managed object before and after the apply.
func (d *Directory) manage(c plan.Change) {
	kind := kinds[c.Type]
	if kind.self == 0 {
		return
	}
	for _, values := range []plan.Values{c.After, c.Before} {
		client, clientKnown := values.Known("client_ext_id")
		name := nameOf(kind.self, values)
		if id, known := values.Known("ext_id"); known && (clientKnown || kind.self.Global()) {
			at := access.NewID(c.Service, client, kind.self, id)
			d.addresses[at] = cmp.Or(d.addresses[at], c.Address)
			d.masked[at] = d.masked[at] || sensitiveName(c)
			if d.managed[at] == "" {
				d.managed[at] = name
			} else if name != "" && name != d.managed[at] {
				d.former[at] = name
			}
		}
		// The address alone is not unique, because each service and client has its own object.
		at := access.NewID(c.Service, client, kind.self, access.PendingID(c.Address))
		d.managed[at], d.masked[at] = cmp.Or(d.managed[at], name), d.masked[at] || sensitiveName(c)
	}
}

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
func nameOf(kind access.Kind, values plan.Values) string {
	if kind != access.User {
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

// of returns the object that a value of an entry refers to.
func (d *Directory) of(e *entry, kind access.Kind, values plan.Values, value any) Named {
	switch value := value.(type) {
	case plan.Unknown:
		return d.at(access.NewID(e.Service, clientOf(values), kind, access.PendingID(value.From)))
	case plan.Masked:
		return Named{Name: value.String()}
	case nil:
		return Named{}
	}
	return d.at(access.NewID(e.Service, clientOf(values), kind, plan.Text(value)))
}

// self returns the object that an entry manages.
func (d *Directory) self(e *entry) Named {
	values := e.values()
	named := d.of(e, e.kind.self, values, values["ext_id"])
	if e.refused {
		named.Name = "" // The name of another object, which has its external ID.
	}
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
			all = append(all, Named{ExtID: id.ExtID, Name: name})
		}
	}
	return all
}

// confirmed returns the name of an object in the service, and whether the facts show whether the
// service has the object.
func (d *Directory) confirmed(id access.ID) (name string, settled bool) {
	settled = d.Absent[id]
	for _, f := range d.facts {
		if o := f.Get(id); f.covers(id) && o.Presence != access.Unsure {
			name, settled = cmp.Or(name, o.Name), true
		}
	}
	return name, settled
}
