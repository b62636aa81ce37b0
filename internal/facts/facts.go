// Package facts reads the facts about access, and the people, in a snapshot.
package facts

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/access/seed"
)

// Tenant contains the facts of a seed, with names for readers.
type Tenant struct {
	*access.Tenant
	// Service is the service's address in the identities of the facts.
	Service string
	// Clients are the external IDs of the clients in the seed.
	Clients []string
	// People maps identities to users.
	People map[access.ID]Person
	// Gaps are sentences about the parts that could not be read.
	Gaps []string
	// Pseudonyms reports that the names of people are invented.
	Pseudonyms bool
	// Taken is the time of the copy; zero if it is not known.
	Taken time.Time

	limited map[access.ID]bool
	// secrets reports that grants may have properties that the seed does not contain.
	secrets bool
}

// Limits returns whether properties limit a grant, for all grants for which this is known.
func (t *Tenant) Limits() map[access.ID]bool {
	found := maps.Clone(t.limited)
	for o := range t.Objects() {
		if o.Kind == access.Grant && !found[o.ID] && !t.secrets {
			found[o.ID] = false
		}
	}
	return found
}

// Person contains the facts about a user other than access.
type Person struct {
	Login, Name string
	Technical   bool
	// LastLogin is the last successful login; zero if none is known.
	LastLogin time.Time
}

// user contains the names of a user in a seed.
type user struct {
	ClientExtID, ExtID, LoginID, LastSuccessfulLoginDate string
	IsTechnicalUser                                      bool
	Name                                                 struct{ FirstName, FamilyName string }
}

// Read reads a seed file. service is the address that the objects come from; two tenants are
// comparable only with the same address.
func Read(file []byte, service string) (*Tenant, error) {
	var read struct {
		Clients    []struct{ ExtID string }
		Users      []user
		Properties []struct {
			ClientExtID, OwnerType, OwnerExtID, ProfileExtID string
			Values                                           map[string]any
		}
		PropertyDefinitions []struct {
			Scope     string
			Encrypted bool
		}
		Snapshot []struct {
			Clients, Missing []string
			Pseudonyms       bool
			Time             time.Time
		}
	}
	if err := json.Unmarshal(file, &read); err != nil {
		return nil, fmt.Errorf("not a seed of the simulator: %w", err)
	}
	facts, err := seed.Read(file, service)
	if err != nil {
		return nil, fmt.Errorf("not a seed of the simulator: %w", err)
	}
	t := &Tenant{Tenant: facts, Service: service, People: map[access.ID]Person{}, limited: map[access.ID]bool{}}
	for _, origin := range read.Snapshot {
		t.Clients, t.Pseudonyms, t.Gaps, t.Taken = origin.Clients, origin.Pseudonyms, origin.Missing, origin.Time
	}
	if read.Snapshot == nil {
		for _, client := range read.Clients {
			t.Clients = append(t.Clients, client.ExtID)
		}
	}
	for _, p := range read.Properties {
		if p.OwnerType == "authorization" && len(p.Values) > 0 {
			t.limited[access.NewID(service, p.ClientExtID, access.Grant, p.OwnerExtID).Within(p.ProfileExtID)] = true
		}
	}
	for _, d := range read.PropertyDefinitions {
		t.secrets = t.secrets || d.Encrypted && strings.HasPrefix(d.Scope, "onProfileForApp")
	}
	t.secrets = t.secrets || slices.ContainsFunc(t.Gaps, func(gap string) bool { return strings.Contains(gap, "propert") })
	for _, u := range read.Users {
		t.People[access.NewID(service, u.ClientExtID, access.User, u.ExtID)] = u.person()
	}
	return t, nil
}

func (u user) person() Person {
	last, _ := time.Parse(time.RFC3339, u.LastSuccessfulLoginDate)
	name := strings.TrimSpace(u.Name.FirstName + " " + u.Name.FamilyName)
	return Person{Login: u.LoginID, Name: cmp.Or(name, u.LoginID, u.ExtID), Technical: u.IsTechnicalUser, LastLogin: last}
}

// With returns the tenant with other facts, such as those after a plan.
func (t *Tenant) With(held *access.Tenant) *Tenant {
	next := *t
	next.Tenant, next.People = held, maps.Clone(t.People)
	for o := range held.Objects() {
		if _, known := next.People[o.ID]; o.Kind == access.User && !known {
			next.People[o.ID] = Person{Name: cmp.Or(o.Name, o.ExtID), Technical: o.Technical.May(true)}
		}
	}
	return &next
}

// Hide replaces the names of objects by a text.
func (t *Tenant) Hide(objects []access.ID, text string) {
	for _, id := range objects {
		if person, known := t.People[id]; known {
			person.Login, person.Name = "", text
			t.People[id] = person
		}
		if o := t.Get(id); o.Presence != access.Absent {
			o.Name = text
		}
	}
}
