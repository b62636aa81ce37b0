package review

import (
	"maps"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// facts are the contents of the clients that were read.
type facts struct {
	*access.Tenant
	// read holds the clients that were read.
	read map[clientRef]bool
	// held maps owner and target to the grants, members and assignments between them.
	held map[holdRef][]*access.Object
}

type clientRef struct{ service, client string }

type holdRef struct {
	of            access.ID
	owner, target string
}

// valuesOf returns the attribute values that the resource of an object would have.
func (s factShape) valuesOf(o *access.Object) plan.Values {
	values, validity := plan.Values{}, map[string]any{}
	values["validity"] = validity
	for name, bound := range map[string]access.Value[access.Moment]{"from": o.From, "to": o.To} {
		if moment, known := bound.Known(); !known {
			validity[name] = plan.Unknown{}
		} else if at, limited := moment.Time(); limited {
			validity[name] = at.Format(time.RFC3339Nano)
		}
	}
	for name, ref := range map[string]access.Value[string]{s.owner: o.Owner, s.target: o.Target} {
		if extID, known := ref.Known(); known && extID != "" {
			values[name] = extID
		} else if known {
			values[name] = nil
		}
	}
	if state, known := o.State.Known(); known {
		values[s.state] = stateNames[state]
	}
	delete(values, "") // A type may have none of them.
	for i, room := range grants.Rooms {
		if at := access.Room(i); o.Kind == access.Grant && o.Rooms.May(at) == o.Rooms.Must(at) {
			values[room.Attribute] = o.Rooms.May(at)
		}
	}
	return values
}

// factsBefore returns the contents of all clients of the plan. Clients that were not read may
// contain anything.
func (x *analysis) factsBefore() facts {
	f := facts{Tenant: access.NewTenant(), read: map[clientRef]bool{}, held: map[holdRef][]*access.Object{}}
	for _, held := range x.names.facts {
		f.read[clientRef{service: held.service}] = true
		for _, client := range held.clients {
			f.read[clientRef{held.service, client}] = true
		}
		for o := range held.Objects() {
			f.Add(*o)
		}
		for _, gap := range held.Gaps() {
			f.NotRead(gap)
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(x.names.Absent), access.ID.Compare) {
		f.Add(access.Object{ID: id, Presence: access.Absent})
	}
	for o := range f.Objects() {
		if at, known := refOf(*o); known {
			f.held[at] = append(f.held[at], o)
		}
	}
	seen := map[clientRef]bool{}
	for _, e := range x.entries {
		for _, values := range []plan.Values{e.Before, e.After} {
			at := clientRef{e.Service, clientOf(values)}
			if values != nil && !f.read[at] && !seen[at] {
				seen[at] = true
				for kind := access.Client; kind <= access.Credential; kind++ {
					f.NotRead(access.Gap{ID: access.NewID(at.service, at.client, kind, "")})
				}
			}
		}
	}
	return f
}

// refOf returns the owner and target of an object. It returns false if they are not known or the
// object has no target.
func refOf(o access.Object) (holdRef, bool) {
	owner, ownerKnown := o.Owner.Known()
	target, targetKnown := o.Target.Known()
	return holdRef{access.ID{Service: o.Service, Client: o.Client, Kind: o.Kind}, owner, target}, ownerKnown && targetKnown && target != ""
}

// decides reports whether the facts decide about the object of a change: its client was read, and
// the object is known to exist or not to exist.
func (f facts) decides(c plannedChange) bool {
	id := c.Object.ID
	if _, pending := id.Pending(); pending && c.Action != access.Create {
		return false
	}
	return f.readsObject(c.entry) && f.Get(id).Presence != access.Unsure
}

// reads reports whether the client of an object was read.
func (f facts) reads(id access.ID) bool { return f.read[clientRef{id.Service, id.Client}] }

// readsObject reports whether the client of an object was read.
func (f facts) readsObject(e *entry) bool {
	client, known := e.values().Known("client_ext_id")
	switch {
	case e.Type == typeClient:
		client, known = e.values().Known("ext_id")
	case e.kind.facts.kind.Global():
		client, known = "", true
	}
	return known && f.read[clientRef{e.Service, client}]
}

// given returns the held objects with the same owner and target.
func (f facts) given(o access.Object) []*access.Object {
	if at, known := refOf(o); known {
		return f.held[at]
	}
	return nil
}
