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
	before, _ := Members(like)
	elements, _ := Members(typed)
	written := make(map[string]tftypes.Value, len(elements))
	for key, element := range elements {
		was, there := before[key]
		if there && t.sameObject(element, t.typedObject(was)) {
			written[key] = was
			continue
		}
		written[key] = t.rewriteObject(element, was)
	}
	return spelled(written, like, t.wider(like.Type()), tftypes.Map{ElementType: t.widest()})
}

// wider returns a map type that also has the attributes which the elements of another one lack.
func (t Type) wider(like tftypes.Type) tftypes.Type {
	wide := t.widest()
	if of, ok := like.(tftypes.Map); ok {
		if narrow, ok := of.ElementType.(tftypes.Object); ok {
			maps.Copy(wide.AttributeTypes, narrow.AttributeTypes)
		}
	}
	return tftypes.Map{ElementType: wide}
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

// spelled returns an object, or a map if the previous spelling is a map, of its type or of a wider
// one that can hold the members: the marks of sensitive values are at its keys.
func spelled(members map[string]tftypes.Value, like tftypes.Value, wider ...tftypes.Type) tftypes.Value {
	written := object(members)
	if like.Type() != nil && like.Type().Is(tftypes.Map{}) {
		for _, of := range append([]tftypes.Type{like.Type()}, wider...) {
			if same, ok := Convert(written, of); ok {
				return same
			}
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
