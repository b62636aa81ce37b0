package datafiles

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

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
	inFile := map[string]bool{}
	for i := len(top.Content) - 2; i >= 0; i -= 2 {
		key, value := top.Content[i], top.Content[i+1]
		if f.changed[key.Value] {
			entry, err := f.entry(key, value)
			if err != nil {
				return "", err
			}
			inFile[key.Value] = true
			lines = slices.Replace(lines, key.Line-1, lastLine(value), entry...)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.changed)) {
		if !inFile[key] {
			entry, err := f.entry(Text(key), &yaml.Node{Kind: yaml.MappingNode})
			if err != nil {
				return "", err
			}
			lines = append(lines, entry...)
		}
	}
	next := strings.Join(lines, end) + end
	return next, f.verify(next)
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
	name, next := *key, f.edited(key.Value, value)
	name.HeadComment, name.FootComment = "", ""
	if len(next.Content) == 0 {
		return nil, nil
	}
	text, err := Encode(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{&name, next}})
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n"), err
}

func anchored(n *yaml.Node) bool {
	return n.Anchor != "" || n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, anchored)
}
