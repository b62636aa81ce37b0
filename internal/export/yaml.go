package export

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/identity-iac/terraform-provider-idm/internal/visible"
)

// node is a key of a YAML file with its scalar, its list or what is below it.
type node struct {
	key, comment string
	scalar       string
	items        []string
	below        []*node
	// spaced puts an empty line before each node below.
	spaced bool
	// fresh is what no export has written yet.
	fresh bool
}

// child finds or adds a node below.
func (n *node) child(key string) *node {
	if i := slices.IndexFunc(n.below, func(c *node) bool { return c.key == key }); i >= 0 {
		return n.below[i]
	}
	c := &node{key: key}
	n.below = append(n.below, c)
	return c
}

// write writes what is below a node.
func (n *node) write(b *bytes.Buffer, indent string) {
	for i, c := range n.below {
		if n.spaced && i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "%s%s:", indent, yamlText(c.key))
		comment := ""
		if c.comment != "" {
			comment = " # " + visible.Text(c.comment)
		}
		switch {
		case c.scalar != "":
			fmt.Fprintf(b, " %s%s\n", c.scalar, comment)
		case len(c.items) > 0:
			fmt.Fprintf(b, "%s\n", comment)
			for _, item := range c.items {
				fmt.Fprintf(b, "%s  - %s\n", indent, item)
			}
		case len(c.below) == 0:
			fmt.Fprintf(b, " {}%s\n", comment)
		default:
			fmt.Fprintf(b, "%s\n", comment)
			c.write(b, indent+"  ")
		}
	}
}

// plainYAML needs no quotes: it has no character that means something and begins with a letter, so
// that it is no number and no date. Words of YAML do.
var (
	plainYAML = regexp.MustCompile(`^[\p{L}_]([\p{L}\p{N} _./&()+@-]*[\p{L}\p{N}_./&()+@-])?$`)
	yamlWords = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
)

// yamlText is a text as YAML, on one line.
func yamlText(content string) string {
	if plainYAML.MatchString(content) && !slices.Contains(yamlWords, strings.ToLower(content)) {
		return content
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range content {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// fill sets a node to a value.
func (n *node) fill(v value) {
	switch v := v.(type) {
	case text:
		n.scalar = yamlText(string(v))
	case flag:
		n.scalar = strconv.FormatBool(bool(v))
	case number:
		n.scalar = strconv.FormatInt(int64(v), 10)
	case list:
		for _, element := range v {
			if item, ok := element.(text); ok {
				n.items = append(n.items, yamlText(string(item)))
			}
		}
	case fixed:
		for _, a := range v {
			n.child(a.name).fill(a.value)
		}
	case mapping:
		for _, e := range v {
			if key, ok := e.key.(text); ok {
				n.child(string(key)).fill(e.value)
			}
		}
	}
}
