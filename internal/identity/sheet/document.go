package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxNodes limits the size of a document whose aliases are resolved, so that a short text cannot
// fill the memory.
const maxNodes = 2_000_000

// Parse reads a YAML or JSON document, and refuses a key given twice, a second document, merge keys
// and tags. It returns nil for an empty document. The nodes keep the comments and the form of the
// text; an alias is a node of its own.
func Parse(content []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	var document, second yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, syntaxError(content, err)
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return nil, fmt.Errorf("line %d: a second document begins; a file has one", second.Line)
	case !errors.Is(err, io.EOF):
		return nil, syntaxError(content, err)
	}
	top := document.Content[0]
	c := checker{left: maxNodes}
	c.check(top)
	if len(c.problems) > 0 {
		if more := len(c.problems) - maxProblems; more > 0 {
			c.problems = append(c.problems[:maxProblems], fmt.Sprintf("and %d more problems", more))
		}
		return nil, errors.New(strings.Join(c.problems, "\n"))
	}
	return top, nil
}

// syntaxError rewords an error of the YAML library.
func syntaxError(content []byte, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	for i, line := range bytes.Split(content, []byte("\n")) {
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		if strings.Contains(text, "cannot start any token") && bytes.Contains(indent, []byte("\t")) {
			return fmt.Errorf("line %d: a tab is in the indent; use spaces", i+1)
		}
	}
	return errors.New(text)
}

// checker checks the nodes of a document.
type checker struct {
	left     int
	above    []*yaml.Node
	problems []string
}

func (c *checker) problem(at *yaml.Node, format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf("line %d: ", at.Line)+fmt.Sprintf(format, args...))
}

func (c *checker) check(n *yaml.Node) {
	if c.left--; c.left < 0 {
		if c.left == -1 {
			c.problem(n, "the document is too large: its aliases stand for more than %d values", maxNodes)
		}
		return
	}
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str" {
		c.problem(n, "the tag %s has no effect here: each value is the text that the file contains; remove it", n.Tag)
	}
	switch n.Kind {
	case yaml.AliasNode:
		if slices.Contains(c.above, n.Alias) {
			c.problem(n, "*%s contains itself", n.Value)
			return
		}
		c.check(n.Alias)
		return
	case yaml.MappingNode:
		c.keys(n)
	}
	c.above = append(c.above, n)
	for _, below := range n.Content {
		c.check(below)
	}
	c.above = c.above[:len(c.above)-1]
}

// keys checks the keys of a mapping.
func (c *checker) keys(n *yaml.Node) {
	lines := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case key.Kind == yaml.ScalarNode && key.Tag == "!!merge":
			c.problem(key, "a merge key (<<) is not supported; write the keys, or use an alias for a whole value")
		case key.Kind != yaml.ScalarNode:
			c.problem(key, "a key must be a text")
		case key.Value == "":
			c.problem(key, "a key is empty")
		case lines[key.Value] > 0:
			c.problem(key, "%q is in line %d already", key.Value, lines[key.Value])
		default:
			lines[key.Value] = key.Line
		}
	}
}

// isNull reports whether a scalar is absent: without quotes, and empty, ~ or null.
func isNull(n *yaml.Node) bool {
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle|yaml.TaggedStyle) != 0 {
		return false
	}
	return n.Value == "" || n.Value == "~" || n.Value == "null"
}

// Document reads a YAML or JSON document like Parse, and refuses a key with an invisible character.
// Its values are map[string]any, []any, string and nil.
func Document(text string) (any, error) {
	top, err := Parse([]byte(text))
	if top == nil || err != nil {
		return nil, err
	}
	if problems := unseenKeys(top); len(problems) > 0 {
		return nil, errors.New(strings.Join(problems[:min(len(problems), maxProblems)], "\n"))
	}
	return valueOf(top), nil
}

// unseenKeys returns the problems of the keys that contain an invisible character.
func unseenKeys(n *yaml.Node) (problems []string) {
	for i, below := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			if problem := unseenIn(below.Value); problem != "" {
				problems = append(problems, fmt.Sprintf("line %d: the key %s", below.Line, problem))
			}
		}
		problems = append(problems, unseenKeys(below)...)
	}
	return problems
}

// DocumentLines returns the lines of the keys and of the items of lists in a document, by their path:
// the keys above and the own text, separated by periods.
func DocumentLines(text string) (map[string]int, error) {
	top, err := Parse([]byte(text))
	lines := map[string]int{}
	if top == nil || err != nil {
		return lines, err
	}
	addLines(lines, "", top)
	return lines, nil
}

func addLines(lines map[string]int, above string, n *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	for i, below := range n.Content {
		if below.Kind != yaml.ScalarNode || n.Kind == yaml.MappingNode && i%2 == 1 {
			continue
		}
		at := above + below.Value
		if lines[at] == 0 {
			lines[at] = below.Line
		}
		if n.Kind == yaml.MappingNode {
			addLines(lines, at+".", n.Content[i+1])
		}
	}
}

// Value returns the values of a parsed document, as Document does.
func Value(n *yaml.Node) any {
	if n == nil {
		return nil
	}
	return valueOf(n)
}

func valueOf(n *yaml.Node) any {
	switch n.Kind {
	case yaml.AliasNode:
		return valueOf(n.Alias)
	case yaml.MappingNode:
		all := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			all[n.Content[i].Value] = valueOf(n.Content[i+1])
		}
		return all
	case yaml.SequenceNode:
		all := make([]any, len(n.Content))
		for i, below := range n.Content {
			all[i] = valueOf(below)
		}
		return all
	}
	if isNull(n) {
		return nil
	}
	return n.Value
}
