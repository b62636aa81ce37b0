package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// subject is an object before and after the apply, whichever addresses it has then; nil
// where it does not exist.
type subject struct {
	before, after           plan.Values
	beforeEntry, afterEntry *entry
	// removed and made report that the apply removes the object, and makes one under its id.
	removed, made bool
}

// subjects are the managed objects of one type. An id that is removed at one address and made at
// another is one object that is replaced.
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

// was enters an object of before; one that is removed counts more than another that shows the same.
func (s *subject) was(e *entry) {
	if s.before == nil || e.removes() {
		s.before, s.beforeEntry = e.Before, e
	}
	s.removed = s.removed || e.removes()
}

// becomes enters an object of afterwards; one that is made counts more than another that shows the
// same.
func (s *subject) becomes(e *entry, values plan.Values) {
	if s.after == nil || e.makes() {
		s.after, s.afterEntry = values, e
	}
	s.made = s.made || e.makes()
}

// renewed reports whether the object of before is removed and another one is made under its id.
func (s *subject) renewed() bool { return s != nil && s.removed && s.made }

// gone reports whether the object is removed, and none is made under its id.
func (s *subject) gone() bool { return s != nil && s.removed && !s.made }

// ends reports whether the object is removed, also where another one is made under its id.
func (s *subject) ends() bool { return s != nil && s.removed }

// lives reports whether it is the same object before and after.
func (s *subject) lives() bool { return s != nil && s.before != nil && s.after != nil && !s.removed }

// key tells an object from the others of its type.
func (e *entry) key(values plan.Values) objectKey {
	key := objectKey{service: e.Service, id: idOf(values["ext_id"], e.Address)}
	if !clientless(e.kind.self) {
		key.client = clientOf(values, e.Address)
	}
	return key
}

// clientless reports whether objects of a kind belong to no client.
func clientless(kind Kind) bool { return kind == App || kind == Role || kind == Client }

// removal is what becomes of something because it, or an object that it depends on, is removed.
type removal struct {
	ends   bool
	reason string
}

// or joins two removals; the reason is the first one's.
func (f removal) or(other removal) removal {
	if f.ends {
		return f
	}
	return other
}

// removal is what becomes of what depends on an object, which is called by what it is.
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

// profileRemoval is what becomes of all that is granted to a profile.
func (x *analysis) profileRemoval(profile objectKey) removal {
	return x.profiles[profile].removal("the profile").or(x.users[x.ownerOf(profile)].removal("the user")).or(x.clientRemoval(profile))
}

// clientRemoval is what becomes of everything in a client.
func (x *analysis) clientRemoval(of objectKey) removal {
	return x.clients[objectKey{service: of.service, id: of.client}].removal("the client")
}

// thingRemoval is what becomes of a thing that users have.
func (x *analysis) thingRemoval(key holdingKey) removal {
	switch key.kind {
	case EnterpriseRole:
		return x.enterpriseRoles[objectKey{key.holder.service, key.holder.client, key.thing}].removal("the enterprise role")
	case App:
		return x.apps[objectKey{service: key.holder.service, id: key.thing}].removal("the application")
	}
	return x.roleRemoval(key.holder.service, key.thing)
}

// roleRemoval is what becomes of a role; it goes with its application.
func (x *analysis) roleRemoval(service string, role id) removal {
	return x.roles[objectKey{service: service, id: role}].removal("the role").or(
		x.apps[objectKey{service: service, id: x.applicationOf(service, role)}].removal("the application of the role"))
}

// applicationOf is the application of a role; none where it is not known.
func (x *analysis) applicationOf(service string, role id) id {
	if s := x.roles[objectKey{service: service, id: role}]; s != nil {
		values, e := s.before, s.beforeEntry
		if values == nil {
			values, e = s.after, s.afterEntry
		}
		return idOf(values["application_ext_id"], e.Address)
	}
	if role.unknown {
		return id{}
	}
	return id{text: x.names.applicationOf(ref(service, Role, "", role.text))}
}

// ownerOf is the user whose a profile is today; without an id where it is not known.
func (x *analysis) ownerOf(profile objectKey) objectKey {
	owner := objectKey{service: profile.service, client: profile.client}
	if s := x.profiles[profile]; s != nil {
		values, e := s.before, s.beforeEntry
		if values == nil {
			values, e = s.after, s.afterEntry
		}
		owner.id = idOf(values["user_ext_id"], e.Address)
	} else {
		owner.id.text, _, _ = x.names.placeOf(profile)
	}
	return owner
}
