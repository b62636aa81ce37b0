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

// Ref identifies an object by its service, its kind, its client ("" for applications and roles,
// which have none) and its external ID.
type Ref struct {
	// Service is the ID of a plan's service.
	Service string
	Kind    Kind
	Client  string
	ExtID   string
}

// Directory holds the names of objects, and the facts about the service. Facts take precedence over
// claims of the plan.
type Directory struct {
	read      map[Ref]string // names that data sources of the plan have read
	managed   map[Ref]string // names of managed objects, as they will be
	former    map[Ref]string // names of managed objects, as they are
	addresses map[Ref]string
	// masked holds the objects whose name is sensitive in the plan. No report shows it, whatever its
	// source is; policies still compare it.
	masked  map[Ref]bool
	planned map[place]Named // managed objects by their address
	// facts are the contents of the clients that were read, and claimed the objects in the plan.
	facts   []remoteFacts
	claimed *access.Tenant
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

// place identifies a declared object. The address alone is not unique, because each service and
// client has its own object.
type place struct {
	service string
	kind    Kind
	client  string
	address string
}

// NewDirectory returns a directory with the managed objects of a plan and the results of its data
// sources.
func NewDirectory(p *plan.Plan) *Directory {
	d := &Directory{
		read: map[Ref]string{}, managed: map[Ref]string{}, former: map[Ref]string{},
		addresses: map[Ref]string{}, masked: map[Ref]bool{}, planned: map[place]Named{},
		claimed: access.NewTenant(), everywhere: map[string]bool{}, absent: map[access.ID]bool{}, limited: map[access.ID]bool{},
		defaults: map[access.ID]bool{}, logins: map[access.ID]string{},
	}
	for _, object := range p.Data {
		d.data(object)
	}
	for _, c := range p.Changes {
		d.manage(c)
	}
	return d
}

// lists maps data sources to the kind of object that they return, and the attribute with the list;
// "" for a data source that returns one object.
var lists = map[string]struct {
	kind Kind
	in   string
}{
	"idm_user": {User, ""}, "idm_users": {User, "users"},
	"idm_unit": {Unit, ""}, "idm_profile_unit": {Unit, ""}, "idm_units": {Unit, "units"},
	"idm_profile": {Profile, ""}, "idm_profile_roles": {Role, "roles"},
	"idm_profile_enterprise_roles": {EnterpriseRole, "enterprise_roles"},
	"idm_applications":             {App, "applications"}, "idm_profile_applications": {App, "applications"},
	"idm_application": {App, ""}, "idm_role": {Role, ""}, "idm_roles": {Role, "roles"},
	"idm_enterprise_role": {EnterpriseRole, ""}, "idm_enterprise_roles": {EnterpriseRole, "enterprise_roles"},
}

func (d *Directory) data(o plan.DataObject) {
	list, known := lists[o.Type]
	client, hasClient := o.Values.Known("client_ext_id")
	if !known || !hasClient && list.kind != Role && list.kind != App {
		return
	}
	if list.in == "" {
		d.add(list.kind, o.Service, client, o.Values)
		return
	}
	elements, _ := o.Values[list.in].([]any)
	for _, element := range elements {
		if values, ok := element.(map[string]any); ok {
			d.add(list.kind, o.Service, client, values)
		}
	}
}

func (d *Directory) add(kind Kind, service, client string, values plan.Values) {
	id, known := values.Known("ext_id")
	if !known {
		return
	}
	at := ref(service, kind, client, id)
	if name := nameOf(kind, values); name != "" {
		d.read[at] = name
	}
	o := access.Object{ID: at.fact()}
	switch kind {
	case Role:
		application, known := values.Known("application_ext_id")
		if name, named := values.Known("application_name"); known && named {
			d.read[ref(service, App, "", application)] = name
		}
		if known {
			o.Owner = access.Exactly(application)
			d.claimed.Add(o)
		}
	case Profile:
		if user, known := values.Known("user_ext_id"); known {
			unit, _ := values.Known("unit_ext_id")
			o.Owner, o.Target = access.Exactly(user), access.Exactly(unit)
			d.claimed.Add(o)
		}
	}
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
			at := ref(c.Service, kind.self, client, id)
			if application, known := values.Known("application_ext_id"); known && kind.self == Role && d.object(at) == nil {
				d.claimed.Add(access.Object{ID: at.fact(), Owner: access.Exactly(application)})
			}
			d.addresses[at] = cmp.Or(d.addresses[at], c.Address)
			d.masked[at] = d.masked[at] || sensitiveName(c)
			if d.managed[at] == "" {
				d.managed[at] = name
			} else if name != "" && name != d.managed[at] {
				d.former[at] = name
			}
		}
		if clientless(kind.self) {
			client = ""
		}
		if at := (place{c.Service, kind.self, client, c.Address}); d.planned[at].Name == "" {
			if d.planned[at] = (Named{Name: name, Address: c.Address}); sensitiveName(c) {
				d.planned[at] = Named{Name: plan.Masked{}.String(), Address: c.Address}
			}
		}
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
			found = append(found, at.fact())
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

// ref returns a Ref, without the client for kinds that do not belong to a client.
func ref(service string, kind Kind, client, id string) Ref {
	if clientless(kind) {
		client = ""
	}
	return Ref{Service: service, Kind: kind, Client: client, ExtID: id}
}

// of returns the object that a value of an entry refers to.
func (d *Directory) of(e *entry, kind Kind, values plan.Values, value any) Named {
	return d.named(kind, e.Service, clientOf(values, e.Address), value)
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

// named returns the object of a service and a client that a value refers to.
func (d *Directory) named(kind Kind, service string, client id, value any) Named {
	switch value := value.(type) {
	case plan.Unknown:
		clientText := client.text
		if client.unknown || clientless(kind) {
			clientText = ""
		}
		return Named{Address: value.From, Name: d.planned[place{service, kind, clientText, value.From}].Name, KnownAfterApply: true}
	case plan.Masked:
		return Named{Name: value.String()}
	}
	text := plan.Text(value)
	if client.unknown && !clientless(kind) {
		return Named{ExtID: text}
	}
	at := ref(service, kind, client.text, text)
	name, _ := d.confirmed(at)
	if name = cmp.Or(name, d.managed[at], d.read[at]); d.masked[at] {
		name = plan.Masked{}.String()
	}
	return Named{ExtID: text, Name: name, Address: d.addresses[at]}
}

// aliases returns all current and former names of an object.
func (d *Directory) aliases(kind Kind, service string, client id, named Named) []Named {
	all := []Named{named}
	at := ref(service, kind, client.text, named.ExtID)
	// Names of managed objects and of data sources are only claims of the plan.
	name, settled := d.confirmed(at)
	all[0].unnamed = !settled
	for _, name := range []string{name, d.managed[at], d.former[at], d.read[at]} {
		if name != "" && named.ExtID != "" {
			all = append(all, Named{ExtID: named.ExtID, Name: name, secret: d.masked[at]})
		}
	}
	return all
}

// confirmed returns the name of an object in the service, and whether the facts show whether the
// service has the object.
func (d *Directory) confirmed(at Ref) (name string, settled bool) {
	id := at.fact()
	if o := d.held(id); o != nil {
		return o.Name, true
	}
	return "", d.absent[id] || slices.ContainsFunc(d.facts, func(f remoteFacts) bool {
		return f.covers(id) && f.Get(id).Presence == access.Absent
	})
}
