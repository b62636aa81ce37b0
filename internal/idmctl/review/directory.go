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

// Directory holds what the plan claims about the names of objects, and the facts about the service.
// Facts take precedence over claims.
type Directory struct {
	claims map[access.ID]nameClaim
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

// nameClaim is what the plan claims about the name of an object: as it will be and as it is.
type nameClaim struct {
	name, former, address string
	// user is the user of a profile.
	user any
	// masked reports that the name is sensitive in the plan. No report shows it, whatever its source
	// is; policies still compare it.
	masked bool
}

// remoteFacts are the contents of clients of a service.
type remoteFacts struct {
	service string
	clients []string
	*access.Tenant
}

// Facts records the contents of clients of a service: all access, and the names of the objects.
// Lists that could not be read are gaps of the tenant.
func (d *Directory) Facts(service string, clients []string, held *access.Tenant) {
	d.facts = append(d.facts, remoteFacts{service, clients, held})
}

// NewDirectory returns a directory with the claims of a plan.
func NewDirectory(p *plan.Plan) *Directory {
	d := &Directory{
		claims: map[access.ID]nameClaim{}, Everywhere: map[string]bool{}, Absent: map[access.ID]bool{},
		Limited: map[access.ID]bool{}, Defaults: map[access.ID]bool{}, Logins: map[access.ID]string{},
	}
	for _, c := range p.Changes {
		if kind := kinds[c.Type].self; kind != 0 {
			d.claim(c, kind)
		}
	}
	return d
}

// claim adds the names of an object before and after the apply, by its external ID and by its
// address. The address alone is not unique, because each service and client has its own object.
func (d *Directory) claim(c plan.Change, kind access.Kind) {
	for _, values := range []plan.Values{c.After, c.Before} {
		client, clientKnown := values.Known("client_ext_id")
		name, ids := nameOf(kind, values), []string{access.PendingID(c.Address)}
		if id, known := values.Known("ext_id"); known && (clientKnown || kind.Global()) {
			ids = append(ids, id)
		}
		for _, id := range ids {
			at := access.NewID(c.Service, client, kind, id)
			of := d.claims[at]
			of.address, of.user = cmp.Or(of.address, c.Address), cmp.Or(of.user, values["user_ext_id"])
			of.masked = of.masked || sensitiveName(c)
			if of.name == "" {
				of.name = name
			} else if name != of.name {
				of.former = cmp.Or(name, of.former)
			}
			d.claims[at] = of
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
	for at, of := range d.claims {
		if of.masked {
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
