package fixedmap

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// rewrite converts a typed map of objects to a written value in the spelling of like. Objects with
// the same meaning keep their spelling. Changed objects keep as much of it as possible, so that a
// plan shows only the actual difference. New objects have the shortest spelling.
func (t Type) rewrite(typed, like tftypes.Value) tftypes.Value {
	if like.Type() != nil && t.sameMeaning(typed, t.typed(like)) {
		return like
	}
	of := t.object
	before, _ := Members(like)
	elements, _ := Members(typed)
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

// rewriteObject works like rewrite for one object.
func (t Type) rewriteObject(typed, like tftypes.Value) tftypes.Value {
	wanted, _ := Members(typed)
	before, _ := Members(like)
	written := map[string]tftypes.Value{}
	for name, key := range t.Keys {
		want := wanted[name]
		was, there := before[name]
		inner, isMap := key.GetType().(Type)
		switch {
		case there && Same(typedMember(was, key), want, key):
			written[name] = was
		case isMap && want.IsNull():
		case isMap:
			written[name] = inner.rewrite(want, was)
		case want.Type().Is(tftypes.Map{}):
			if inner := rewriteMap(want, was, key); inner.Type() != nil {
				written[name] = inner
			}
		case there || !want.Equal(typedMember(tftypes.Value{}, key)):
			written[name] = want
		}
	}
	return spelled(written, like)
}

// rewriteMap works like rewrite for a map with fixed keys. It returns no value for an empty map.
func rewriteMap(typed, like tftypes.Value, key Key) tftypes.Value {
	wanted, _ := Members(typed)
	if len(wanted) == 0 {
		return tftypes.Value{}
	}
	before, _ := Members(like)
	written := make(map[string]tftypes.Value, len(wanted))
	for name, want := range wanted {
		single := func(v tftypes.Value) tftypes.Value {
			return tftypes.NewValue(typed.Type(), map[string]tftypes.Value{name: v})
		}
		was, there := before[name]
		if there && was.Type().Is(tftypes.String) && Same(single(was), single(want), key) {
			want = was
		}
		written[name] = want
	}
	return spelled(written, like)
}

// spelled returns an object, or a map if the previous spelling is a map that can hold the members:
// the marks of sensitive values are at its keys.
func spelled(members map[string]tftypes.Value, like tftypes.Value) tftypes.Value {
	written := object(members)
	if like.Type() != nil && like.Type().Is(tftypes.Map{}) {
		if same, ok := convert(written, like.Type()); ok {
			return same
		}
	}
	return written
}

// object returns an object with the given members.
func object(members map[string]tftypes.Value) tftypes.Value {
	of := tftypes.Object{AttributeTypes: make(map[string]tftypes.Type, len(members))}
	for name, member := range members {
		of.AttributeTypes[name] = member.Type()
	}
	return tftypes.NewValue(of, members)
}

// asMap works like spelled for a map of objects, with a wider element type if the previous one is too
// narrow.
func (t Type) asMap(elements map[string]tftypes.Value, before tftypes.Type) tftypes.Value {
	narrow, _ := before.(tftypes.Map)
	for _, element := range []tftypes.Type{narrow.ElementType, t.wider(narrow.ElementType, elements), t.widest()} {
		if same, ok := convert(object(elements), tftypes.Map{ElementType: element}); ok {
			return same
		}
	}
	return object(elements)
}

// wider returns an object type that also has the attributes of the elements.
func (t Type) wider(narrow tftypes.Type, elements map[string]tftypes.Value) tftypes.Type {
	before, ok := narrow.(tftypes.Object)
	if !ok {
		return t.widest()
	}
	wide := tftypes.Object{AttributeTypes: maps.Clone(before.AttributeTypes)}
	for _, element := range elements {
		members, _ := Members(element)
		for name := range members {
			if _, there := wide.AttributeTypes[name]; !there {
				wide.AttributeTypes[name] = t.widest().AttributeTypes[name]
			}
		}
	}
	return wide
}

// widest returns an object type that can represent every spelling.
func (t Type) widest() tftypes.Object {
	wide := tftypes.Object{AttributeTypes: maps.Clone(t.object.AttributeTypes)}
	for name := range wide.AttributeTypes {
		switch of := t.Keys[name].GetType().(type) {
		case Type:
			wide.AttributeTypes[name] = tftypes.Map{ElementType: of.widest()}
		case interface{ FixedKeys() []string }:
			inner := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}
			for _, key := range of.FixedKeys() {
				inner.AttributeTypes[key] = tftypes.String
			}
			wide.AttributeTypes[name] = inner
		}
	}
	return wide
}
