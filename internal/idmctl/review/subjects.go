package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// subject is an object before and after the apply, regardless of its addresses; nil if it does not
// exist.
type subject struct {
	before, after           plan.Values
	beforeEntry, afterEntry *entry
	// removed and made report that the apply removes the object, and creates one with its ID.
	removed, made bool
}

// subjects returns the managed objects of one type. An ID that is removed at one address and
// created at another is one replaced object.
func (x *analysis) subjects(of string) map[objectKey]*subject {
	found := map[objectKey]*subject{}
	at := func(e *entry, values plan.Values) *subject {
		key := e.key(values)
		if found[key] == nil {
			found[key] = &subject{}
		}
		return found[key]
	}
	for _, e := range x.entries {
		if e.Type != of || e.refused != "" {
			continue
		}
		if e.Before != nil {
			at(e, e.Before).was(e)
		}
		if stays(e) && e.Before != nil {
			at(e, e.Before).becomes(e, e.Before)
		}
		if e.After != nil && e.Action != plan.Forget {
			at(e, e.After).becomes(e, e.After)
		}
	}
	return found
}

// was sets the object before the apply. A removed object takes precedence over another one with the
// same ID.
func (s *subject) was(e *entry) {
	if s.before == nil || e.removes() {
		s.before, s.beforeEntry = e.Before, e
	}
	s.removed = s.removed || e.removes()
}

// becomes sets the object after the apply. A created object takes precedence over another one with
// the same ID.
func (s *subject) becomes(e *entry, values plan.Values) {
	if s.after == nil || e.makes() {
		s.after, s.afterEntry = values, e
	}
	s.made = s.made || e.makes()
}

// renewed reports whether the object is removed and another one is created with its ID.
func (s *subject) renewed() bool { return s != nil && s.removed && s.made }

// gone reports whether the object is removed, and none is created with its ID.
func (s *subject) gone() bool { return s != nil && s.removed && !s.made }

// ends reports whether the object is removed, even if another one is created with its ID.
func (s *subject) ends() bool { return s != nil && s.removed }

// persists reports whether it is the same object before and after the apply.
func (s *subject) persists() bool { return s != nil && s.before != nil && s.after != nil && !s.removed }

// key returns the key of an object within its type.
func (e *entry) key(values plan.Values) objectKey {
	key := objectKey{service: e.Service, id: idOf(values["ext_id"], e.Address)}
	if !clientless(e.kind.self) {
		key.client = clientOf(values, e.Address)
	}
	return key
}

// clientless reports whether objects of a kind do not belong to a client.
func clientless(kind Kind) bool { return kind == App || kind == Role || kind == Client }

// removal reports whether something is removed because of itself or an object that it depends on.
type removal struct {
	ends   bool
	reason string
}

// or joins two removals, and keeps the reason of the first one.
func (f removal) or(other removal) removal {
	if f.ends {
		return f
	}
	return other
}

// removal returns the removal of everything that depends on an object. what is the object's noun.
func (s *subject) removal(what string) removal {
	switch {
	case s.gone():
		return removal{true, what + " is " + deleted}
	case !s.renewed():
		return removal{}
	case s.beforeEntry.Address != s.afterEntry.Address:
		return removal{true, what + " is " + replaced + ": it is deleted at one address and made at another"}
	}
	return removal{true, what + " is " + replaced}
}

// profileRemoval returns the removal of all grants of a profile.
func (x *analysis) profileRemoval(profile objectKey) removal {
	return x.profiles[profile].removal("the profile").or(x.users[x.ownerOf(profile)].removal("the user")).or(x.clientRemoval(profile))
}

// clientRemoval returns the removal of everything in a client.
func (x *analysis) clientRemoval(of objectKey) removal {
	return x.clients[objectKey{service: of.service, id: of.client}].removal("the client")
}

// thingRemoval returns the removal of a role, an enterprise role or an application.
func (x *analysis) thingRemoval(key holdingKey) removal {
	switch key.kind {
	case EnterpriseRole:
		return x.enterpriseRoles[objectKey{key.holder.service, key.holder.client, key.thing}].removal("the enterprise role")
	case App:
		return x.apps[objectKey{service: key.holder.service, id: key.thing}].removal("the application")
	}
	return x.roleRemoval(key.holder.service, key.thing)
}

// roleRemoval returns the removal of a role, which is deleted with its application.
func (x *analysis) roleRemoval(service string, role id) removal {
	return x.roles[objectKey{service: service, id: role}].removal("the role").or(
		x.apps[objectKey{service: service, id: x.applicationOf(service, role)}].removal("the application of the role"))
}

// applicationOf returns the application of a role; the zero id if it is not known.
func (x *analysis) applicationOf(service string, role id) id {
	if s := x.roles[objectKey{service: service, id: role}]; s != nil {
		values, e := s.side(false)
		return idOf(values["application_ext_id"], e.Address)
	}
	if role.unknown {
		return id{}
	}
	return id{text: x.names.applicationOf(ref(service, Role, "", role.text))}
}

// ownerOf returns the current user of a profile; without an id if it is not known.
func (x *analysis) ownerOf(profile objectKey) objectKey {
	owner := objectKey{service: profile.service, client: profile.client}
	if s := x.profiles[profile]; s != nil {
		values, e := s.side(false)
		owner.id = idOf(values["user_ext_id"], e.Address)
	} else {
		owner.id.text, _, _ = x.names.placeOf(profile)
	}
	return owner
}
