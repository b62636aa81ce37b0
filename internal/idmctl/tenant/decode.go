package tenant

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Origin describes a snapshot in its file.
type Origin struct {
	// Address is the address of the service, and Time the time of the copy; zero if they are not known.
	Address string `json:"address,omitempty"`
	// Clients are the external IDs of the included clients.
	Clients []string `json:"clients"`
	// Missing are sentences about what could not be read.
	Missing []string `json:"missing,omitempty"`
	// Pseudonyms reports that names and texts are invented.
	Pseudonyms bool `json:"pseudonyms,omitempty"`
	// Quirks are the names of the quirks of the service.
	Quirks []string  `json:"quirks,omitempty"`
	Time   time.Time `json:"time,omitzero"`
	// Unread are objects that may exist although the file lacks them.
	Unread []UnreadObject `json:"unread,omitempty"`
}

// UnreadObject is an object, or a list of objects, that could not be read and that access depends on.
type UnreadObject struct {
	// Type is the name of the type, such as enterprise_role.
	Type string `json:"type"`
	// ClientExtID is empty for objects of the service.
	ClientExtID string `json:"clientExtId,omitempty"`
	// ExtID is the external ID of a single object, OwnerExtID the owner of the objects in a list;
	// both are empty for all objects of the client or the service.
	ExtID      string `json:"extId,omitempty"`
	OwnerExtID string `json:"ownerExtId,omitempty"`
}

// keys are the fields of an element of a seed that its type lacks.
type keys struct {
	ClientExtID, UserExtID, ProfileExtID, ApplicationExtID string
	OwnerType, OwnerExtID                                  string
	RoleExtIDs                                             []string
	Values                                                 idm.Properties
}

// element is an element of an array of a seed.
type element[T any] struct {
	keys
	value T
}

// UnmarshalJSON decodes the value and the keys.
func (e *element[T]) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &e.value); err != nil {
		return err
	}
	return json.Unmarshal(data, &e.keys)
}

// seed is a seed of the simulator, such as a snapshot, while it is decoded.
type seed struct {
	arrays  map[string]json.RawMessage
	origins []Origin
	// clients are in the order of the file.
	clients []*Tenant
	byExtID map[string]*Tenant
	// hidden are the placeholders of objects that could not be read.
	hidden map[[3]string]bool
	err    error
}

// Decode returns the facts of a snapshot, or of another seed of the simulator, as the facts of a
// service.
func Decode(file []byte, service string) (*Facts, error) {
	s := seed{byExtID: map[string]*Tenant{}, hidden: map[[3]string]bool{}}
	if s.err = json.Unmarshal(file, &s.arrays); s.err == nil && s.arrays["snapshot"] != nil {
		s.err = json.Unmarshal(s.arrays["snapshot"], &s.origins)
	}
	s.decode()
	if s.err != nil {
		return nil, fmt.Errorf("not a seed of the simulator: %w; run idmctl snapshot again", s.err)
	}
	t := FactsOf(service, s.clients...)
	for _, o := range s.origins {
		t.Clients, t.Pseudonyms, t.Gaps, t.Taken = o.Clients, o.Pseudonyms, o.Missing, o.Time
	}
	return t, nil
}

// Address returns the address of the service that a snapshot is of; "" if the file does
// not record it.
func Address(file []byte) string {
	var read struct{ Snapshot []Origin }
	if err := json.Unmarshal(file, &read); err != nil || len(read.Snapshot) == 0 {
		return ""
	}
	return read.Snapshot[0].Address
}

func (s *seed) decode() {
	elements(s, "clients", func(_ *Tenant, c element[idm.Client]) { s.of(c.value.ExtID).Client = c.value })
	s.unread()
	elements(s, "propertyDefinitions", func(t *Tenant, d element[idm.PropertyDefinition]) {
		t.Definitions = append(t.Definitions, d.value)
	})
	elements(s, "users", func(t *Tenant, u element[idm.User]) {
		s.defaults(&u.value.IsTechnicalUser)
		t.Users = append(t.Users, u.value)
	})
	elements(s, "units", func(t *Tenant, u element[idm.Unit]) {
		if !s.hidden[[3]string{objecttype.Unit.Name, u.ClientExtID, u.value.ExtID}] {
			t.Units = append(t.Units, u.value)
		}
	})
	elements(s, "enterpriseRoles", func(t *Tenant, e element[idm.EnterpriseRole]) {
		role := EnterpriseRole{EnterpriseRole: e.value}
		for _, extID := range e.RoleExtIDs {
			role.Members = append(role.Members, idm.Role{ExtID: extID})
		}
		if !s.hidden[[3]string{objecttype.EnterpriseRole.Name, e.ClientExtID, e.value.ExtID}] {
			t.EnterpriseRoles = append(t.EnterpriseRoles, role)
		}
	})
	elements(s, "clientApplications", func(t *Tenant, a element[struct{}]) {
		t.Applications = append(t.Applications, idm.Application{ExtID: a.ApplicationExtID})
	})
	elements(s, "credentials", func(t *Tenant, c element[idm.Credential]) { t.Credentials = append(t.Credentials, c.value) })
	s.profiles()
	elements(s, "applications", func(t *Tenant, a element[idm.Application]) {
		if !s.hidden[[3]string{objecttype.Application.Name, "", a.value.ExtID}] {
			t.AllApplications = append(t.AllApplications, a.value)
		}
	})
	elements(s, "roles", func(t *Tenant, r element[idm.Role]) {
		if !s.hidden[[3]string{objecttype.Role.Name, "", r.value.ExtID}] {
			t.Roles = append(t.Roles, r.value)
		}
	})
}

// profiles decodes the profiles with their grants. A grant of a profile that the file lacks shows
// that the list of profiles is not complete.
func (s *seed) profiles() {
	type key struct{ client, extID string }
	index := map[key]int{}
	elements(s, "profiles", func(t *Tenant, p element[idm.Profile]) {
		if _, known := index[key{p.ClientExtID, p.value.ExtID}]; !known {
			index[key{p.ClientExtID, p.value.ExtID}] = len(t.Profiles)
		}
		t.Profiles = append(t.Profiles, Profile{Profile: p.value})
	})
	properties := map[[2]key]Properties{}
	elements(s, "properties", func(t *Tenant, p element[struct{}]) {
		of := Properties{Values: p.Values.Values}
		switch p.OwnerType {
		case "authorization":
			properties[[2]key{{p.ClientExtID, p.ProfileExtID}, {extID: p.OwnerExtID}}] = of
		case "profile":
			t.ProfileProperties[p.OwnerExtID] = of
		case "unit":
			t.UnitProperties[p.OwnerExtID] = of
		case "enterpriseRole":
			if i := slices.IndexFunc(t.EnterpriseRoles, func(e EnterpriseRole) bool { return e.ExtID == p.OwnerExtID }); i >= 0 {
				t.EnterpriseRoles[i].Properties = of
			}
		}
	})
	profile := func(t *Tenant, k keys) *Profile {
		at, known := index[key{k.ClientExtID, k.ProfileExtID}]
		if !known {
			t.Missing = append(t.Missing, Missing{ExtIDs: []string{k.ProfileExtID},
				List: Unread{Type: objecttype.Profile, Single: true}})
			return &Profile{}
		}
		return &t.Profiles[at]
	}
	elements(s, "authorizations", func(t *Tenant, a element[idm.Authorization]) {
		s.defaults(&a.value.ClientGlobal, &a.value.UnitGlobal, &a.value.AppGlobal, &a.value.EnterpriseRoleGlobal)
		p := profile(t, a.keys)
		p.Authorizations = append(p.Authorizations, Authorization{a.value,
			properties[[2]key{{a.ClientExtID, a.ProfileExtID}, {extID: a.value.ExtID}}]})
	})
	elements(s, "enterpriseAuthorizations", func(t *Tenant, a element[idm.EnterpriseAuthorization]) {
		p := profile(t, a.keys)
		p.EnterpriseAuthorizations = append(p.EnterpriseAuthorizations, a.value)
	})
}

// defaults sets flags that the simulator sets in a seed. In a snapshot, the service did not return
// them.
func (s *seed) defaults(flags ...**bool) {
	for _, flag := range flags {
		if *flag == nil && s.origins == nil {
			*flag = new(bool)
		}
	}
}

func decoded(client string) *Tenant {
	return &Tenant{Client: idm.Client{ExtID: client}, UnitProperties: map[string]Properties{}, ProfileProperties: map[string]Properties{}}
}

// of returns the tenant of a client; objects of the service are with the first one.
func (s *seed) of(client string) *Tenant {
	if client == "" {
		return append(s.clients, decoded(""))[0]
	}
	t := s.byExtID[client]
	if t == nil {
		t = decoded(client)
		s.byExtID[client], s.clients = t, append(s.clients, t)
	}
	return t
}

// unread adds what the snapshot could not read to the missing parts.
func (s *seed) unread() {
	for _, o := range s.origins {
		for _, u := range o.Unread {
			row := objecttype.ByName(u.Type)
			if row == nil {
				s.err = fmt.Errorf("unknown type %q", u.Type)
				return
			}
			t := s.of(u.ClientExtID)
			t.Missing = append(t.Missing, Missing{ExtIDs: []string{cmp.Or(u.ExtID, u.OwnerExtID)},
				List: Unread{Type: row, Owned: u.ExtID == "" && u.OwnerExtID != "", Single: u.ExtID != ""}})
			s.hidden[[3]string{row.Name, u.ClientExtID, u.ExtID}] = u.ExtID != ""
		}
	}
}

// elements decodes the elements of an array one by one, because a large tenant has hundreds of
// thousands.
func elements[T any](s *seed, array string, add func(*Tenant, element[T])) {
	content := s.arrays[array]
	if s.err != nil || len(content) == 0 || string(content) == "null" {
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	if start, err := decoder.Token(); err != nil || start != json.Delim('[') {
		s.err = fmt.Errorf("unexpected %.20s…", content)
		return
	}
	for decoder.More() {
		var e element[T]
		if s.err = decoder.Decode(&e); s.err != nil {
			s.err = fmt.Errorf("%s: %w", array, s.err)
			return
		}
		client := e.ClientExtID
		if slices.Contains([]string{"clients", "applications", "roles"}, array) {
			client = ""
		}
		add(s.of(client), e)
	}
}
