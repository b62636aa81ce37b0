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

// step is one step of a module path: the name of the call, and the instance key in the form of
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
	return placeOf(tokens(traversal))
}

// token is one part of a reference: a name, or a key in the form of keyText.
type token struct{ name, key string }

// tokens returns the parts of a traversal; nil if it contains anything but names and keys.
func tokens(traversal hcl.Traversal) []token {
	var parts []token
	for _, each := range traversal {
		switch each := each.(type) {
		case hcl.TraverseRoot:
			parts = append(parts, token{name: each.Name})
		case hcl.TraverseAttr:
			parts = append(parts, token{name: each.Name})
		case hcl.TraverseIndex:
			key, ok := keyText(each.Key)
			if !ok {
				return nil
			}
			parts = append(parts, token{key: key})
		default:
			return nil
		}
	}
	return parts
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

func placeOf(parts []token) (place, bool) {
	var found place
	next := func() token {
		if len(parts) == 0 {
			return token{}
		}
		first := parts[0]
		parts = parts[1:]
		return first
	}
	key := func() string {
		if len(parts) == 0 || parts[0].key == "" {
			return ""
		}
		return next().key
	}
	for len(parts) > 1 && parts[0].name == "module" && parts[1].name != "" {
		parts = parts[1:]
		found.modules = append(found.modules, step{next().name, key()})
	}
	if len(parts) == 0 {
		return found, len(found.modules) > 0
	}
	if parts[0].name == "data" || parts[0].name == "ephemeral" {
		found.mode = next().name
	}
	found.kind, found.name, found.key = next().name, next().name, key()
	return found, found.kind != "" && found.name != "" && len(parts) == 0
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
	var b strings.Builder
	for _, module := range p.modules {
		writePart(&b, "module."+module.name, module.key)
	}
	if p.mode != "" {
		writePart(&b, p.mode, "")
	}
	if p.kind != "" {
		writePart(&b, p.kind+"."+p.name, p.key)
	}
	return b.String()
}

func writePart(b *strings.Builder, name, key string) {
	if b.Len() > 0 {
		b.WriteByte('.')
	}
	b.WriteString(name)
	if key != "" {
		b.WriteString("[" + key + "]")
	}
}

// Canonical returns an address in canonical form. Text that is not an address stays unchanged.
func Canonical(address string) string {
	parsed, ok := parsePlace(address)
	if !ok {
		return address
	}
	return parsed.canonical()
}
