package policy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/hashicorp/hcl/v2"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// object is an object of a seed.
type object = map[string]any

// builder builds a tenant in the form of a seed.
type builder struct {
	client string
	lists  map[string][]object
	// rest holds the parts of a snapshot that do not affect access.
	rest map[string]json.RawMessage
	refs []reference
	// changing is set while a change is applied; err is its first error.
	changing bool
	err      error
}

// reference is a reference in a block.
type reference struct {
	list, extID string
	place       hcl.Range
}

// kinds lists the lists of a seed that affect access, with the nouns of their objects.
var kinds = map[string]string{
	"roles": "role", "enterpriseRoles": "enterprise role", "units": "unit", "users": "user", "profiles": "profile",
	"applications": "application", "authorizations": "authorization", "enterpriseAuthorizations": "enterprise authorization",
	"clientApplications": "application of the client",
}

func newBuilder(client string) *builder {
	if client == "" {
		client = "test"
	}
	clients, _ := json.Marshal([]object{{"extId": client}}) //nolint:errchkjson // a map of texts
	return &builder{client: client, lists: map[string][]object{}, rest: map[string]json.RawMessage{"clients": clients}}
}

// open reads a snapshot.
func open(file, client string, place hcl.Range) (*builder, error) {
	content, err := input.ReadSnapshot(file)
	if err != nil {
		return nil, at(place, "the snapshot cannot be read: %v", err)
	}
	b := newBuilder(client)
	if err := json.Unmarshal(content, &b.rest); err != nil {
		return nil, at(place, "%s is not a snapshot: %v", file, err)
	}
	for list := range kinds {
		var objects []object
		if len(b.rest[list]) > 0 {
			if err := json.Unmarshal(b.rest[list], &objects); err != nil {
				return nil, at(place, "%s is not a snapshot: %v", file, err)
			}
		}
		b.lists[list] = objects
		delete(b.rest, list)
	}
	var clients []struct{ ExtID string }
	if err := json.Unmarshal(b.rest["clients"], &clients); err != nil || len(clients) == 0 {
		return nil, at(place, "%s is not a snapshot: it has no client", file)
	}
	known := make([]string, len(clients))
	for i, c := range clients {
		known[i] = c.ExtID
	}
	switch {
	case client == "" && len(known) == 1:
		b.client = known[0]
	case !slices.Contains(known, client):
		return nil, at(place, "name one of the clients %s with client", strings.Join(known, ", "))
	}
	return b, nil
}

func (b *builder) fail(place hcl.Range, format string, args ...any) {
	if b.err == nil {
		b.err = at(place, format, args...)
	}
}

func (b *builder) refer(list, extID string, place hcl.Range) {
	b.refs = append(b.refs, reference{list, extID, place})
}

// check reports the first error, and references to objects that do not exist.
func (b *builder) check() error {
	refs := b.refs
	if b.refs = nil; b.err != nil {
		return b.err
	}
	for _, r := range refs {
		if b.find(r.list, r.extID) != nil {
			continue
		}
		var known []string
		for _, o := range b.lists[r.list] {
			known = append(known, text(o, "extId"))
		}
		message := fmt.Sprintf("no %s has the external ID %q", kinds[r.list], r.extID)
		if offer := suggest.DidYouMean(r.extID, known); offer != "" {
			message += ". " + offer
		}
		return at(r.place, "%s", message)
	}
	return nil
}

// texts returns a list of texts, also of a file.
func texts(list any) []string {
	all, _ := list.([]string)
	read, _ := list.([]any)
	for _, one := range read {
		if text, ok := one.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

func text(o object, field string) string {
	value, _ := o[field].(string)
	return value
}

// find returns an object of the client, or a global one, or nil.
func (b *builder) find(list, extID string) object {
	for _, o := range b.lists[list] {
		if client := text(o, "clientExtId"); text(o, "extId") == extID && (client == "" || client == b.client) {
			return o
		}
	}
	return nil
}

// object returns the object of a block: an existing one in a change, otherwise a new one.
func (b *builder) object(list, extID string, remove bool, place hcl.Range) object {
	o := b.find(list, extID)
	switch {
	case o != nil && !b.changing:
		b.fail(place, "another %s has the external ID %q", kinds[list], extID)
	case remove && o == nil:
		b.fail(place, "no %s has the external ID %q, so that nothing is removed", kinds[list], extID)
	case o == nil:
		o = object{"extId": extID}
		if list != "roles" {
			o["clientExtId"] = b.client
		}
		b.lists[list] = append(b.lists[list], o)
	}
	if o == nil {
		o = object{}
	}
	o["removed"] = remove
	return o
}

// prune removes deleted objects, and the objects that the service deletes with them.
func (b *builder) prune() {
	removed := map[string]map[string]bool{}
	remove := func(list string, is func(object) bool) {
		removed[list] = map[string]bool{}
		b.lists[list] = slices.DeleteFunc(b.lists[list], func(o object) bool {
			client := text(o, "clientExtId")
			gone := (client == "" || client == b.client) && is(o)
			if gone {
				removed[list][text(o, "extId")] = true
			}
			delete(o, "removed")
			return gone
		})
	}
	itself := func(o object) bool { return o["removed"] == true }
	for _, list := range []string{"roles", "enterpriseRoles", "units", "users"} {
		remove(list, itself)
	}
	for _, e := range b.lists["enterpriseRoles"] {
		if text(e, "clientExtId") == b.client {
			e["roleExtIds"] = slices.DeleteFunc(texts(e["roleExtIds"]), func(role string) bool { return removed["roles"][role] })
		}
	}
	remove("profiles", func(o object) bool { return itself(o) || removed["users"][text(o, "userExtId")] })
	remove("authorizations", func(o object) bool {
		return removed["profiles"][text(o, "profileExtId")] || removed["roles"][text(o, "roleExtId")]
	})
	remove("enterpriseAuthorizations", func(o object) bool {
		return removed["profiles"][text(o, "profileExtId")] || removed["enterpriseRoles"][text(o, "enterpriseRoleExtId")]
	})
}

// seed returns the tenant as a file.
func (b *builder) seed() ([]byte, error) {
	all := map[string]any{}
	for name, part := range b.rest {
		all[name] = part
	}
	for name, list := range b.lists {
		all[name] = list
	}
	return json.Marshal(all)
}
