package export

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// node is a key of a YAML file with its value, or with child nodes.
type node struct {
	key, comment string
	// value is nil for a mapping, which consists of the child nodes.
	value *yaml.Node
	below []*node
	// spaced puts an empty line between the child nodes.
	spaced bool
	// flow writes a mapping on one line.
	flow bool
}

// child returns the child node of a key, and adds it if it does not exist.
func (n *node) child(key string) *node {
	if i := slices.IndexFunc(n.below, func(c *node) bool { return c.key == key }); i >= 0 {
		return n.below[i]
	}
	c := &node{key: key}
	n.below = append(n.below, c)
	return c
}

// item adds an element to the list of a node.
func (n *node) item(content, comment string) {
	if n.value == nil {
		n.value = &yaml.Node{Kind: yaml.SequenceNode}
	}
	n.value.Content = append(n.value.Content, commented(yamlText(content), comment))
}

// write writes the child nodes. The encoder cannot write empty lines, so spaced nodes are encoded
// one by one.
func (n *node) write(b *bytes.Buffer, indent string) error {
	for i, c := range n.below {
		if n.spaced && i > 0 {
			b.WriteByte('\n')
		}
		if c.spaced && len(c.below) > 0 {
			fmt.Fprintf(b, "%s%s:\n", indent, c.key)
			if err := c.write(b, indent+"  "); err != nil {
				return err
			}
			continue
		}
		if err := encode(b, indent, &yaml.Node{Kind: yaml.MappingNode, Content: c.pair()}); err != nil {
			return err
		}
	}
	return nil
}

// pair returns a node as the key and the value of a mapping.
func (n *node) pair() []*yaml.Node {
	key, value := yamlText(n.key), n.value
	if value == nil {
		value = &yaml.Node{Kind: yaml.MappingNode}
		if n.flow {
			value.Style = yaml.FlowStyle
		}
		for _, c := range n.below {
			value.Content = append(value.Content, c.pair()...)
		}
	}
	if len(value.Content) > 0 {
		return []*yaml.Node{commented(key, n.comment), value}
	}
	return []*yaml.Node{key, commented(value, n.comment)}
}

// commented adds a comment to the line of a node. Characters of the tenant cannot end the line or
// stay hidden.
func commented(n *yaml.Node, comment string) *yaml.Node {
	if comment != "" {
		n.LineComment = "# " + escape.Text(comment)
	}
	return n
}

// hidden matches characters that an editor does not display, such as U+202E, which reverses the
// direction of text. The encoder escapes only characters above U+FFFF. They occur only between
// double quotes.
var hidden = regexp.MustCompile(`[^\n\p{L}\p{M}\p{N}\p{P}\p{S} ]`)

func escaped(hidden string) string {
	r, _ := utf8.DecodeRuneInString(hidden)
	return fmt.Sprintf(`\u%04x`, r)
}

// encode writes a node with an indent. No string spans several lines.
func encode(b *bytes.Buffer, indent string, n *yaml.Node) error {
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	if err := encoder.Encode(n); err != nil {
		return err
	}
	for line := range bytes.Lines(text.Bytes()) {
		b.WriteString(indent)
		b.WriteString(hidden.ReplaceAllStringFunc(string(line), escaped))
	}
	return nil
}

// plainYAML matches strings that need no quotes: they contain no special characters and begin with
// a letter, so that they are neither numbers nor dates. yamlWords need quotes.
var (
	plainYAML = regexp.MustCompile(`^[\p{L}_]([\p{L}\p{N} _./&()+@-]*[\p{L}\p{N}_./&()+@-])?$`)
	yamlWords = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
)

// yamlText returns a string on one line, with quotes wherever another YAML reader could interpret
// it as a different type. The encoder alone does not guarantee this.
func yamlText(content string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: content}
	if !plainYAML.MatchString(content) || slices.Contains(yamlWords, strings.ToLower(content)) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// fill sets a node to a value of a unit or a grant.
func (n *node) fill(v value) {
	switch v := v.(type) {
	case text:
		n.value = yamlText(string(v))
	case flag:
		n.value = &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(bool(v))}
	case fixed:
		for _, a := range v {
			n.child(a.name).fill(a.value)
		}
	}
}
