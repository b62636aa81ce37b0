package plan

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Resource returns an address without instance keys: module.team["a"].idm_unit.all[0] becomes
// module.team.idm_unit.all.
func Resource(address string) string {
	var b strings.Builder
	quoted, depth := false, 0
	for i := 0; i < len(address); i++ {
		switch c := address[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && c == '[':
			depth++
		case !quoted && c == ']':
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// step is a name in an address, such as that of a module call, and its instance key in the form of
// keyText; "" without one.
type step struct{ name, key string }

// place is a parsed address.
type place struct {
	modules []step
	// mode is "", data or ephemeral; kind, name and key are "" for the address of a module.
	mode, kind, name, key string
}

// parsePlace parses an address, and reports whether it is valid.
func parsePlace(address string) (place, bool) {
	traversal, diagnostics := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diagnostics.HasErrors() {
		return place{}, false
	}
	var found place
	parts := steps(traversal)
	for len(parts) > 1 && parts[0] == (step{name: "module"}) {
		found.modules, parts = append(found.modules, parts[1]), parts[2:]
	}
	if len(parts) == 0 {
		return found, len(found.modules) > 0
	}
	if mode := parts[0]; mode == (step{name: "data"}) || mode == (step{name: "ephemeral"}) {
		found.mode, parts = mode.name, parts[1:]
	}
	if len(parts) != 2 || parts[0].key != "" {
		return place{}, false
	}
	found.kind, found.name, found.key = parts[0].name, parts[1].name, parts[1].key
	return found, true
}

// steps returns the names of a traversal with their keys; nil if it contains anything else.
func steps(traversal hcl.Traversal) []step {
	var all []step
	for _, each := range traversal {
		switch each := each.(type) {
		case hcl.TraverseRoot:
			all = append(all, step{name: each.Name})
		case hcl.TraverseAttr:
			all = append(all, step{name: each.Name})
		case hcl.TraverseIndex:
			key, ok := keyText(each.Key)
			last := &all[len(all)-1]
			if !ok || last.key != "" {
				return nil
			}
			last.key = key
		default:
			return nil
		}
	}
	return all
}

// keyText returns an instance key in canonical form, and reports whether the value can be a key.
func keyText(key cty.Value) (string, bool) {
	if !key.IsKnown() || key.IsNull() || key.IsMarked() {
		return "", false
	}
	switch key.Type() {
	case cty.String:
		return strconv.Quote(key.AsString()), true
	case cty.Number:
		return key.AsBigFloat().Text('f', -1), true
	}
	return "", false
}

// call returns the path of the module in the configuration: a.b for module.a["x"].module.b.
func (p place) call() string {
	names := make([]string, len(p.modules))
	for i, module := range p.modules {
		names[i] = module.name
	}
	return strings.Join(names, ".")
}

// canonical returns the address in canonical form, in which addresses are compared.
func (p place) canonical() string {
	var parts []string
	add := func(name, key string) {
		if key != "" {
			name += "[" + key + "]"
		}
		parts = append(parts, name)
	}
	for _, module := range p.modules {
		add("module."+module.name, module.key)
	}
	if p.mode != "" {
		add(p.mode, "")
	}
	if p.kind != "" {
		add(p.kind+"."+p.name, p.key)
	}
	return strings.Join(parts, ".")
}

// Canonical returns an address in canonical form. Text that is not an address stays unchanged.
func Canonical(address string) string {
	parsed, ok := parsePlace(address)
	if !ok {
		return address
	}
	return parsed.canonical()
}
