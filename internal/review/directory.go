package review

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Kind is a kind of object that has a name.
type Kind string

// The kinds.
const (
	User           Kind = "user"
	Unit           Kind = "unit"
	Profile        Kind = "profile"
	Role           Kind = "role"
	EnterpriseRole Kind = "enterprise role"
	App            Kind = "application"
)

// Ref is an object by its kind, its client ("" for what has none: applications and roles) and its external id.
type Ref struct {
	Kind   Kind
	Client string
	ExtID  string
}

// Directory knows the names of objects, the application of a role, and whose a profile is. It may be added to from several
// goroutines at once.
type Directory struct {
	mu           sync.Mutex
	names        map[Ref]string
	applications map[string]string // of a role, by external ids
	holders      map[Ref]string    // the user of a profile, by external ids
	places       map[Ref]string    // the unit of a profile, by external ids
	members      map[Ref][]string  // the roles of an enterprise role, by external ids
	addresses    map[Ref]string
	planned      map[string]string // the names of managed objects, by addresses
	wanted       map[Ref]bool
}

// NewDirectory collects what a plan knows: from its managed objects and from what its data sources have read.
func NewDirectory(p *plan.Plan) *Directory {
	d := &Directory{
		names: map[Ref]string{}, applications: map[string]string{}, holders: map[Ref]string{}, places: map[Ref]string{},
		members: map[Ref][]string{}, addresses: map[Ref]string{}, planned: map[string]string{}, wanted: map[Ref]bool{},
	}
	for _, object := range p.Data {
		d.read(object)
	}
	for _, c := range p.Changes {
		d.managed(c)
	}
	return d
}

// lists says where a data source holds objects of which kind; "" is the data source itself.
var lists = map[string]struct {
	kind Kind
	in   string
}{
	"idm_user": {User, ""}, "idm_users": {User, "users"},
	"idm_unit": {Unit, ""}, "idm_profile_unit": {Unit, ""}, "idm_units": {Unit, "units"},
	"idm_profile": {Profile, ""}, "idm_profile_roles": {Role, "roles"},
	"idm_profile_enterprise_roles": {EnterpriseRole, "enterprise_roles"},
	"idm_applications":             {App, "applications"}, "idm_profile_applications": {App, "applications"},
}

func (d *Directory) read(o plan.Object) {
	list, known := lists[o.Type]
	if !known {
		return
	}
	client := o.Values.Text("client_ext_id")
	if list.in == "" {
		d.add(list.kind, client, o.Values)
		return
	}
	elements, _ := o.Values[list.in].([]any)
	for _, element := range elements {
		if values, ok := element.(map[string]any); ok {
			d.add(list.kind, client, values)
		}
	}
}

// managed takes the planned name of an object; the one before serves where there is no other.
func (d *Directory) managed(c plan.Change) {
	kind := map[string]Kind{typeUnit: Unit, typeProfile: Profile}[c.Type]
	if kind == "" {
		return
	}
	for _, values := range []plan.Values{c.Before, c.After} {
		d.add(kind, values.Text("client_ext_id"), values)
		if id, known := values.Known("ext_id"); known {
			d.addresses[ref(kind, values.Text("client_ext_id"), id)] = c.Address
		}
		if name, known := values.Known("name"); known {
			d.planned[c.Address] = name
		}
	}
}

func (d *Directory) add(kind Kind, client string, values plan.Values) {
	id, known := values.Known("ext_id")
	if !known {
		return
	}
	at := ref(kind, client, id)
	if name := nameOf(kind, values); name != "" {
		d.Name(at, name)
	}
	switch kind {
	case Role:
		d.Application(id, values.Text("application_ext_id"), values.Text("application_name"))
	case Profile:
		if user, known := values.Known("user_ext_id"); known {
			d.Holder(client, id, user, values.Text("unit_ext_id"))
		}
	}
}

// nameOf is what people call an object.
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

// Name records the name of an object.
func (d *Directory) Name(at Ref, name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.names[ref(at.Kind, at.Client, at.ExtID)] = name
}

// Application records the application of a role, and its name where that is known.
func (d *Directory) Application(role, application, name string) {
	if application == "" {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.applications[role] = application
	if name != "" {
		d.names[ref(App, "", application)] = name
	}
}

// Members records the roles that an enterprise role stands for.
func (d *Directory) Members(at Ref, roles []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.members[at] = roles
}

// Holder records whose a profile is, and the unit that it is in, "" for none.
func (d *Directory) Holder(client, profile, user, unit string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.holders[ref(Profile, client, profile)] = user
	if unit != "" {
		d.places[ref(Profile, client, profile)] = unit
	}
}

// Wanted lists what a review asked for and the directory could not name, or not place: each can be asked of the service.
func (d *Directory) Wanted() []Ref {
	return slices.SortedFunc(maps.Keys(d.wanted), func(a, b Ref) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Client, b.Client), cmp.Compare(a.ExtID, b.ExtID))
	})
}

// ref leaves out the client where external ids do without.
func ref(kind Kind, client, id string) Ref {
	if kind == App || kind == Role {
		client = ""
	}
	return Ref{Kind: kind, Client: client, ExtID: id}
}

// named is an object that an attribute refers to.
func (d *Directory) named(kind Kind, client string, value any) Named {
	switch value := value.(type) {
	case plan.Unknown:
		return Named{Address: value.From, Name: d.planned[value.From], KnownAfterApply: true}
	case plan.Masked:
		return Named{Name: value.String()}
	}
	id := plan.Text(value)
	at := ref(kind, client, id)
	if id != "" && d.names[at] == "" || kind == Role && d.applications[id] == "" || kind == EnterpriseRole && d.members[at] == nil {
		d.want(Ref{Kind: kind, Client: client, ExtID: id})
	}
	return Named{ExtID: id, Name: d.names[at], Address: d.addresses[at]}
}

// want remembers what to ask for, with the client even where external ids do without.
func (d *Directory) want(at Ref) {
	if at.ExtID != "" && (at.Client != "" || at.Kind == Role) {
		d.wanted[at] = true
	}
}

// roles are those of an enterprise role, as far as they are known.
func (d *Directory) roles(client string, enterpriseRole Named) []Member {
	var found []Member
	for _, id := range d.members[ref(EnterpriseRole, client, enterpriseRole.ExtID)] {
		role := d.named(Role, client, id)
		found = append(found, Member{Role: role, Application: d.application(client, role)})
	}
	return found
}

// application is the one that a role belongs to, nil when nobody has said it.
func (d *Directory) application(client string, role Named) *Named {
	id := d.applications[role.ExtID]
	if id == "" {
		return nil
	}
	application := d.named(App, client, id)
	return &application
}
