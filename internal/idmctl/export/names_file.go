package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
)

// NamesFile is the file next to the configuration that records the address of each object.
const NamesFile = "names.yaml"

// namesFile is the content of a names.yaml.
type namesFile struct {
	Layout Layout
	Grants Grants
	Split  bool
	// Parts maps the import ID of a top unit to the part that contains its subunits.
	Parts map[string]string
	// Names maps types and import IDs to addresses in the file, and to names in memory.
	Names map[string]map[string]string `yaml:"addresses"`
}

const namesHeader = `# The address of each object, by type and import ID. Each export writes this file, and the next one takes the
# addresses from it: a name stays the same when the object is renamed, or when another object would get the same
# name. To choose another name, change it here and export again; an object that is already managed also needs a moved block.

`

// readNames reads a names.yaml; a missing file is empty.
func readNames(file string) (*namesFile, error) {
	content, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	n := &namesFile{}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(n); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if at, problem := n.check(); problem != "" {
		return nil, fmt.Errorf("%s, %s: %s", file, escape.Text(at), escape.Text(problem))
	}
	return n, nil
}

// plainName matches the name of a part; addressForm matches the address of a resource.
var (
	plainName   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	addressForm = regexp.MustCompile(`^([a-z_]+)\.([^.\[\]"]+)$`)
)

// check replaces the addresses by their names, and returns the first problem with its place.
func (n *namesFile) check() (at, problem string) {
	if !slices.Contains(append(GrantChoices, ""), n.Grants) {
		return "grants", fmt.Sprintf("grants are single or authoritative, not %q", n.Grants)
	}
	owners := map[string]string{}
	for _, id := range sortedKeys(n.Parts) {
		part := n.Parts[id]
		switch {
		case !plainName.MatchString(part) || partName(part) != part:
			return id, fmt.Sprintf("%q cannot be the name of a part: letters, digits and underscores, a letter first, and not %s", part,
				strings.Join(reservedParts, ", "))
		case owners[part] != "":
			return id, fmt.Sprintf("the part %s is the one of %s already", part, owners[part])
		}
		owners[part] = id
	}
	for _, kind := range sortedKeys(n.Names) {
		if !slices.Contains(types, kind) {
			return kind, "the export does not write this type"
		}
		for _, id := range sortedKeys(n.Names[kind]) {
			address := n.Names[kind][id]
			form := addressForm.FindStringSubmatch(address)
			switch {
			case form == nil || form[1] != kind:
				return id, fmt.Sprintf("%q is not an address of %s, such as %s.NAME", address, kind, kind)
			case !validName(form[2]):
				return id, fmt.Sprintf("%q cannot be the name of a resource: letters, digits, underscores and dashes, a letter first",
					form[2])
			case owners[address] != "":
				return id, fmt.Sprintf("the address %s is the one of %s already", address, owners[address])
			}
			owners[address], n.Names[kind][id] = id, form[2]
		}
	}
	return "", ""
}

// write returns the text of the file.
func (n *namesFile) write() ([]byte, error) {
	file, addresses, parts := &yaml.Node{}, &yaml.Node{}, &yaml.Node{}
	datafiles.Put(file, "layout", datafiles.Text(string(n.Layout)))
	datafiles.Put(file, "grants", datafiles.Text(string(n.Grants)))
	if n.Split {
		datafiles.Put(file, "split", datafiles.Flag(true))
	}
	for _, id := range sortedKeys(n.Parts) {
		datafiles.Put(parts, id, datafiles.Text(n.Parts[id]))
	}
	for _, kind := range types {
		of := &yaml.Node{}
		for _, id := range sortedKeys(n.Names[kind]) {
			datafiles.Put(of, id, datafiles.Text(kind+"."+n.Names[kind][id]))
		}
		if len(of.Content) > 0 {
			datafiles.Put(addresses, kind, of)
		}
	}
	for _, section := range []struct {
		key   string
		value *yaml.Node
	}{{"parts", parts}, {"addresses", addresses}} {
		if len(section.value.Content) > 0 {
			datafiles.Put(file, section.key, section.value)
		}
	}
	text, err := datafiles.Encode(file)
	return []byte(namesHeader + text), err
}
