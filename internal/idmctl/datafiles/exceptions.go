package datafiles

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
)

// errByHand asks for an edit that a program cannot make.
var errByHand = errors.New("edit the file manually, and try again")

// Revoke takes a role from a function: from its exceptions, and from its job by another exception.
func (f *Files) Revoke(of Function, role Role) error {
	if other := (Role{!role.Enterprise, role.ExtID}); f.Jobs[of.Job] != nil {
		_, has := f.Jobs[of.Job][role]
		if _, both := f.Jobs[of.Job][other]; has && both {
			return fmt.Errorf("%s: %s: the job %s has a role and an enterprise role %s: %w", ExceptionsFile, of.Key, of.Job,
				role.ExtID, errByHand)
		}
		if has && !slices.Contains(f.Without[of.Key], role.ExtID) {
			f.Without[of.Key] = append(slices.Clone(f.Without[of.Key]), role.ExtID)
		}
	}
	next := maps.Clone(f.Exceptions[of.Key])
	delete(next, role)
	f.change(of.Key, next)
	return nil
}

// Limit ends a grant of a function, by an exception that has the other values of the grant.
func (f *Files) Limit(of Function, role Role, end time.Time) {
	grant := f.Grants(of)[role]
	grant.To = Moment(end.UTC().Format(time.RFC3339))
	next := maps.Clone(f.Exceptions[of.Key])
	if next == nil {
		next = Grants{}
	}
	next[role] = grant
	f.change(of.Key, next)
}

func (f *Files) change(key string, next Grants) {
	if f.changed == nil {
		f.changed = map[string]bool{}
	}
	f.Exceptions[key], f.changed[key] = next, true
}

// ExceptionsText returns exceptions.yaml with the changes. The other entries keep their text.
func (f *Files) ExceptionsText() (string, error) {
	text := f.Texts[ExceptionsFile]
	if len(f.changed) == 0 {
		return text, nil
	}
	top, err := sheet.Parse([]byte(text))
	if err != nil {
		return "", err
	}
	if top == nil {
		top = &yaml.Node{Kind: yaml.MappingNode}
	}
	end := "\n"
	if strings.Contains(text, "\r\n") {
		end = "\r\n"
	}
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	var added []string
	for _, key := range slices.Backward(f.inFile(top)) {
		i := slices.IndexFunc(top.Content, func(n *yaml.Node) bool { return n.Value == key })
		entry, err := f.entry(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, &yaml.Node{Kind: yaml.MappingNode})
		if i >= 0 {
			entry, err = f.entry(top.Content[i], top.Content[i+1])
		}
		if err != nil {
			return "", err
		}
		if i < 0 {
			added = append(entry, added...)
			continue
		}
		lines = slices.Replace(lines, top.Content[i].Line-1, lastLine(top.Content[i+1]), entry...)
	}
	next := strings.Join(append(lines, added...), end) + end
	return next, f.verify(next)
}

// inFile returns the changed keys in the order of the file; new ones are last.
func (f *Files) inFile(top *yaml.Node) []string {
	var keys []string
	for i := 0; i+1 < len(top.Content); i += 2 {
		if f.changed[top.Content[i].Value] {
			keys = append(keys, top.Content[i].Value)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.changed)) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// verify reads the new text, and compares it with the exceptions that it should have.
func (f *Files) verify(text string) error {
	read := &Files{Exceptions: map[string]Grants{}, Without: map[string][]string{}, zone: f.zone,
		Texts: map[string]string{ExceptionsFile: text}}
	err := read.readSets(ExceptionsFile)
	for _, key := range slices.Concat(slices.Collect(maps.Keys(f.Exceptions)), slices.Collect(maps.Keys(read.Exceptions))) {
		if err == nil && (!maps.Equal(read.Exceptions[key], f.Exceptions[key]) || !slices.Equal(read.Without[key], f.Without[key])) {
			err = fmt.Errorf("%s: %s: %w", ExceptionsFile, key, errByHand)
		}
	}
	return err
}

func lastLine(n *yaml.Node) int {
	last := n.Line
	for _, inner := range n.Content {
		last = max(last, lastLine(inner))
	}
	return last
}

// entry returns the lines of an entry; none if it is empty.
func (f *Files) entry(key, value *yaml.Node) ([]string, error) {
	if value.Kind != yaml.MappingNode || anchored(value) {
		return nil, fmt.Errorf("%s, line %d: %s: %w", ExceptionsFile, key.Line, key.Value, errByHand)
	}
	name, next := *key, *value
	name.HeadComment, name.FootComment = "", ""
	next.Content = slices.Clone(value.Content)
	for _, enterprise := range []bool{false, true} {
		f.setRoles(&next, key.Value, enterprise)
	}
	setList(&next, "without", f.Without[key.Value])
	if len(next.Content) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{&name, &next}}); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n"), nil
}

func anchored(n *yaml.Node) bool {
	return n.Anchor != "" || n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, anchored)
}

// member returns the index of the value of a key; -1 without it.
func member(of *yaml.Node, key string) int {
	for i := 0; i+1 < len(of.Content); i += 2 {
		if of.Content[i].Value == key {
			return i + 1
		}
	}
	return -1
}

func put(of *yaml.Node, key string, value *yaml.Node) {
	if i := member(of, key); i >= 0 {
		value.LineComment = of.Content[i].LineComment
		of.Content[i] = value
		return
	}
	of.Content = append(of.Content, text(key), value)
}

func remove(of *yaml.Node, key string) {
	if i := member(of, key); i >= 0 {
		of.Content = slices.Delete(of.Content, i-1, i+1)
	}
}

func text(value string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(value)
	return n
}

// setList sets a list, whose items keep their comments.
func setList(of *yaml.Node, key string, items []string) {
	if len(items) == 0 {
		remove(of, key)
		return
	}
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	if i := member(of, key); i >= 0 && of.Content[i].Kind == yaml.SequenceNode {
		list = of.Content[i]
	}
	next := *list
	next.Content = slices.DeleteFunc(slices.Clone(list.Content), func(n *yaml.Node) bool { return !slices.Contains(items, n.Value) })
	for _, item := range items {
		if !slices.ContainsFunc(next.Content, func(n *yaml.Node) bool { return n.Value == item }) {
			next.Content = append(next.Content, text(item))
		}
	}
	put(of, key, &next)
}

// setRoles sets the roles of an entry. A grant that does not change keeps its text.
func (f *Files) setRoles(of *yaml.Node, key string, enterprise bool) {
	kind := map[bool]string{false: "roles", true: "enterprise_roles"}[enterprise]
	var plain []string
	all := Grants{}
	for role, grant := range f.Exceptions[key] {
		if role.Enterprise == enterprise {
			all[role] = grant
			if grant == (Grant{}) {
				plain = append(plain, role.ExtID)
			}
		}
	}
	slices.Sort(plain)
	now := &yaml.Node{Kind: yaml.SequenceNode}
	if i := member(of, kind); i >= 0 {
		now = of.Content[i]
	}
	if len(plain) == len(all) && now.Kind != yaml.MappingNode {
		setList(of, kind, plain)
		return
	}
	before := Grants{}
	_ = f.add(before, enterprise, sheet.Value(now))
	next := yaml.Node{Kind: yaml.MappingNode}
	if now.Kind == yaml.MappingNode {
		next = *now
		next.Content = slices.Clone(now.Content)
	} else {
		for _, item := range now.Content {
			next.Content = append(next.Content, item, &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle})
		}
	}
	for role := range before {
		if _, has := all[role]; !has {
			remove(&next, role.ExtID)
		}
	}
	for _, extID := range slices.Sorted(maps.Keys(byExtID(all))) {
		role := Role{enterprise, extID}
		if grant, had := before[role]; !had || grant != all[role] {
			put(&next, extID, f.grantNode(all[role]))
		}
	}
	if put(of, kind, &next); len(next.Content) == 0 {
		remove(of, kind)
	}
}

func byExtID(of Grants) map[string]Grant {
	all := map[string]Grant{}
	for role, grant := range of {
		all[role.ExtID] = grant
	}
	return all
}

// grantNode writes the data rooms and the validity of a grant.
func (f *Files) grantNode(of Grant) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	for i, open := range of.Rooms {
		if open {
			put(n, grants.Rooms[i].Attribute, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"})
		}
	}
	validity := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	for _, bound := range [][2]string{{"from", Day(of.From, false, f.zone)}, {"to", Day(of.To, true, f.zone)}} {
		if bound[1] != "" {
			put(validity, bound[0], text(bound[1]))
		}
	}
	if len(validity.Content) > 0 {
		put(n, "validity", validity)
	}
	return n
}
