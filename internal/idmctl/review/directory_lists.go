package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

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

// covers reports whether the client of an object was read.
func (f remoteFacts) covers(id access.ID) bool {
	return f.service == id.Service && (id.Kind.Global() || slices.Contains(f.clients, id.Client))
}

// factKinds maps the kinds of named objects to the kinds of facts.
var factKinds = map[Kind]access.Kind{
	Client: access.Client, App: access.Application, Role: access.Role, Unit: access.Unit, User: access.User, Profile: access.Profile,
	EnterpriseRole: access.EnterpriseRole,
}

// fact returns the ID of an object in the facts.
func (r Ref) fact() access.ID { return access.NewID(r.Service, r.Client, factKinds[r.Kind], r.ExtID) }

// held returns an object of a client that was read; nil if it does not exist.
func (d *Directory) held(id access.ID) *access.Object {
	for _, f := range d.facts {
		if o := f.Get(id); f.service == id.Service && o.Presence == access.Present {
			return o
		}
	}
	return nil
}

// object returns an object as the service holds it, or as the plan claims; nil if neither has it.
func (d *Directory) object(at Ref) *access.Object {
	id := at.fact()
	if o := d.held(id); o != nil {
		return o
	}
	if o := d.claimed.Get(id); o.Presence == access.Present {
		return o
	}
	return nil
}

// applicationOf returns the application of a role, "" if it is not known.
func (d *Directory) applicationOf(role Ref) string {
	if o := d.object(role); o != nil {
		application, _ := o.Owner.Known()
		return application
	}
	return ""
}

// placeOf returns the user and the unit of a profile, and whether the profile is known.
func (d *Directory) placeOf(profile objectKey) (user, unit string, known bool) {
	if profile.id.unknown || profile.client.unknown {
		return "", "", false
	}
	o := d.object(ref(profile.service, Profile, profile.client.text, profile.id.text))
	if o == nil {
		return "", "", false
	}
	user, _ = o.Owner.Known()
	unit, _ = o.Target.Known()
	return user, unit, true
}

// owned returns the objects of a kind with a given owner that the service returned.
func (d *Directory) owned(by access.ID, kind access.Kind) []*access.Object {
	var found []*access.Object
	for _, f := range d.facts {
		if f.service == by.Service && f.Get(by).Presence == access.Present {
			found = f.Owned(by, kind)
		}
	}
	return slices.DeleteFunc(found, func(o *access.Object) bool { return o.Any() || !o.Owner.Must(by.ExtID) })
}

// listed maps each list to the kind of its owner and the kinds of its objects.
var listed = map[Kind]struct {
	of    access.Kind
	kinds []access.Kind
}{
	Grants:         {access.Profile, []access.Kind{access.Grant, access.EnterpriseGrant}},
	Profiles:       {access.User, []access.Kind{access.Profile}},
	Roles:          {access.Application, []access.Kind{access.Role}},
	AllProfiles:    {access.Client, []access.Kind{access.User, access.Profile, access.Grant, access.EnterpriseGrant}},
	EnterpriseRole: {access.EnterpriseRole, []access.Kind{access.Member}},
}

// knows reports whether all objects of a list are known, because its client was read.
func (d *Directory) knows(list Ref) bool {
	row := listed[list.Kind]
	owner := access.NewID(list.Service, list.Client, row.of, list.ExtID)
	for _, f := range d.facts {
		if f.service == list.Service && (slices.Contains(f.clients, list.ExtID) && row.of == access.Client ||
			row.of != access.Client && f.Get(owner).Presence == access.Present) {
			return !f.lacks(owner, row.kinds)
		}
	}
	return false
}

// lacks reports whether a list of an owner has a gap. The list of a client has all gaps of the
// client.
func (f remoteFacts) lacks(owner access.ID, kinds []access.Kind) bool {
	return slices.ContainsFunc(f.Gaps(), func(g access.Gap) bool {
		switch {
		case !slices.Contains(kinds, g.Kind):
			return false
		case owner.Kind == access.Client:
			return g.Client == "" || g.Client == owner.ExtID
		}
		return (g.Client == "" || g.Client == owner.Client) && (g.Owner == "" && g.ExtID == "" || g.Owner == owner.ExtID)
	})
}

// knowsGrants reports whether all grants of a profile are known.
func (d *Directory) knowsGrants(profile objectKey) bool {
	return !profile.client.unknown && !profile.id.unknown &&
		d.knows(ref(profile.service, Grants, profile.client.text, profile.id.text))
}

// profilesOf returns the known profiles of a user, and whether the list is complete.
func (d *Directory) profilesOf(user objectKey) ([]string, bool) {
	if user.client.unknown || user.id.unknown {
		return nil, false
	}
	var found []string
	for _, o := range d.owned(access.NewID(user.service, user.client.text, access.User, user.id.text), access.Profile) {
		found = append(found, o.ExtID)
	}
	return found, d.knows(ref(user.service, Profiles, user.client.text, user.id.text))
}

// knowsRoles reports whether all roles of an application are known.
func (d *Directory) knowsRoles(application objectKey) bool {
	return !application.id.unknown && d.knows(Ref{Service: application.service, Kind: Roles, ExtID: application.id.text})
}

// knowsAllProfiles reports whether all profiles of a client and their grants are known.
func (d *Directory) knowsAllProfiles(service string, client id) bool {
	return !client.unknown && d.knows(allProfiles(service, client))
}

func allProfiles(service string, client id) Ref {
	return Ref{Service: service, Kind: AllProfiles, Client: client.text, ExtID: client.text}
}

// clientsOf returns the clients of a service that were read, and whether they are all.
func (d *Directory) clientsOf(service string) (found []string, known bool) {
	for _, f := range d.facts {
		if f.service == service {
			found = append(found, f.clients...)
		}
	}
	return found, d.everywhere[service]
}

// withholds reports whether the service was asked for the profiles of a client, and did not show
// all.
func (d *Directory) withholds(service string, client id) bool {
	all := allProfiles(service, client)
	for _, f := range d.facts {
		if f.service == service && slices.Contains(f.clients, client.text) && !d.knows(all) {
			return true
		}
	}
	return false
}
