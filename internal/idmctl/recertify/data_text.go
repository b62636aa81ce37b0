package recertify

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
)

// span is a range of line numbers and its replacement.
type span struct {
	first, last int
	text        []string
}

// text returns the file with its changes; nil without changes.
func (f *dataFile) text() ([]byte, error) {
	if len(f.lists) == 0 {
		return nil, nil
	}
	want, err := f.expected()
	if err != nil {
		return nil, err
	}
	var spans []span
	for _, list := range f.lists {
		more, err := f.spans(list)
		if err != nil {
			return nil, err
		}
		spans = append(spans, more...)
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(b.first, a.first) })
	lines := slices.Clone(f.lines)
	for _, s := range spans {
		lines = slices.Replace(lines, s.first-1, s.last, s.text...)
	}
	text := []byte(strings.Join(lines, f.end+"\n"))
	got, err := sheet.Document(string(text))
	if err != nil || !reflect.DeepEqual(got, any(want)) {
		return nil, f.problem(f.lists[0].key, "the form of the file does not allow a change: %w", errByHand)
	}
	return text, nil
}

// expected returns the content that the file must have after the changes.
func (f *dataFile) expected() (map[string]any, error) {
	all, ok := sheet.Value(f.top).(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s: the file is not a mapping", f.name)
	}
	for _, list := range f.lists {
		at := all
		for _, name := range list.path {
			at, _ = at[name].(map[string]any)
		}
		for i, d := range list.changes {
			key := list.value.Content[i].Value
			if d.Verdict == Revoke {
				delete(at, key)
				continue
			}
			grant := maps.Clone(asMap(at[key]))
			validity := maps.Clone(asMap(grant["validity"]))
			validity["to"], grant["validity"], at[key] = d.End().Format(time.RFC3339), validity, grant
		}
	}
	return all, nil
}

func asMap(value any) map[string]any {
	if m, ok := value.(map[string]any); ok && m != nil {
		return m
	}
	return map[string]any{}
}

// spans returns the changed lines for a mapping of grants.
func (f *dataFile) spans(list *grantList) ([]span, error) {
	revoked := 0
	for _, d := range list.changes {
		if d.Verdict == Revoke {
			revoked++
		}
	}
	flow := list.value.Style&yaml.FlowStyle != 0
	if flow || revoked == len(list.value.Content)/2 {
		return f.whole(list)
	}
	var spans []span
	for i, d := range list.changes {
		key, value := list.value.Content[i], list.value.Content[i+1]
		first, last := f.around(key)
		if d.Verdict == Revoke {
			spans = append(spans, span{f.withComment(first, key), last, nil})
			continue
		}
		text, err := encoded(key, limited(value, d), key.Column-1)
		if err != nil {
			return nil, err
		}
		spans = append(spans, span{first, last, text})
	}
	return spans, nil
}

// whole replaces a whole mapping that is in braces or becomes empty.
func (f *dataFile) whole(list *grantList) ([]span, error) {
	next := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle, LineComment: cmp.Or(list.value.LineComment, list.key.LineComment)}
	for i := 0; i+1 < len(list.value.Content); i += 2 {
		key, value := list.value.Content[i], list.value.Content[i+1]
		switch d := list.changes[i]; d.Verdict {
		case Revoke:
		case Until:
			next.Content = append(next.Content, key, limited(value, d))
		default:
			next.Content = append(next.Content, key, value)
		}
	}
	first, last := f.around(list.key)
	key := *list.key
	key.LineComment = ""
	text, err := encoded(&key, next, list.key.Column-1)
	return []span{{first, last, text}}, err
}

// around returns the lines of a key and its value: the following lines with a deeper indent.
func (f *dataFile) around(key *yaml.Node) (first, last int) {
	first, last = key.Line, key.Line
	for line := key.Line + 1; line <= len(f.lines); line++ {
		text := f.lines[line-1]
		indent := len(text) - len(strings.TrimLeft(text, " "))
		switch {
		case strings.TrimSpace(text) == "":
		case indent < key.Column:
			return first, last
		default:
			last = line
		}
	}
	return first, last
}

// withComment returns the first line of the comment directly above a key.
func (f *dataFile) withComment(first int, key *yaml.Node) int {
	for first > 1 && key.HeadComment != "" && strings.HasPrefix(strings.TrimSpace(f.lines[first-2]), "#") {
		first--
	}
	return first
}

// encoded returns the lines of a key with its value.
func encoded(key, value *yaml.Node, indent int) ([]string, error) {
	plain := *key
	plain.HeadComment, plain.FootComment = "", ""
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{&plain, value}}); err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = strings.Repeat(" ", indent) + line
		}
	}
	return lines, nil
}
