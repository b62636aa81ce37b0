package review

import "slices"

// List reports whether the kind is a list that the service has, and no object.
func (k Kind) List() bool {
	return slices.Contains([]Kind{Grants, Profiles, Roles, AllProfiles, Clients}, k)
}

// Held records all that the service holds of grants to a profile.
func (d *Directory) Held(service, client, profile string, grants []Held) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.grants[ref(service, Grants, client, profile)] = slices.Concat([]Held{}, grants)
}

// Profiles records all profiles of a user.
func (d *Directory) Profiles(service, client, user string, profiles []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.profiles[ref(service, Profiles, client, user)] = slices.Concat([]string{}, profiles)
}

// Roles records all roles of an application.
func (d *Directory) Roles(service, application string, roles []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.roles[Ref{Service: service, Kind: Roles, ExtID: application}] = slices.Concat([]string{}, roles)
}

// AllProfiles records all profiles of a client. What is granted to each of them was recorded by Held.
func (d *Directory) AllProfiles(service, client string, profiles []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.allProfiles[Ref{Service: service, Kind: AllProfiles, Client: client, ExtID: client}] = slices.Concat([]string{}, profiles)
}

// Clients records all clients of a service.
func (d *Directory) Clients(service string, clients []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clients[service] = slices.Concat([]string{}, clients)
}

// Withheld records that the service does not show a list, or not as a whole.
func (d *Directory) Withheld(at Ref) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.withheld[at] = true
}

// heldBy is what the service holds of grants to a profile, and whether that is known. What is not
// known can be asked for.
func (d *Directory) heldBy(service string, client id, profile id) ([]Held, bool) {
	if client.unknown || profile.unknown {
		return nil, false
	}
	at := ref(service, Grants, client.text, profile.text)
	held, known := d.grants[at]
	if !known {
		d.want(at)
	}
	return held, known
}

// profilesOf are those of a user, and whether they are all.
func (d *Directory) profilesOf(user objectKey) ([]string, bool) {
	if user.client.unknown || user.id.unknown {
		return nil, false
	}
	at := ref(user.service, Profiles, user.client.text, user.id.text)
	found, known := d.profiles[at]
	if !known {
		d.want(at)
	}
	return found, known
}

// rolesOf are those of an application, and whether they are all.
func (d *Directory) rolesOf(application objectKey) ([]string, bool) {
	if application.id.unknown {
		return nil, false
	}
	at := Ref{Service: application.service, Kind: Roles, ExtID: application.id.text}
	found, known := d.roles[at]
	if !known {
		d.want(at)
	}
	return found, known
}

// knowsAllProfiles reports whether all profiles of a client are known, with what is granted to them.
func (d *Directory) knowsAllProfiles(service string, client id) bool {
	if client.unknown {
		return false
	}
	at := Ref{Service: service, Kind: AllProfiles, Client: client.text, ExtID: client.text}
	_, known := d.allProfiles[at]
	if !known {
		d.want(at)
	}
	return known && !d.withheld[at]
}

// clientsOf are all clients of a service, and whether they are known.
func (d *Directory) clientsOf(service string) ([]string, bool) {
	found, known := d.clients[service]
	if !known {
		d.want(Ref{Service: service, Kind: Clients})
	}
	return found, known
}

// withholds reports whether the service was asked for who is in a client, and did not show all.
func (d *Directory) withholds(service string, client id) bool {
	return d.withheld[Ref{Service: service, Kind: AllProfiles, Client: client.text, ExtID: client.text}] ||
		d.withheld[Ref{Service: service, Kind: Clients}]
}

// placeOf is the unit that a profile is in, "" where it is not known.
func (d *Directory) placeOf(profile objectKey) string {
	if profile.id.unknown || profile.client.unknown {
		return ""
	}
	return d.places[ref(profile.service, Profile, profile.client.text, profile.id.text)]
}
