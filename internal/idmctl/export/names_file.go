package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
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
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var read struct {
		Layout    Layout                       `yaml:"layout"`
		Grants    Grants                       `yaml:"grants"`
		Split     bool                         `yaml:"split"`
		Parts     map[string]string            `yaml:"parts"`
		Addresses map[string]map[string]string `yaml:"addresses"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&read); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	r := namesReader{file: file, n: emptyNames(), first: map[string]string{}}
	r.n.layout, r.n.grants, r.n.split = read.Layout, read.Grants, read.Split
	if !slices.Contains(append(GrantChoices, ""), read.Grants) {
		r.wrong("grants", "grants are single or authoritative, not %q", read.Grants)
	}
	for _, id := range sortedKeys(read.Parts) {
		r.part(id, read.Parts[id])
	}
	for _, kind := range sortedKeys(read.Addresses) {
		if !slices.Contains(types, kind) {
			r.wrong(kind, "the export does not write this type")
		}
		for _, id := range sortedKeys(read.Addresses[kind]) {
			r.address(kind, id, read.Addresses[kind][id])
		}
	}
	return r.n, errors.Join(r.errs...)
}

// namesReader collects the errors of a file to report all of them at once.
type namesReader struct {
	file string
	n    *namesFile
	// first holds the object of each address and part.
	first map[string]string
	errs  []error
}

func (r *namesReader) wrong(at, format string, arguments ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s, %s: %s", r.file, escape.Text(at), escape.Text(fmt.Sprintf(format, arguments...))))
}

// unique refuses the second use of an address or a part.
func (r *namesReader) unique(id, name string) bool {
	if first, taken := r.first[name]; taken {
		r.wrong(id, "%s is the one of %s already", name, first)
		return false
	}
	r.first[name] = id
	return true
}

func (r *namesReader) part(id, part string) {
	if !plainName.MatchString(part) || partName(part) != part {
		r.wrong(id, "%q cannot be the name of a part: letters, digits and underscores, a letter first, and not %s", part,
			strings.Join(reservedParts, ", "))
	} else if r.unique(id, "the part "+part) {
		r.n.parts[id] = part
	}
}

// plainName matches the name of a part; addressForm matches the address of a resource.
var (
	plainName   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	addressForm = regexp.MustCompile(`^([a-z_]+)\.([^.\[\]"]+)$`)
)

func (r *namesReader) address(kind, id, address string) {
	form := addressForm.FindStringSubmatch(address)
	switch {
	case form == nil || form[1] != kind:
		r.wrong(id, "%q is not an address of %s, such as %s.NAME", address, kind, kind)
	case !validName(form[2]):
		r.wrong(id, "%q cannot be the name of a resource: letters, digits, underscores and dashes, a letter first", form[2])
	case r.unique(id, "the address "+address):
		put(r.n.names, kind, id, form[2])
		put(r.n.addresses, kind, id, address)
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
