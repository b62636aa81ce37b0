package strict

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// rewrite spells a typed map of objects like a value that was written before: what means the same
// keeps its spelling, and what differs changes in it no more than it must, so that a plan shows
// nothing but the difference. What was not written before is spelled as briefly as it can be.
func (t Type) rewrite(typed, like tftypes.Value) tftypes.Value {
	if like.Type() != nil && t.sameMeaning(typed, t.typed(like)) {
		return like
	}
	of := t.objectType()
	before, _ := membersOf(like)
	elements, _ := membersOf(typed)
	written := make(map[string]tftypes.Value, len(elements))
	for key, element := range elements {
		was, there := before[key]
		if there && t.sameObject(element, t.typedObject(was, of)) {
			written[key] = was
			continue
		}
		written[key] = t.rewriteObject(element, was)
	}
	if like.Type() != nil && like.Type().Is(tftypes.Map{}) {
		return t.asMap(written, like.Type())
	}
	return object(written)
}

// rewriteObject spells one object.
func (t Type) rewriteObject(typed, like tftypes.Value) tftypes.Value {
	wanted, _ := membersOf(typed)
	before, _ := membersOf(like)
	written := map[string]tftypes.Value{}
	for name, key := range t.Keys {
		want := wanted[name]
		was, there := before[name]
		switch {
		case there && sameMember(typedMember(was, key), want, key):
			written[name] = was
		case want.Type().Is(tftypes.Map{}):
			if inner := rewriteMap(want, was, key); inner.Type() != nil {
				written[name] = inner
			}
		case there || !want.Equal(typedMember(tftypes.Value{}, key)):
			written[name] = want
		}
	}
	return object(written)
}

// rewriteMap spells a map with fixed keys as an object; nothing in it is no value at all.
func rewriteMap(typed, like tftypes.Value, key Key) tftypes.Value {
	wanted, _ := membersOf(typed)
	if len(wanted) == 0 {
		return tftypes.Value{}
	}
	before, _ := membersOf(like)
	written := make(map[string]tftypes.Value, len(wanted))
	for name, want := range wanted {
		single := func(v tftypes.Value) tftypes.Value {
			return tftypes.NewValue(typed.Type(), map[string]tftypes.Value{name: v})
		}
		was, there := before[name]
		if there && was.Type().Is(tftypes.String) && sameMember(single(was), single(want), key) {
			want = was
		}
		written[name] = want
	}
	return object(written)
}

// object makes an object of its members.
func object(members map[string]tftypes.Value) tftypes.Value {
	of := tftypes.Object{AttributeTypes: make(map[string]tftypes.Type, len(members))}
	for name, member := range members {
		of.AttributeTypes[name] = member.Type()
	}
	return tftypes.NewValue(of, members)
}

// asMap makes a map of objects again, with a wider type where the previous one is too narrow: the
// marks of sensitive values are at the keys of a map.
func (t Type) asMap(elements map[string]tftypes.Value, before tftypes.Type) tftypes.Value {
	narrow, _ := before.(tftypes.Map)
	for _, element := range []tftypes.Type{narrow.ElementType, t.wider(narrow.ElementType, elements), t.widest()} {
		if same, ok := convert(object(elements), tftypes.Map{ElementType: element}); ok {
			return same
		}
	}
	return object(elements)
}

// wider is the type of an object with what the elements have beyond it.
func (t Type) wider(narrow tftypes.Type, elements map[string]tftypes.Value) tftypes.Type {
	before, ok := narrow.(tftypes.Object)
	if !ok {
		return t.widest()
	}
	wide := tftypes.Object{AttributeTypes: maps.Clone(before.AttributeTypes)}
	for _, element := range elements {
		members, _ := membersOf(element)
		for name := range members {
			if _, there := wide.AttributeTypes[name]; !there {
				wide.AttributeTypes[name] = t.widest().AttributeTypes[name]
			}
		}
	}
	return wide
}

// widest is the type of an object that can spell everything.
func (t Type) widest() tftypes.Object {
	wide := t.objectType()
	for name, of := range wide.AttributeTypes {
		if of.Is(tftypes.Map{}) {
			inner := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}
			if fixed, ok := t.Keys[name].GetType().(interface{ FixedKeys() []string }); ok {
				for _, key := range fixed.FixedKeys() {
					inner.AttributeTypes[key] = tftypes.String
				}
			}
			wide.AttributeTypes[name] = inner
		}
	}
	return wide
}
