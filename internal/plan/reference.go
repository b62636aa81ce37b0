package plan

import (
	"fmt"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// links tells where a value that only the apply will know comes from, by the references in the configuration.
type links struct {
	root      *tfjson.ConfigModule
	instances map[string]bool // by their addresses
}

func newLinks(raw *tfjson.Plan) *links {
	l := &links{instances: make(map[string]bool, len(raw.ResourceChanges))}
	if raw.Config != nil {
		l.root = raw.Config.RootModule
	}
	for _, c := range raw.ResourceChanges {
		if c != nil {
			l.instances[c.Address] = true
		}
	}
	return l
}

// scope is one instance of a module, and the way to it: module.a["x"] has the calls [a] and the address module.a["x"].
type scope struct {
	module  *tfjson.ConfigModule
	address string
	parent  *scope
	call    *tfjson.ModuleCall
}

// resolve names the origin of each unknown attribute that holds an external id.
func (l *links) resolve(c *tfjson.ResourceChange, after Values) {
	scope := l.scope(c.ModuleAddress)
	if scope == nil {
		return
	}
	index := slices.IndexFunc(scope.module.Resources, func(r *tfjson.ConfigResource) bool {
		return r.Mode == tfjson.ManagedResourceMode && r.Type == c.Type && r.Name == c.Name
	})
	if index < 0 {
		return
	}
	for name, expression := range scope.module.Resources[index].Expressions {
		if _, isUnknown := after[name].(Unknown); isUnknown && strings.HasSuffix(name, "_ext_id") {
			after[name] = Unknown{From: l.origin(scope, expression, key(c.Index))}
		}
	}
}

// scope finds a module by its address, nil when the configuration does not hold it.
func (l *links) scope(address string) *scope {
	if l.root == nil {
		return nil
	}
	at := &scope{module: l.root}
	for _, step := range steps(address) {
		name := strings.TrimPrefix(Resource(step), "module.")
		call := at.module.ModuleCalls[name]
		if call == nil || call.Module == nil {
			return nil
		}
		at = &scope{module: call.Module, address: join(at.address, step), parent: at, call: call}
	}
	return at
}

// steps splits the address of a module: module.a["x.y"].module.b becomes module.a["x.y"] and module.b.
func steps(address string) []string {
	var found []string
	for address != "" {
		end := len(address)
		for i := 1; i < len(address); i++ {
			// A key may hold anything, so only what leaves no key open is the end of a step.
			if strings.HasPrefix(address[i:], ".module.") && balanced(address[:i]) {
				end = i
				break
			}
		}
		found = append(found, address[:end])
		address = strings.TrimPrefix(address[end:], ".")
	}
	return found
}

// balanced tells whether every key in an address is closed.
func balanced(address string) bool { return outside(address, func(byte) {}) }

// origin is the instance that an expression takes its value from, "" unless it is plain.
func (l *links) origin(at *scope, expression *tfjson.Expression, key string) string {
	if expression == nil || expression.ExpressionData == nil || len(expression.References) == 0 {
		return ""
	}
	reference := expression.References[0]
	if name, isVariable := strings.CutPrefix(reference, "var."); isVariable && at.parent != nil {
		moduleKey := keyOf(at.address)
		return l.origin(at.parent, at.call.Expressions[name], moduleKey)
	}
	if strings.HasPrefix(reference, "module.") {
		return l.output(at, expression.References)
	}
	resource, _, _ := strings.Cut(reference, "[")
	if parts := strings.Split(resource, "."); len(parts) >= 2 && strings.HasPrefix(parts[0], "idm_") {
		resource = parts[0] + "." + parts[1]
	} else {
		return ""
	}
	return l.instance(at.address, resource, expression.References, key)
}

// output follows the reference to an output of a module, module.a.ext_id or module.a["x"].ext_id.
func (l *links) output(at *scope, references []string) string {
	step, name, found := cutLast(references[0])
	if !found || !slices.Contains(references, step) {
		return ""
	}
	inner := l.scope(join(at.address, step))
	if inner == nil || inner.module.Outputs[name] == nil {
		return ""
	}
	moduleKey := keyOf(step)
	return l.origin(inner, inner.module.Outputs[name].Expression, moduleKey)
}

// instance picks one of a resource's instances: the one that is named, or the one with the same key.
func (l *links) instance(module, resource string, references []string, key string) string {
	// They go from the whole expression to the resource: idm_unit.a["x"].ext_id, idm_unit.a["x"], idm_unit.a.
	for _, reference := range references {
		if named := join(module, reference); strings.HasPrefix(reference, resource) && l.instances[named] {
			return named
		}
	}
	same := join(module, resource) + key
	if repeated := slices.Contains(references, "each.key") || slices.Contains(references, "count.index"); repeated && l.instances[same] {
		return same
	}
	return ""
}

// key is the key of an instance as it is written in its address.
func key(index any) string {
	switch index := index.(type) {
	case nil:
		return ""
	case string:
		return fmt.Sprintf("[%q]", index)
	}
	return fmt.Sprintf("[%v]", index)
}

// keyOf is the key at the end of an address: ["x"] of module.a["x"].
func keyOf(address string) string {
	if i := strings.LastIndex(address, "["); i >= 0 && strings.HasSuffix(address, "]") {
		return address[i:]
	}
	return ""
}

func cutLast(reference string) (before, last string, found bool) {
	i := strings.LastIndex(reference, ".")
	if i < 0 {
		return reference, "", false
	}
	return reference[:i], reference[i+1:], true
}

func join(module, rest string) string {
	if module == "" {
		return rest
	}
	return module + "." + rest
}
