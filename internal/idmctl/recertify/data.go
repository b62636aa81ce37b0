package recertify

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
)

// Merge writes decisions to YAML files of the layout data, given by name, and returns the changed
// files. A file keeps its order, its comments and its formatting. rest are the decisions about
// grants that no file declares.
func Merge(files map[string][]byte, decisions []Decision) (edited map[string][]byte, rest []Decision, err error) {
	m := merger{files: map[string]*dataFile{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := newDataFile(name, files[name])
		if err != nil {
			return nil, nil, err
		}
		m.files[name] = f
		m.names = append(m.names, name)
	}
	for _, d := range decisions {
		if d.Verdict == Keep {
			continue
		}
		found, err := m.apply(d)
		if err != nil {
			return nil, nil, err
		}
		if !found {
			rest = append(rest, d)
		}
	}
	edited = map[string][]byte{}
	for _, name := range m.names {
		text, err := m.files[name].text()
		if err != nil {
			return nil, nil, err
		}
		if text != nil && !bytes.Equal(text, files[name]) {
			edited[name] = text
		}
	}
	return edited, rest, nil
}

// merger finds grants in the files.
type merger struct {
	names []string
	files map[string]*dataFile
}

// dataFile is a file of the layout data.
type dataFile struct {
	name  string
	lines []string
	end   string
	top   *yaml.Node
	// lists are the mappings of grants that change.
	lists []*grantList
}

// grantList is the mapping of a profile's grants.
type grantList struct {
	path       []string
	key, value *yaml.Node
	changes    map[int]Decision
}

func newDataFile(name string, content []byte) (*dataFile, error) {
	top, err := sheet.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &dataFile{name: name, top: cmp.Or(top, &yaml.Node{Kind: yaml.MappingNode})}
	if bytes.Contains(content, []byte("\r\n")) {
		f.end = "\r"
	}
	f.lines = strings.Split(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n")
	return f, nil
}

// child returns the key and the value of a field in a mapping; nil without it.
func child(node *yaml.Node, name string) (key, value *yaml.Node) {
	for i := 0; node != nil && node.Kind == yaml.MappingNode && i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == name {
			return node.Content[i], node.Content[i+1]
		}
	}
	return nil, nil
}

func scalar(node *yaml.Node, name string) string {
	if _, value := child(node, name); value != nil && value.Kind == yaml.ScalarNode && value.Tag != "!!null" {
		return value.Value
	}
	return ""
}

// apply records a decision at its grant, and reports whether a file declares the grant.
func (m *merger) apply(d Decision) (bool, error) {
	list, section, reference := "authorizations", "roles", "role"
	if d.Kind == access.EnterpriseGrant {
		list, section, reference = "enterprise_authorizations", "enterprise_roles", "enterprise_role"
	}
	if !m.holds(d.Client) {
		return false, nil
	}
	for _, name := range m.names {
		f := m.files[name]
		_, profiles := child(f.top, "profiles")
		for i := 0; profiles != nil && profiles.Kind == yaml.MappingNode && i+1 < len(profiles.Content); i += 2 {
			profile := profiles.Content[i+1]
			if scalar(profile, "ext_id") != d.Profile {
				continue
			}
			key, grants := child(profile, list)
			if grants == nil {
				continue
			}
			at, err := m.grant(f, grants, d, section, reference)
			if err != nil || at >= 0 {
				if err == nil {
					f.note([]string{"profiles", profiles.Content[i].Value, list}, key, grants, at, d)
				}
				return err == nil, err
			}
		}
	}
	return false, nil
}

// holds reports whether the files belong to a client.
func (m *merger) holds(client string) bool {
	some := false
	for _, f := range m.files {
		_, clients := child(f.top, "clients")
		for i := 1; clients != nil && i < len(clients.Content); i += 2 {
			if some = true; scalar(clients.Content[i], "ext_id") == client {
				return true
			}
		}
	}
	return !some
}

// grant returns the index of a grant's key; -1 if the mapping does not contain it.
func (m *merger) grant(f *dataFile, grants *yaml.Node, d Decision, section, reference string) (int, error) {
	if grants.Kind == yaml.AliasNode {
		return -1, f.problem(grants, "the grants are an alias: %w", errByHand)
	}
	var found []int
	for i := 0; grants.Kind == yaml.MappingNode && i+1 < len(grants.Content); i += 2 {
		key, value := grants.Content[i], grants.Content[i+1]
		if extID := scalar(value, "ext_id"); extID != "" {
			if extID == d.GrantExtID {
				return i, f.movable(key, value)
			}
			continue
		}
		role := scalar(value, reference+"_ext_id")
		if role == "" {
			role = m.extID(f, section, cmp.Or(scalar(value, reference), key.Value))
		}
		if role == d.What {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 0:
		return -1, nil
	case 1:
		return found[0], f.movable(grants.Content[found[0]], grants.Content[found[0]+1])
	}
	return -1, f.problem(grants.Content[found[1]], "the profile has %q more than once: add the ext_id of each grant, and merge again",
		d.What)
}

// extID returns the external ID of the object with a key, from the same file or another one.
func (m *merger) extID(f *dataFile, section, key string) string {
	_, own := child(f.top, section)
	if _, object := child(own, key); object != nil {
		return scalar(object, "ext_id")
	}
	for _, name := range m.names {
		_, other := child(m.files[name].top, section)
		if _, object := child(other, key); object != nil {
			return scalar(object, "ext_id")
		}
	}
	return ""
}

func (f *dataFile) problem(at *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s, line %d: %w", f.name, at.Line, fmt.Errorf(format, args...))
}

// movable returns an error for a grant with an anchor or an alias, because other parts of the file
// can share it.
func (f *dataFile) movable(key, value *yaml.Node) error {
	if value.Kind == yaml.AliasNode || anchored(value) {
		return f.problem(key, "the grant has an anchor or an alias: %w", errByHand)
	}
	return nil
}

func anchored(node *yaml.Node) bool {
	return node.Anchor != "" || slices.ContainsFunc(node.Content, anchored)
}

func (f *dataFile) note(path []string, key, value *yaml.Node, at int, d Decision) {
	for _, list := range f.lists {
		if list.value == value {
			list.changes[at] = d
			return
		}
	}
	f.lists = append(f.lists, &grantList{path, key, value, map[int]Decision{at: d}})
}

// limited returns a grant that ends on the last day of a decision.
func limited(grant *yaml.Node, d Decision) *yaml.Node {
	next := mapping(grant)
	_, old := child(next, "validity")
	validity := mapping(old)
	set(validity, "to", &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: d.End().Format(time.RFC3339)})
	set(next, "validity", validity)
	return next
}

// mapping returns a copy of a mapping; an empty one for anything else.
func mapping(node *yaml.Node) *yaml.Node {
	if node == nil || node.Kind != yaml.MappingNode || len(node.Content) == 0 {
		return &yaml.Node{Kind: yaml.MappingNode}
	}
	next := *node
	next.Content = slices.Clone(node.Content)
	return &next
}

func set(node *yaml.Node, name string, value *yaml.Node) {
	for i := 0; i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == name {
			node.Content[i+1] = value
			return
		}
	}
	node.Content = append(node.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name}, value)
}
