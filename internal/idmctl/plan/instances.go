package plan

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// scope is one instance of a module.
type scope struct {
	module *module
	at     place
	parent *scope
}

// scope returns the scope of a module instance; nil if the configuration does not contain it.
func (e *evaluator) scope(modules []step) *scope {
	found := &scope{module: e.modules[""]}
	for i := range modules {
		at := place{modules: modules[:i+1]}
		found = &scope{module: e.modules[at.call()], at: at, parent: found}
	}
	if found.module == nil {
		return nil
	}
	return found
}

// call returns the block that calls the module of the scope, and the instance key.
func (s *scope) call() (hcl.Body, string) {
	last := s.at.modules[len(s.at.modules)-1]
	return s.parent.module.only(blockModule + "." + last.name), last.key
}

// repetition holds the values of each.key, each.value and count.index for one instance of a block.
type repetition map[string]cty.Value

// repetition returns the repetition values of a block's instance in a scope.
func (e *evaluator) repetition(body hcl.Body, key string, at *scope) repetition {
	value, ok := keyValue(key)
	if !ok {
		return nil
	}
	if value.Type() == cty.Number {
		return repetition{"count.index": value}
	}
	return repetition{"each.key": value, "each.value": elementOf(e.value(argument(body, "for_each"), at, nil), value)}
}

// elementOf returns the element of for_each with a key.
func elementOf(all, key cty.Value) cty.Value {
	switch {
	case all.Type().IsSetType():
		return key
	case all.IsMarked() || !all.IsKnown() || all.IsNull():
	case all.Type().IsObjectType() && all.Type().HasAttribute(key.AsString()):
		return all.GetAttr(key.AsString())
	case all.Type().IsMapType() && all.HasIndex(key).True():
		return all.Index(key)
	}
	return cty.DynamicVal
}

// keyValue returns the value of an instance key in the form of keyText.
func keyValue(key string) (cty.Value, bool) {
	if text, err := strconv.Unquote(key); err == nil {
		return cty.StringVal(text), true
	}
	number, err := cty.ParseNumberVal(key)
	return number, err == nil
}

// call returns the value of module.NAME, with the outputs of each instance.
func (e *evaluator) call(name string, at *scope) cty.Value {
	body := at.module.only(blockModule + "." + name)
	if body == nil {
		return cty.DynamicVal
	}
	outputs := func(key string) cty.Value {
		return e.outputs(e.scope(append(slices.Clone(at.at.modules), step{name, key})))
	}
	forEach, count := argument(body, "for_each"), argument(body, "count")
	if forEach == nil && count == nil {
		return outputs("")
	}
	keys := e.once(at.at.canonical()+" module."+name, func() cty.Value {
		if forEach != nil {
			return e.value(forEach, at, nil)
		}
		return e.value(count, at, nil)
	})
	return instancesOf(instanceKeys(keys), outputs)
}

// instanceLimit is the maximum number of module instances to evaluate.
const instanceLimit = 1000

// instanceKeys returns the instance keys for a value of for_each or count; nil if they are not
// known.
func instanceKeys(of cty.Value) []string {
	var keys []string
	if of.IsMarked() || of.IsNull() || !of.IsKnown() {
		return nil
	}
	switch kind := of.Type(); {
	case kind.IsObjectType(), kind.IsMapType(), kind.IsSetType():
		if kind.IsSetType() && !of.IsWhollyKnown() {
			return nil
		}
		for elements := of.ElementIterator(); elements.Next(); {
			key, _ := elements.Element()
			text, ok := keyText(key)
			if !ok {
				return nil
			}
			keys = append(keys, text)
		}
	case kind == cty.Number:
		number, _ := of.AsBigFloat().Int64()
		for i := range min(number, instanceLimit) {
			keys = append(keys, strconv.FormatInt(i, 10))
		}
	}
	if len(keys) >= instanceLimit {
		return nil
	}
	return keys
}

// instancesOf returns the value of a repeated block: an object for string keys, a tuple for
// numbers, and unknown otherwise.
func instancesOf(keys []string, value func(key string) cty.Value) cty.Value {
	named, listed := map[string]cty.Value{}, make([]cty.Value, len(keys))
	for _, key := range keys {
		decoded, _ := keyValue(key)
		if text, isText := textOf(decoded); isText {
			named[text] = value(key)
		} else if index, err := strconv.Atoi(key); err == nil && index >= 0 && index < len(keys) {
			listed[index] = value(key)
		}
	}
	switch {
	case len(keys) > 0 && len(named) == len(keys):
		return cty.ObjectVal(named)
	case len(keys) > 0 && !slices.Contains(listed, cty.NilVal):
		return cty.TupleVal(listed)
	}
	return cty.DynamicVal
}

// outputs returns the outputs of a module instance.
func (e *evaluator) outputs(at *scope) cty.Value {
	if at == nil || at.module.unreadable {
		return cty.DynamicVal
	}
	values := map[string]cty.Value{}
	for _, name := range at.module.outputs() {
		values[name] = e.once(at.at.canonical()+" output."+name, func() cty.Value { return e.output(name, at) })
	}
	return cty.ObjectVal(values)
}

func (e *evaluator) output(name string, at *scope) cty.Value {
	body := at.module.only(blockOutput + "." + name)
	if body == nil || argument(body, "sensitive") != nil || argument(body, "ephemeral") != nil {
		return cty.DynamicVal
	}
	return e.value(argument(body, "value"), at, nil)
}

// primitive returns a string, number, boolean or null; any other value is unknown, because the JSON
// does not contain its type.
func primitive(value any) cty.Value {
	switch value := value.(type) {
	case nil:
		return cty.NullVal(cty.DynamicPseudoType)
	case string:
		return cty.StringVal(value)
	case bool:
		return cty.BoolVal(value)
	case json.Number:
		if number, err := cty.ParseNumberVal(value.String()); err == nil {
			return number
		}
	}
	return cty.DynamicVal
}
