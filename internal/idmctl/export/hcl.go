package export

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// printer writes blocks; resolve returns the expression for the external ID of a ref, or "" if the
// root does not have the object.
type printer struct {
	bytes.Buffer
	resolve func(ref) string
	// elsewhere, if not nil, describes the location of a resource in another root.
	elsewhere func(ref) string
}

// quote returns a string as an HCL expression.
func quote(content string) string {
	return string(hclwrite.TokensForValue(cty.StringVal(content)).Bytes())
}

// remark returns a comment for the end of a line. Characters of the tenant cannot end the line or
// stay hidden.
func remark(content string) string {
	if content == "" {
		return ""
	}
	return " # " + escape.Text(content)
}

// block returns a formatted resource block.
func (h printer) block(r *resource) []byte {
	h.Buffer = bytes.Buffer{}
	fmt.Fprintf(&h, "resource %q %q {\n", r.kind, r.name)
	h.args(r.args)
	h.lifecycle(r)
	h.WriteString("}\n")
	return hclwrite.Format(h.Bytes())
}

func (h *printer) args(args []arg) {
	for _, a := range args {
		if a.value != nil {
			fmt.Fprintf(h, "%s = %s%s\n", a.name, h.value(a.value), remark(h.comment(a.value, a.comment)))
		}
	}
}

func (h *printer) lifecycle(r *resource) {
	if len(r.ignored) == 0 && len(r.remarks) == 0 {
		return
	}
	h.WriteString("\n")
	for _, line := range r.remarks {
		fmt.Fprintf(h, "# %s\n", escape.Text(line))
	}
	if len(r.ignored) > 0 {
		paths := make([]string, len(r.ignored))
		for i, ignored := range r.ignored {
			paths[i] = h.value(ignored)
		}
		fmt.Fprintf(h, "lifecycle {\nignore_changes = [%s]\n}\n", strings.Join(paths, ", "))
	}
}

// comment returns the name of an object for a value that is only an external ID.
func (h *printer) comment(v value, comment string) string {
	if to, ok := v.(ref); ok && comment == "" && h.resolve(to) == "" {
		if h.elsewhere != nil {
			comment = h.elsewhere(to)
		}
		return cmp.Or(comment, to.comment())
	}
	return comment
}

// comment returns the label, unless the external ID already contains it.
func (to ref) comment() string {
	if strings.Contains("_"+label(to.extID)+"_", "_"+label(to.label)+"_") {
		return ""
	}
	return to.label
}

func (h *printer) value(v value) string {
	switch v := v.(type) {
	case text:
		return quote(string(v))
	case flag:
		return strconv.FormatBool(bool(v))
	case number:
		return strconv.FormatInt(int64(v), 10)
	case ref:
		if expression := h.resolve(v); expression != "" {
			return expression
		}
		return quote(v.extID)
	case path:
		if v.key == "" {
			return v.attribute
		}
		return v.attribute + "[" + quote(v.key) + "]"
	case list:
		return h.list(v)
	case concat:
		if len(v.own) == 0 {
			return v.more
		}
		return "concat(" + h.list(v.own) + ", " + v.more + ")"
	case fixed:
		return h.fixed(v)
	case mapping:
		return h.mapping(v)
	}
	panic(fmt.Sprintf("%T is not a value of a configuration", v))
}

// list writes a list on one line if it is short and no element needs a comment.
func (h *printer) list(elements list) string {
	const short = 90
	texts, lines := make([]string, len(elements)), make([]string, len(elements))
	commented := false
	for i, element := range elements {
		texts[i] = h.value(element)
		comment := remark(h.comment(element, ""))
		commented = commented || comment != ""
		lines[i] = texts[i] + "," + comment + "\n"
	}
	if line := strings.Join(texts, ", "); !commented && len(line) <= short {
		return "[" + line + "]"
	}
	return "[\n" + strings.Join(lines, "") + "]"
}

// fixed writes an object on one line if it has one short element.
func (h *printer) fixed(elements fixed) string {
	const short = 60
	if len(elements) == 0 {
		return "{}"
	}
	if len(elements) == 1 {
		if content := h.value(elements[0].value); len(content) <= short && !strings.Contains(content, "\n") {
			return "{ " + elements[0].name + " = " + content + " }"
		}
	}
	inner := printer{resolve: h.resolve, elsewhere: h.elsewhere}
	inner.args(elements)
	return "{\n" + inner.String() + "}"
}

func (h *printer) mapping(elements mapping) string {
	if len(elements) == 0 {
		return "{}"
	}
	var lines strings.Builder
	for _, e := range elements {
		key := h.value(e.key)
		if to, ok := e.key.(ref); ok && h.resolve(to) != "" {
			key = "(" + key + ")"
		}
		fmt.Fprintf(&lines, "%s = %s%s\n", key, h.value(e.value), remark(h.comment(e.key, e.comment)))
	}
	return "{\n" + lines.String() + "}"
}

// importBlock returns the import block of a resource with its arguments. OpenTofu derives the
// provider of an import block from the resource type unless the block names it.
func importBlock(address, id string, args []arg) []byte {
	provider := ""
	for _, a := range args {
		if config, ok := a.value.(path); ok && a.name == "provider" {
			provider = "  provider = " + config.attribute + "\n"
		}
	}
	return fmt.Appendf(nil, "import {\n%s  to = %s\n  id = %s\n}\n", provider, address, quote(id))
}

// commentLines returns lines as HCL comments.
func commentLines(lines ...string) []byte {
	var b bytes.Buffer
	for _, line := range lines {
		fmt.Fprintf(&b, "# %s\n", escape.Text(line))
	}
	return b.Bytes()
}

// validName reports whether a resource can have a name.
func validName(name string) bool { return hclsyntax.ValidIdentifier(name) }
