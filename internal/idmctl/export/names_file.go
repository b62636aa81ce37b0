package export

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
)

// NamesFile is the file next to the configuration that records the address of each object.
const NamesFile = "names.yaml"

// namesFile is the content of a names.yaml.
type namesFile struct {
	layout Layout
	grants Grants
	split  bool
	// parts maps the import ID of a top unit to the part that contains its subunits.
	parts map[string]string
	// names maps types and import IDs to names.
	names map[string]map[string]string
	// addresses holds the addresses of the file as read.
	addresses map[string]map[string]string
	// gone marks the objects that this export did not find, by type.
	gone map[string]map[string]bool
}

const namesHeader = `# The address of each object, by type and import ID. Each export writes this file, and the next one takes the
# addresses from it: a name stays the same when the object is renamed, or when another object would get the same
# name. To choose another name, change it here and export again; an object that is already managed also needs a moved block.
`

func emptyNames() *namesFile {
	return &namesFile{parts: map[string]string{}, names: map[string]map[string]string{}, addresses: map[string]map[string]string{},
		gone: map[string]map[string]bool{}}
}

// readNames reads a names.yaml; a missing file is empty.
func readNames(file string) (*namesFile, error) {
	content, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return emptyNames(), nil
	}
	if err != nil {
		return nil, err
	}
	r := namesReader{file: file, n: emptyNames(), first: map[string]int{}}
	top, err := sheet.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if top == nil {
		return r.n, nil
	}
	r.read(top)
	return r.n, errors.Join(r.errs...)
}

// namesReader collects the errors of a file to report all of them at once.
type namesReader struct {
	file string
	n    *namesFile
	// first holds the line of each address and part.
	first map[string]int
	errs  []error
}

func (r *namesReader) wrong(at *yaml.Node, format string, arguments ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s, line %d: %s", r.file, at.Line, escape.Text(fmt.Sprintf(format, arguments...))))
}

// entries returns the keys and values of a mapping.
func (r *namesReader) entries(of *yaml.Node, what string) [][2]*yaml.Node {
	var all [][2]*yaml.Node
	if of.Kind != yaml.MappingNode {
		if of.Tag != "!!null" {
			r.wrong(of, "%s must be a mapping", what)
		}
		return nil
	}
	for i := 0; i+1 < len(of.Content); i += 2 {
		all = append(all, [2]*yaml.Node{of.Content[i], of.Content[i+1]})
	}
	return all
}

func (r *namesReader) read(root *yaml.Node) {
	for _, entry := range r.entries(root, "the file") {
		key, value := entry[0], entry[1]
		switch key.Value {
		case "layout":
			r.n.layout = Layout(value.Value)
		case "grants":
			r.n.grants = Grants(value.Value)
			if !slices.Contains(GrantChoices, r.n.grants) {
				r.wrong(value, "grants are single or authoritative, not %q", value.Value)
			}
		case "split":
			if r.n.split = value.Value == "true"; !r.n.split {
				r.wrong(value, "split is true, or left out")
			}
		case "parts":
			r.parts(value)
		case "addresses":
			for _, kind := range r.entries(value, "addresses") {
				r.addresses(kind[0], kind[1])
			}
		default:
			r.wrong(key, "unknown setting %q; the settings are layout, split, grants, parts and addresses", key.Value)
		}
	}
}

func (r *namesReader) parts(of *yaml.Node) {
	for _, entry := range r.entries(of, "parts") {
		id, part := entry[0].Value, entry[1]
		if !plainName.MatchString(part.Value) || partName(part.Value) != part.Value {
			r.wrong(part, "%q cannot be the name of a part: letters, digits and underscores, a letter first, and not %s", part.Value,
				strings.Join(reservedParts, ", "))
			continue
		}
		if line, taken := r.first["part "+part.Value]; taken {
			r.wrong(part, "the part %s is already in line %d", part.Value, line)
			continue
		}
		r.first["part "+part.Value] = part.Line
		r.n.parts[id] = part.Value
	}
}

// plainName matches the name of a part; addressForm matches the address of a resource.
var (
	plainName   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	addressForm = regexp.MustCompile(`^([a-z_]+)\.([^.\[\]"]+)$`)
)

func (r *namesReader) addresses(kind, of *yaml.Node) {
	if !slices.Contains(types, kind.Value) {
		r.wrong(kind, "the export does not write %s", kind.Value)
		return
	}
	r.n.names[kind.Value], r.n.addresses[kind.Value] = map[string]string{}, map[string]string{}
	for _, entry := range r.entries(of, kind.Value) {
		id, address := entry[0].Value, entry[1]
		form := addressForm.FindStringSubmatch(address.Value)
		if form == nil || form[1] != kind.Value {
			r.wrong(address, "%q is not an address of %s, such as %s.NAME", address.Value, kind.Value, kind.Value)
			continue
		}
		name := form[2]
		if !validName(name) {
			r.wrong(address, "%q cannot be the name of a resource: letters, digits, underscores and dashes, a letter first", name)
			continue
		}
		if line, taken := r.first[kind.Value+"."+name]; taken {
			r.wrong(address, "the address %s is already in line %d", address.Value, line)
			continue
		}
		r.first[kind.Value+"."+name] = address.Line
		r.n.names[kind.Value][id], r.n.addresses[kind.Value][id] = name, address.Value
	}
}

// write returns the text of the file; address spells an address in the layout.
func (n *namesFile) write(address func(kind, id, name string) string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(namesHeader)
	fmt.Fprintf(&b, "\nlayout: %s\ngrants: %s\n", n.layout, n.grants)
	if n.split {
		b.WriteString("split: true\n")
	}
	parts, addresses := &node{key: "parts"}, &node{key: "addresses"}
	for _, id := range slices.Sorted(maps.Keys(n.parts)) {
		parts.below = append(parts.below, &node{key: id, value: yamlText(n.parts[id])})
	}
	if len(parts.below) > 0 {
		b.WriteString("\n# The top units, each with the units below it.\n")
		if err := (&node{below: []*node{parts}}).write(&b, ""); err != nil {
			return nil, err
		}
	}
	for _, kind := range types {
		if len(n.names[kind]) == 0 {
			continue
		}
		of := &node{key: kind}
		for _, id := range slices.Sorted(maps.Keys(n.names[kind])) {
			entry := &node{key: id, value: yamlText(address(kind, id, n.names[kind][id]))}
			if n.gone[kind][id] {
				entry.comment = "not found by the last export; the address stays reserved"
			}
			of.below = append(of.below, entry)
		}
		addresses.below = append(addresses.below, of)
	}
	b.WriteString("\n")
	err := (&node{below: []*node{addresses}}).write(&b, "")
	return b.Bytes(), err
}
