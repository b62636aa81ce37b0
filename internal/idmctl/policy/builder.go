package policy

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// builder builds the facts of a tenant from the blocks of a test.
type builder struct {
	client string
	facts  *tenant.Facts
	// changed are the new, updated and removed objects, in order.
	changed []*access.Object
	refs    []reference
	// changing is set while a change is applied; err is its first error.
	changing bool
	err      error
}

// reference is a reference in a block.
type reference struct {
	access.ID
	place hcl.Range
}

func newBuilder(client string) *builder {
	if client == "" {
		client = "test"
	}
	return &builder{client: client, facts: tenant.FactsOf("", &tenant.Tenant{Client: idm.Client{ExtID: client}})}
}

// open reads a snapshot.
func open(file, client string, place hcl.Range) (*builder, error) {
	content, err := input.ReadSnapshot(file)
	if err != nil {
		return nil, at(place, "the snapshot cannot be read: %v", err)
	}
	facts, err := tenant.Decode(content, "")
	switch {
	case err != nil:
		return nil, at(place, "%s: %v", file, err)
	case client == "" && len(facts.Clients) == 1:
		client = facts.Clients[0]
	case !slices.Contains(facts.Clients, client):
		return nil, at(place, "name one of the clients %s with client", strings.Join(facts.Clients, ", "))
	}
	return &builder{client: client, facts: facts}, nil
}

func (b *builder) fail(place hcl.Range, format string, args ...any) {
	if b.err == nil {
		b.err = at(place, format, args...)
	}
}

func (b *builder) id(kind access.Kind, extID string) access.ID {
	return access.NewID("", b.client, kind, extID)
}

// all iterates over the objects of a kind that the client can have.
func (b *builder) all(kind access.Kind) iter.Seq[*access.Object] {
	return func(yield func(*access.Object) bool) {
		for o := range b.facts.Objects() {
			known := o.Kind == kind && o.ID == b.id(kind, o.ExtID) && b.find(o.ID) != nil
			if known && !yield(b.find(o.ID)) {
				return
			}
		}
		for _, o := range b.changed {
			if o.Kind == kind && o.Presence == access.Present && b.facts.Get(o.ID).Presence != access.Present && !yield(o) {
				return
			}
		}
	}
}

// edited returns an object that a block has changed, or nil.
func (b *builder) edited(id access.ID) *access.Object {
	if i := slices.IndexFunc(b.changed, func(o *access.Object) bool { return o.ID == id }); i >= 0 {
		return b.changed[i]
	}
	return nil
}

// find returns an object, or nil.
func (b *builder) find(id access.ID) *access.Object {
	o := cmp.Or(b.edited(id), b.facts.Get(id))
	if o.Presence != access.Present {
		return nil
	}
	return o
}

// put returns the object that a change may edit: a copy of the existing one, or a new one.
func (b *builder) put(id access.ID) *access.Object {
	if o := b.edited(id); o != nil {
		o.Presence = access.Present
		return o
	}
	o := &access.Object{ID: id}
	if found := b.find(id); found != nil {
		*o = *found
	}
	b.changed = append(b.changed, o)
	return o
}

func (b *builder) remove(id access.ID) { b.put(id).Presence = access.Absent }

// object returns the object of a block: an existing one in a change, otherwise a new one.
func (b *builder) object(kind access.Kind, extID string, remove bool, place hcl.Range) *access.Object {
	id := b.id(kind, extID)
	switch exists := b.find(id) != nil; {
	case exists && !b.changing:
		b.fail(place, "another %s has the external ID %q", kind, extID)
	case remove && !exists:
		b.fail(place, "no %s has the external ID %q, so that nothing is removed", kind, extID)
	}
	o := b.put(id)
	if remove {
		o.Presence = access.Absent
	}
	return o
}

// prune removes the objects that the service deletes with removed ones.
func (b *builder) prune() {
	for _, kind := range []access.Kind{access.Profile, access.Member, access.Grant, access.EnterpriseGrant} {
		for o := range b.all(kind) {
			if slices.ContainsFunc(o.Refs(), func(id access.ID) bool { return id.Kind != access.Unit && b.removed(id) }) {
				b.remove(o.ID)
			}
		}
	}
}

func (b *builder) removed(id access.ID) bool {
	o := b.edited(id)
	return o != nil && o.Presence == access.Absent
}

// check returns the first error, also of a reference to an object that does not exist.
func (b *builder) check() error {
	refs := b.refs
	if b.refs = nil; b.err != nil {
		return b.err
	}
	for _, r := range refs {
		if b.find(r.ID) != nil {
			continue
		}
		var known []string
		for o := range b.all(r.Kind) {
			known = append(known, o.ExtID)
		}
		return at(r.place, "%v", unknown(r.ExtID, r.Kind.String(), known))
	}
	return nil
}

// read returns the facts with the objects of the blocks.
func (b *builder) read() *tenant.Facts {
	var changed []access.Object
	for _, o := range b.changed {
		changed = append(changed, *o)
	}
	b.facts, b.changed = b.facts.With(b.facts.Tenant.With(changed)), nil
	return b.facts
}
