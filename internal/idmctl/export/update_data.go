package export

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// insertion is text to insert after a line; empty means that the line ends in {}, which is removed.
type insertion struct {
	line  int
	text  string
	empty bool
}

// added inserts the new nodes into a YAML file and leaves the user's text unchanged. A new object
// goes right below the key of its section or owner. It returns the paths of objects for which no
// such place exists.
func added(content []byte, root *node) (text []byte, unplaced []string, err error) {
	top, err := sheet.Parse(content)
	if err != nil {
		return nil, nil, err
	}
	if top == nil {
		top = &yaml.Node{Kind: yaml.MappingNode}
	}
	a := adder{}
	lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	if err := a.merge(root, top, len(lines), "", ""); err != nil {
		return nil, nil, err
	}
	// If two insertions share a line, the deeper one, which was found first, goes above the other.
	slices.Reverse(a.insertions)
	slices.SortStableFunc(a.insertions, func(x, y insertion) int { return cmp.Compare(y.line, x.line) })
	for _, in := range a.insertions {
		if in.empty {
			lines[in.line-1] = strings.Replace(lines[in.line-1], " {}", "", 1)
		}
		lines = slices.Insert(lines, in.line, strings.Split(strings.TrimSuffix(in.text, "\n"), "\n")...)
	}
	return []byte(strings.Join(lines, "\n") + "\n"), a.unplaced, nil
}

type adder struct {
	insertions []insertion
	unplaced   []string
}

// merge adds new nodes below a node whose key is on a line.
func (a *adder) merge(n *node, at *yaml.Node, line int, indent, path string) error {
	there := map[string][2]*yaml.Node{}
	for i := 0; i+1 < len(at.Content); i += 2 {
		there[at.Content[i].Value] = [2]*yaml.Node{at.Content[i], at.Content[i+1]}
	}
	if len(at.Content) > 0 {
		indent = strings.Repeat(" ", at.Content[0].Column-1)
	}
	fresh := &node{}
	for _, c := range n.below {
		if old, known := there[c.key]; known {
			if len(c.below) > 0 {
				if err := a.merge(c, old[1], old[0].Line, indent+"  ", path+c.key+"."); err != nil {
					return err
				}
			}
			continue
		}
		if c.isNew() {
			fresh.below = append(fresh.below, c)
		}
	}
	if len(fresh.below) == 0 {
		return nil
	}
	empty := at.Kind == yaml.MappingNode && at.Style&yaml.FlowStyle != 0
	if empty && len(at.Content) > 0 || at.Kind != yaml.MappingNode && at.Tag != "!!null" {
		a.unplaced = append(a.unplaced, path+strings.Join(keysOf(fresh), ", "+path))
		return nil
	}
	var b bytes.Buffer
	err := fresh.write(&b, indent)
	a.insertions = append(a.insertions, insertion{line, b.String(), empty})
	return err
}

func keysOf(n *node) []string {
	keys := make([]string, len(n.below))
	for i, c := range n.below {
		keys[i] = c.key
	}
	return keys
}

// isNew reports whether any part of a node is new. A node that is neither new nor in the file was
// removed by a user.
func (n *node) isNew() bool {
	return n.fresh || slices.ContainsFunc(n.below, (*node).isNew)
}

// prune keeps only new nodes and their parents.
func (n *node) prune() {
	if n.fresh {
		return
	}
	n.below = slices.DeleteFunc(n.below, func(c *node) bool { return !c.isNew() })
	for _, c := range n.below {
		c.prune()
	}
}

// addTo adds the new objects of a part to its file.
func (w *dataWriter) addTo(part string, root *node) error {
	file := "data/" + part + ".yaml"
	content := w.e.existing(file)
	if content == nil {
		return nil
	}
	root.prune()
	text, unplaced, err := added(content, root)
	if err != nil {
		return fmt.Errorf("nothing was changed: %s: %w", file, err)
	}
	if len(unplaced) > 0 {
		w.e.summary.Missing = append(w.e.summary.Missing, tenant.Missing{What: "place in " + file + " for", ExtIDs: unplaced,
			Reason: "the mapping is written in braces", WayOut: "Write the mapping on lines of its own, and export again"})
	}
	w.e.files[file] = text
	return nil
}

// put sets a value in a map of maps.
func put[T any](all map[string]map[string]T, outer, inner string, value T) {
	if all[outer] == nil {
		all[outer] = map[string]T{}
	}
	all[outer][inner] = value
}

func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
