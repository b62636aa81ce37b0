package datafiles

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// Put adds a key with a value to a mapping.
func Put(to *yaml.Node, key string, value *yaml.Node) {
	to.Kind = yaml.MappingNode
	to.Content = append(to.Content, Text(key), value)
}

// plainYAML matches strings that need no quotes: they contain no special characters and begin with
// a letter, so that they are neither numbers nor dates. yamlWords need quotes.
var (
	plainYAML = regexp.MustCompile(`^[\p{L}_]([\p{L}\p{N} _./&()+@-]*[\p{L}\p{N}_./&()+@-])?$`)
	yamlWords = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
)

// Text returns a string on one line, with quotes wherever another YAML reader could interpret it as
// a different type. The encoder alone does not guarantee this.
func Text(content string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: content}
	if !plainYAML.MatchString(content) || slices.Contains(yamlWords, strings.ToLower(content)) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// Flag returns a boolean.
func Flag(content bool) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: fmt.Sprint(content)}
}

// hidden matches characters that an editor does not display, such as U+202E, which reverses the
// direction of text. The encoder escapes only characters above U+FFFF. They occur only between
// double quotes.
var hidden = regexp.MustCompile(`[^\n\p{L}\p{M}\p{N}\p{P}\p{S} ]`)

func escaped(hidden string) string {
	r, _ := utf8.DecodeRuneInString(hidden)
	return fmt.Sprintf(`\u%04x`, r)
}

// Encode returns the text of a mapping; "" for an empty one. No string spans several lines.
func Encode(n *yaml.Node) (string, error) {
	if len(n.Content) == 0 {
		return "", nil
	}
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	err := encoder.Encode(n)
	return hidden.ReplaceAllStringFunc(text.String(), escaped), err
}

// Comment returns a comment for the end of a line. Characters of the tenant cannot end the line or
// stay hidden.
func Comment(content string) string {
	if content == "" {
		return ""
	}
	return "# " + escape.Text(content)
}

// kinds are the keys of the roles and of the enterprise roles of an entry.
var kinds = map[bool]string{false: "roles", true: "enterprise_roles"}

// Entry returns an entry of jobs.yaml or exceptions.yaml: the roles as lists, or as mappings if one
// has data rooms or a validity. annotate adds the comments of a role of a kind.
func Entry(of Grants, without []string, zone *time.Location, annotate func(kind string, key, value *yaml.Node)) *yaml.Node {
	entry := &yaml.Node{Kind: yaml.MappingNode}
	for _, enterprise := range []bool{false, true} {
		var roles []string
		plain := true
		for role, grant := range of {
			if role.Enterprise == enterprise {
				roles = append(roles, role.ExtID)
				plain = plain && grant == Grant{}
			}
		}
		slices.Sort(roles)
		if plain {
			putList(entry, kinds[enterprise], roles, annotate)
			continue
		}
		all := &yaml.Node{}
		for _, role := range roles {
			Put(all, role, details(of[Role{enterprise, role}], zone))
			annotate(kinds[enterprise], all.Content[len(all.Content)-2], all.Content[len(all.Content)-1])
		}
		Put(entry, kinds[enterprise], all)
	}
	putList(entry, "without", without, annotate)
	return entry
}

// putList adds a list, on one line if it has no comments.
func putList(to *yaml.Node, kind string, items []string, annotate func(kind string, key, value *yaml.Node)) {
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, item := range items {
		n := Text(item)
		annotate(kind, n, n)
		if n.HeadComment+n.LineComment != "" {
			list.Style = 0
		}
		list.Content = append(list.Content, n)
	}
	if len(items) > 0 {
		Put(to, kind, list)
	}
}

// details writes the data rooms and the validity of a grant.
func details(of Grant, zone *time.Location) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	for i, open := range of.Rooms {
		if open {
			Put(n, grants.Rooms[i].Attribute, Flag(true))
		}
	}
	validity := &yaml.Node{Style: yaml.FlowStyle}
	for _, bound := range [][2]string{{"from", Day(of.From, false, zone)}, {"to", Day(of.To, true, zone)}} {
		if bound[1] != "" {
			Put(validity, bound[0], Text(bound[1]))
		}
	}
	if len(validity.Content) > 0 {
		Put(n, "validity", validity)
	}
	return n
}

// edited returns the exceptions of a function as an entry with the comments of the entry so far.
func (f *Files) edited(key string, before *yaml.Node) *yaml.Node {
	comments := map[[2]string][2]string{}
	for i := 0; i+1 < len(before.Content); i += 2 {
		kind, items := before.Content[i], before.Content[i+1]
		step := 1
		if items.Kind == yaml.MappingNode {
			step = 2
		}
		for j := 0; j+step <= len(items.Content); j += step {
			item, value := items.Content[j], items.Content[j+step-1]
			comments[[2]string{kind.Value, item.Value}] = [2]string{item.HeadComment, value.LineComment}
		}
	}
	return Entry(f.Exceptions[key], f.Without[key], f.zone, func(kind string, key, value *yaml.Node) {
		of := comments[[2]string{kind, key.Value}]
		key.HeadComment, value.LineComment = of[0], of[1]
	})
}
