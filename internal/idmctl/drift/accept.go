package drift

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// Accepted is a file with the objects that a team knows and does not manage.
type Accepted struct {
	FormatVersion string  `yaml:"format_version"`
	Objects       []Known `yaml:"objects"`

	// index contains the objects without names.
	index map[Known]bool
}

// Known is an object with its access, such as an accepted one at the time of the acceptance.
type Known struct {
	// Kind is the resource type that could manage the object, without the prefix idm_, such as unit or
	// role; credential for all types of credentials.
	Kind string `yaml:"kind" json:"kind"`
	// ID is the import ID.
	ID string `yaml:"id" json:"id"`
	// Name is the name of the object; "" if it has none. For a grant or an assignment, it is the external
	// ID of the role or application, for a credential its type in the service.
	Name string `yaml:"name,omitempty" json:"name,omitempty"`
	// Access describes a state other than active, the open data rooms, and the validity.
	Access string `yaml:"access,omitempty" json:"access,omitempty"`
}

const acceptedVersion = "1.0"

// acceptedHeader begins the file for its readers.
const acceptedHeader = "# Objects that no state contains and that this team knows. idmctl drift --accept reports all others, and these\n" +
	"# if their access changes. Review changes of this file. It contains personal data.\n"

// ReadAccepted reads a file in YAML or JSON.
func ReadAccepted(name string) (*Accepted, error) {
	content, err := input.ReadFile(name)
	if err != nil {
		return nil, err
	}
	a := &Accepted{}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	err = decoder.Decode(a)
	if rest := decoder.Decode(new(any)); err == nil && !errors.Is(rest, io.EOF) {
		err = errors.New("two documents")
	}
	if err == nil && a.FormatVersion != acceptedVersion {
		err = fmt.Errorf("its format_version is %q, and not %q", a.FormatVersion, acceptedVersion)
	}
	a.index = map[Known]bool{}
	for i, known := range a.Objects {
		a.index[known.key()] = true
		if row := objecttype.ByName(known.Kind); err == nil && (row == nil || row.Drift.Count == 0 || known.ID == "") {
			err = fmt.Errorf("object %d: correct its kind and ID: %q %q", i+1, known.Kind, known.ID)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s: name a file that idmctl drift --write-accepted wrote", name,
			strings.Join(strings.Fields(err.Error()), " "))
	}
	return a, nil
}

// Accept returns the file with all objects of the report that no state contains.
func (r *Report) Accept() ([]byte, error) {
	if r.Unmanaged == nil {
		return nil, errors.New("the tenant was not searched for objects in no state: name a full plan, and set the variables IDM_…")
	}
	file := Accepted{FormatVersion: acceptedVersion, Objects: []Known{}}
	for _, o := range slices.Concat(r.Unmanaged.Objects, r.Unmanaged.known, r.Undeclared) {
		if !o.managed {
			file.Objects = append(file.Objects, o.Known)
		}
	}
	slices.SortFunc(file.Objects, func(a, b Known) int { return strings.Compare(a.Kind+" "+a.ID, b.Kind+" "+b.ID) })
	b := bytes.NewBufferString(acceptedHeader)
	encoder := yaml.NewEncoder(b)
	encoder.SetIndent(2)
	err := encoder.Encode(file)
	return b.Bytes(), err
}

// has reports whether the file contains an object with the same access.
func (a *Accepted) has(one Known) bool { return a != nil && a.index[one.key()] }

// key returns an object without its name, unless the name is what the object gives.
func (k Known) key() Known {
	if row := objecttype.ByName(k.Kind); row == nil || row.Class != objecttype.Grant {
		k.Name = ""
	}
	return k
}
