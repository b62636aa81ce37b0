package plan

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// elements returns a change of a collection as one change for each of its elements, such as
// idm_unit_tree.acme.units["ops"] of the type idm_unit, and for what an element has of other types,
// such as idm_profiles.staff.profiles["eva"].authorizations. A collection whose elements are hidden
// stays one change, and so does the change of any other type. remaining are the objects that have
// left the map before, and that this plan does not delete, because others need them.
func elements(c Change) (all, remaining []Change) {
	of := objecttype.ByTypeName(c.Type)
	if of == nil || of.Class != objecttype.Collection {
		return []Change{c}, nil
	}
	deleted, remaining := left(c, of)
	recorded, refreshed := elementRecords(c.Recorded), elementRecords(c.Refreshed)
	replaced := map[string]bool{}
	for _, kind := range append([]*objecttype.Type{of.Single()}, of.Parts()...) {
		before, readable := elementsOf(of, kind, c.Before)
		after, alsoReadable := elementsOf(of, kind, c.After)
		if !readable || !alsoReadable || c.BeforeHidden != nil || c.AfterHidden != nil {
			return []Change{c}, remaining
		}
		for _, id := range Keys(before, after) {
			replaced[id] = replaced[id] || kind == of.Single() && replaces(of, before[id].values, after[id].values)
			one := elementChange(c, of, before[id], after[id])
			if one.Before != nil && one.After != nil && replaced[id] {
				one.Action = Replace
			}
			one.Recorded, one.Refreshed = recorded.of(before[id].key, kind), refreshed.of(before[id].key, kind)
			if c.MayIgnore {
				one.MayIgnore, one.Configured = true, notShown(one.Before)
			}
			if kind != of.Single() {
				one = partChange(one, kind, c.After)
			}
			one.Before, one.After = CompleteGrants(one.Type, one.Before), CompleteGrants(one.Type, one.After)
			all = append(all, one)
		}
	}
	return slices.Concat(all, deleted, settings(c), ignoredElements(c, of)), remaining
}

// notShown returns the attributes of an object whose configuration the plan does not show.
func notShown(values Values) Values {
	hidden := Values{}
	for name := range values {
		hidden[name] = Unknown{}
	}
	return hidden
}

// ignoredElements returns a collection whose elements ignore_changes hides, without them: what the
// configuration has in their place is not shown.
func ignoredElements(c Change, of *objecttype.Type) []Change {
	if !c.Ignores(of.Elements) || c.Before == nil || c.After == nil {
		return nil
	}
	c.Action, c.Configured = NoOp, Values{of.Elements: Unknown{}}
	c.Before = Values{"client_ext_id": c.Before["client_ext_id"], "id": c.Before["id"], of.Elements: map[string]any{}}
	c.After = c.Before
	return []Change{c}
}

// records are the private states of the objects of a collection, by the key of their element.
type records map[string]struct {
	Objects map[string]map[string]json.RawMessage
}

// elementRecords reads the private state of a collection; nil for none.
func elementRecords(private []byte) records {
	var entries struct{ Elements records }
	_ = json.Unmarshal(private, &entries) // Without it, the values are compared.
	return entries.Elements
}

// of returns the private state of one object as that of its own resource; nil if it is not
// recorded.
func (r records) of(key string, kind *objecttype.Type) []byte {
	entries := map[string][]byte{}
	for name, value := range r[key].Objects[kind.Name] {
		entries[name] = value
	}
	if len(entries) == 0 {
		return nil
	}
	private, _ := json.Marshal(entries) // Texts and bytes.
	return private
}

// secrets is the attribute of a collection with the encrypted properties of its elements, by key.
const secrets = "sensitive_properties"

// secretsByElement returns a change in which the encrypted properties of each element of a
// collection are marked as sensitive, instead of those of all elements: so it is known whose
// properties change.
func secretsByElement(c *tfjson.ResourceChange) *tfjson.Change {
	if of := objecttype.ByTypeName(c.Type); of == nil || of.Class != objecttype.Collection {
		return c.Change
	}
	marked := func(marks, values any) any {
		all, of := Object(marks), Object(values).Map(secrets)
		if hidden, _ := all[secrets].(bool); !hidden || of == nil {
			return marks
		}
		single := map[string]any{}
		for key, properties := range of {
			single[key] = len(Object(properties)) > 0
		}
		all = maps.Clone(all)
		all[secrets] = single
		return map[string]any(all)
	}
	change := *c.Change
	change.BeforeSensitive = marked(change.BeforeSensitive, change.Before)
	change.AfterSensitive = marked(change.AfterSensitive, change.After)
	return &change
}

// withSecrets returns the arguments of an element with its encrypted properties. Those of a hidden
// map may be of any element.
func withSecrets(arguments, collection Values, key string) Values {
	secret := collection[secrets]
	if all := Object(secret); all != nil {
		secret = all[key]
	}
	if properties := Object(secret); secret == nil || properties != nil && len(properties) == 0 {
		return arguments
	}
	arguments = maps.Clone(arguments)
	arguments[secrets] = secret
	return arguments
}

// inUse is the number of objects that need one that has left the map.
const inUse = "in_use"

// left returns the deletes of the objects that have left the map before: those that nothing needs
// any more, and the others, which a later plan makes.
func left(c Change, of *objecttype.Type) (deleted, kept []Change) {
	client, counts := c.Before.Text("client_ext_id"), c.Before.Map("remaining")
	for _, id := range counts.Keys() {
		values := Values{"client_ext_id": client, "ext_id": id, "id": objecttype.ImportID(client, id)}
		one := elementChange(c, of, member{key: id, values: values}, member{})
		one.Address = fmt.Sprintf("%s.remaining[%q]", c.Address, id)
		if needed := Text(counts[id]); needed == "0" || c.After == nil {
			deleted = append(deleted, one)
		} else {
			values[inUse] = needed
			kept = append(kept, one)
		}
	}
	return deleted, kept
}

// partChange returns the change of an element as that of one of its parts. Grants that an element
// no longer declares stay as they are.
func partChange(c Change, kind *objecttype.Type, collection Values) Change {
	c.Type = kind.TypeName()
	c.Address += "." + kind.Arguments()[0]
	if c.PreviousAddress != "" {
		c.PreviousAddress += "." + kind.Arguments()[0]
	}
	if _, ids := collection["ext_ids"]; c.Action == Delete && kind.Class == objecttype.Set && ids &&
		slices.Contains(slices.Collect(maps.Values(collection.Map("ext_ids"))), any(c.Before.Text(kind.Key[1]))) {
		c.Action = Forget
	}
	return c
}

// replaces reports whether the update of a collection deletes an element and creates it again,
// because an argument changes that no operation of the service can change.
func replaces(of *objecttype.Type, before, after Values) bool {
	return slices.ContainsFunc(of.Single().Fixed, func(name string) bool {
		return before[name] != nil && after[name] != nil && !isUnknown(after[name]) && changed(before[name], after[name])
	})
}

// settings returns the change of what the collection itself has, such as a raised limit of
// removals.
func settings(c Change) []Change {
	only := func(values Values) Values {
		own := maps.Clone(values)
		maps.DeleteFunc(own, func(name string, value any) bool {
			return value == nil || name != "adopt" && (name != "max_removals" || c.Action == Create)
		})
		return own
	}
	before, after := only(c.Before), only(c.After)
	if c.After == nil || maps.EqualFunc(before, after, reflect.DeepEqual) {
		return nil
	}
	c.Before, c.After = before, after
	return []Change{c}
}

// member is one element of a collection, or what it has of another type, with its key.
type member struct {
	key    string
	values Values
	part   bool
}

// adopts reports whether the argument adopt contains a key, or may contain it.
func adopts(argument any, key string) bool {
	keys, known := argument.([]any)
	return argument != nil && !known || slices.ContainsFunc(keys, func(one any) bool {
		text, isText := one.(string)
		return !isText || text == "*" || text == key
	})
}

// elementChange returns the change of one element. What a plan omits and the service assigns stays
// as it is.
func elementChange(c Change, of *objecttype.Type, before, after member) Change {
	one := c
	one.Type, one.Before, one.After = of.Single().TypeName(), before.values, after.values
	one.ExtIDGiven, one.Omitted, one.Ignored, one.MayIgnore, one.Configured = true, nil, nil, false, nil
	one.Recorded, one.Refreshed = nil, nil
	key := after.key
	switch {
	case after.values == nil:
		key = before.key
		if one.Action != Forget {
			one.Action = Delete
		}
		decides := c.After
		if decides == nil {
			decides = c.Before
		}
		if decides.Text("on_destroy") == "keep" || before.values.Text("on_destroy") == "keep" {
			one.Action = Forget
		}
		// A tree keeps a unit that is in use, and deletes it with the next apply.
		if _, keeps := c.After["remaining"]; keeps && c.Action == Update {
			one.DestroyedLast = true
		}
	case before.values == nil:
		one.Action, one.PreviousAddress, one.Adopts = Create, "", adopts(c.After["adopt"], after.key)
	}
	for _, name := range of.Assigned {
		if _, given := after.values[name]; given || after.values == nil || after.part {
			continue
		}
		if before.values != nil {
			if value, recorded := before.values[name]; recorded {
				after.values[name] = value
			}
			continue
		}
		after.values[name] = Unknown{}
		one.Omitted = append(one.Omitted, name)
	}
	// A collection that is replaced deletes and creates all its elements.
	if one.Action == Update && reflect.DeepEqual(before.values, after.values) {
		one.Action = NoOp
	}
	one.Address = fmt.Sprintf("%s.%s[%q]", c.Address, of.Elements, key)
	if c.PreviousAddress != "" && before.values != nil {
		one.PreviousAddress = fmt.Sprintf("%s.%s[%q]", c.PreviousAddress, of.Elements, before.key)
	}
	return one
}

// elementsOf returns the objects of a type in a collection by the external ID of their element, or
// by key where the ID is not known; false if they cannot be read.
func elementsOf(of, kind *objecttype.Type, collection Values) (map[string]member, bool) {
	if collection == nil {
		return nil, true
	}
	given, ids := collection.Map(of.Elements), collection.Map("ext_ids")
	if given == nil {
		return nil, false
	}
	client, _ := collection.Known("client_ext_id")
	all := map[string]member{}
	for key, value := range given {
		arguments := Object(value)
		if arguments == nil {
			return nil, false
		}
		extID, known := ids[key]
		if !known {
			extID = Unknown{}
		}
		arguments = withSecrets(arguments, collection, key)
		values := argumentsOf(of, kind, arguments)
		if kind != of.Single() && len(values) == 0 {
			continue
		}
		for name := range kind.Rules.Attrs {
			if _, given := values[name]; !given && kind == of.Single() && !slices.Contains(of.Assigned, name) {
				values[name] = nil // What an element omits is absent.
			}
		}
		values["client_ext_id"], values[kind.Key[1]] = collection["client_ext_id"], extID
		if above := of.Single().Parent; kind == of.Single() && of.Single().Ref(above) == of.Single() {
			values[above] = parent(arguments["parent"], collection[above], ids)
		}
		id, isKnown := extID.(string)
		if !isKnown {
			id = "\x00" + key
		} else if client != "" {
			values["id"] = objecttype.ImportID(client, id)
		}
		all[id] = member{key, values, kind != of.Single()}
	}
	return all, true
}

// argumentsOf returns the arguments of an element that belong to a type.
func argumentsOf(of, kind *objecttype.Type, arguments Values) Values {
	owner := map[string]*objecttype.Type{}
	for _, part := range of.Parts() {
		for _, name := range part.Arguments() {
			owner[name] = part
		}
	}
	values := Values{}
	for name, argument := range arguments {
		if own := cmp.Or(owner[name], of.Single()); own == kind && name != "ext_id" && name != "parent" && argument != nil {
			values[name] = withoutNulls(argument)
		}
	}
	return values
}

// withoutNulls returns an argument without its null members, which are as good as absent.
func withoutNulls(argument any) any {
	members := Object(argument)
	if members == nil {
		return argument
	}
	given := map[string]any{}
	for name, value := range members {
		if value != nil {
			given[name] = withoutNulls(value)
		}
	}
	return given
}

// parent returns the external ID of the object above an element: the element with its key, the
// parent of the collection, or an object outside of it after a slash.
func parent(key, root any, ids Values) any {
	text, known := key.(string)
	outside, is := strings.CutPrefix(text, "/")
	switch extID, in := ids[text]; {
	case key == nil:
		return root
	case !known:
		return Unknown{}
	case in:
		return extID
	case is && outside == "":
		return nil
	case is:
		return outside
	}
	return Unknown{}
}
