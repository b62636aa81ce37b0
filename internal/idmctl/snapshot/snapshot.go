// Package snapshot copies existing tenants into a seed of the simulator. A snapshot contains no
// login, no secret and no value of a property that is or may be encrypted.
package snapshot

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// originArray is the array of a seed that describes its origin.
const originArray = "snapshot"

// Options select the content of a snapshot.
type Options struct {
	// Client is the external ID of the tenant.
	Client string
	// Others are further clients. A client that cannot be read is included without its content; a
	// client that does not exist is left out.
	Others []string
	// Units are external IDs of units by client. Their trees are read in addition to the trees with
	// profiles; a unit that no longer exists is not a fault.
	Units map[string][]string
	// Credentials adds the credentials of the users, without their secrets.
	Credentials bool
	// Progress is passed to tenant.Options.
	Progress func(done, total int, what string)
}

// Snapshot is a copy of tenants.
type Snapshot struct {
	// Origin is what a parsed file records of its origin. Its Missing and Quirks are complete only in
	// the Seed.
	tenant.Origin
	// Quirks are the quirks of the service that its responses reveal.
	Quirks []Quirk
	// Missing lists the failed reads.
	Missing []Missing
	// Placeholders are objects that are the target of a reference and could not be read, such as
	// "role crm-reader". The snapshot contains only their external IDs.
	Placeholders []string
	// Withheld is the number of property values that were left out because they are or may be
	// secret.
	Withheld int
	// Notes are differences between the simulator and the service.
	Notes []string

	arrays map[string][]element
}

// Missing is a failed read of a client.
type Missing struct {
	Client string `json:"client"`
	tenant.Missing
}

// Quirk is a quirk of the simulator, and the evidence for it in the service's responses.
type Quirk struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Count is the number of elements in an array of the seed.
type Count struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// Take reads tenants. Failed reads are listed in Missing; it returns an error if Options.Client
// cannot be read at all.
func Take(ctx context.Context, api *idm.API, o Options) (*Snapshot, error) {
	s := &Snapshot{arrays: map[string][]element{}}
	for i, client := range slices.Compact(append([]string{o.Client}, slices.Sorted(slices.Values(o.Others))...)) {
		if i > 0 && client == o.Client {
			continue
		}
		if err := s.read(ctx, api, o, client); err != nil {
			return nil, err
		}
	}
	s.addPlaceholders()
	s.sort()
	return s, nil
}

func (s *Snapshot) read(ctx context.Context, api *idm.API, o Options, client string) error {
	with := tenant.Parts()
	if !o.Credentials {
		with = slices.DeleteFunc(with, func(p tenant.Part) bool { return p == tenant.Credentials })
	}
	if client != o.Client {
		if _, err := idm.ClientOps.Get(ctx, api, idm.Place{}, client); errors.Is(err, idm.ErrNoRecord) {
			s.clientMissing(client, err, "It does not exist, so the simulator does not have it either")
			return nil
		}
	}
	read, err := tenant.Read(ctx, api, tenant.Options{Client: client, With: with, Known: s.knownUnits(ctx, api, o, client),
		Progress: o.Progress})
	if err != nil && (client == o.Client || !errors.Is(err, idm.ErrForbidden)) {
		return err
	}
	if err != nil {
		s.clientMissing(client, err, "The snapshot contains it without its content")
		read = &tenant.Tenant{Client: idm.Client{ExtID: client}}
	}
	s.Clients = append(s.Clients, client)
	s.addTenant(client, read)
	s.detectQuirks(read)
	for _, missing := range read.Missing {
		s.addMissing(client, missing)
	}
	return nil
}

// addMissing records a failed read of a client.
func (s *Snapshot) addMissing(client string, missing tenant.Missing) {
	s.Missing = append(s.Missing, Missing{client, missing})
	unread := missing.Unread()
	if unread.Type == nil {
		return
	}
	u := tenant.UnreadObject{Type: unread.Type.Name}
	if unread.Type.OfClient() || unread.Type == objecttype.Client {
		u.ClientExtID = client
	}
	if !unread.Single && !unread.Owned {
		s.Unread = append(s.Unread, u)
		return
	}
	for _, extID := range missing.ExtIDs {
		if u.ExtID = extID; unread.Owned {
			u.ExtID, u.OwnerExtID = "", extID
		}
		s.Unread = append(s.Unread, u)
	}
}

// knownUnits returns the units of the options, and all units that the caller can find with the
// search.
func (s *Snapshot) knownUnits(ctx context.Context, api *idm.API, o Options, client string) []string {
	found, err := tenant.SearchUnits(ctx, api, client)
	if err != nil {
		s.Notes = append(s.Notes,
			fmt.Sprintf("The search for the units of client %s failed, so a tree of units without profiles may be missing: "+
				"%s.",
				client, err))
	}
	if err == nil && len(found) == 0 {
		s.Notes = append(s.Notes,
			fmt.Sprintf("The search returns no unit of client %s to this caller: a tree of units without profiles may be missing. "+
				"To include it, add the permission AccessControl.UnitSearch, or give the external ID of a unit in the tree.", client))
	}
	return slices.Concat(o.Units[client], found)
}

func (s *Snapshot) clientMissing(client string, err error, way string) {
	s.addMissing(client, tenant.Missing{What: "client", ExtIDs: []string{client}, Reason: err.Error(), WayOut: way,
		List: tenant.Unread{Type: objecttype.Client}})
}

// AllowCaller adds a caller of the simulator with a token, permissions such as
// AccessControl.UnitView, and visible clients; "*" stands for all permissions or clients.
func (s *Snapshot) AllowCaller(token string, permissions, clients []string) {
	s.add("callers", element{"token": token, "permissions": anyList(permissions), "clients": anyList(clients)})
}

// Counts returns the number of elements in each array of the seed, by name.
func (s *Snapshot) Counts() []Count {
	var counts []Count
	for _, kind := range slices.Sorted(maps.Keys(s.arrays)) {
		if kind != "callers" {
			counts = append(counts, Count{kind, len(s.arrays[kind])})
		}
	}
	return counts
}

// Seed returns the seed file. The same tenant gives the same bytes.
func (s *Snapshot) Seed() ([]byte, error) {
	slices.SortFunc(s.Unread, func(a, b tenant.UnreadObject) int {
		return cmp.Or(strings.Compare(a.Type, b.Type), strings.Compare(a.ClientExtID, b.ClientExtID), strings.Compare(a.ExtID, b.ExtID),
			strings.Compare(a.OwnerExtID, b.OwnerExtID))
	})
	origin := s.Origin
	origin.Missing, origin.Quirks = s.Gaps(), nil
	for _, quirk := range s.Quirks {
		origin.Quirks = append(origin.Quirks, quirk.Name)
	}
	file := map[string]any{originArray: []tenant.Origin{origin}}
	for array, elements := range s.arrays {
		file[array] = elements
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(file)
	return b.Bytes(), err
}

// Gaps describes the failed reads, with no external IDs but the client's. The file contains the
// same text.
func (s *Snapshot) Gaps() []string {
	gaps := slices.Clone(s.Origin.Missing)
	for _, missing := range s.Missing {
		gaps = append(gaps, missing.Of(missing.Client))
	}
	return gaps
}

func anyList(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}

// Parse reads a seed file, whether or not it is a snapshot.
func Parse(seed []byte) (*Snapshot, error) {
	decoder := json.NewDecoder(bytes.NewReader(seed))
	decoder.UseNumber()
	s := &Snapshot{}
	if err := decoder.Decode(&s.arrays); err != nil {
		return nil, fmt.Errorf("it is not a seed of the simulator: name a file of idmctl snapshot: %w", err)
	}
	described := []tenant.Origin{}
	encoded, err := json.Marshal(s.arrays[originArray])
	if err := cmp.Or(err, json.Unmarshal(encoded, &described)); err != nil {
		return nil, fmt.Errorf("its origin is not understood: name a file of idmctl snapshot: %w", err)
	}
	delete(s.arrays, originArray)
	for _, s.Origin = range described {
		for _, name := range s.Origin.Quirks {
			s.Quirks = append(s.Quirks, Quirk{Name: name, Reason: "recorded in the snapshot"})
		}
	}
	if described == nil {
		for _, client := range s.arrays["clients"] {
			s.Clients = append(s.Clients, client.text("extId"))
		}
	}
	return s, nil
}

// ByKey returns the objects by array and Key, without the callers.
func (s *Snapshot) ByKey() (map[string]map[string]map[string]any, error) {
	objects := map[string]map[string]map[string]any{}
	for array, all := range s.arrays {
		if array == "callers" {
			continue
		}
		objects[array] = map[string]map[string]any{}
		for _, one := range all {
			key := Key(array, one)
			if _, twice := objects[array][key]; twice {
				return nil, errors.New("two of its " + array + " have the key " + key + ": run idmctl snapshot again")
			}
			objects[array][key] = one
		}
	}
	return objects, nil
}
